"""Chats saved as Markdown: by SpecStory (Cursor, Claude Code, Codex and others) and by Cursor's own export."""

from compaction_core.importers.cursor_specstory_md import importer

__all__ = ["importer"]
