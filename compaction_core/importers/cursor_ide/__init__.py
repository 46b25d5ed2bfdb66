"""Cursor's own chats: the SQLite file ``state.vscdb`` of the editor."""

from compaction_core.importers.cursor_ide import importer

__all__ = ["importer"]
