"""Chats exported from Open WebUI."""

from compaction_core.importers.open_webui import importer

__all__ = ["importer"]
