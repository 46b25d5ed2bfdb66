"""Crush (Charm), and the older opencode that it comes from: their database."""

from compaction_core.importers.crush import importer

__all__ = ["importer"]
