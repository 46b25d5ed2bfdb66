"""Sketches of a conversation, in YAML."""

from compaction_core.importers.sketch.example import EXAMPLE
from compaction_core.importers.sketch.importer import IMPORTER

__all__ = ["EXAMPLE", "IMPORTER"]
