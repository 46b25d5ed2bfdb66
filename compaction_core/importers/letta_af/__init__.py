"""Letta agent files (.af, schemas 1 and 2) and message lists of the Letta API (server 0.16.8)."""

from compaction_core.importers.letta_af import importer

__all__ = ["importer"]
