"""Sessions of Kimi Code and of the older Kimi CLI (Moonshot AI)."""

from compaction_core.importers.kimi import importer

__all__ = ["importer"]
