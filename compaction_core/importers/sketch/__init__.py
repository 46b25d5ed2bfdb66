"""Sketches of a conversation, in YAML."""

from compaction_core.importers.sketch.importer import IMPORTER

__all__ = ["IMPORTER"]
