"""OpenHands conversations: event lists of V0 (before 1.0), and events of its SDK (V1) as a list or one a line."""

from compaction_core.importers.openhands import importer

__all__ = ["importer"]
