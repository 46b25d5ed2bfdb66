"""GitHub Copilot Chat in VS Code: exported chats, ``chatSessions`` files (JSON) and their log (JSON lines)."""

from compaction_core.importers.copilot_chat import importer

__all__ = ["importer"]
