"""aider's chat history (``.aider.chat.history.md``): many sessions one after the other in Markdown."""

from compaction_core.importers.aider import importer

__all__ = ["importer"]
