"""Threads of Zed's own agent."""

from compaction_core.importers.zed import importer

__all__ = ["importer"]
