"""ChatGPT data exports (``conversations.json``): a list of message trees, or one of them."""

from compaction_core.importers.chatgpt_export import importer

__all__ = ["importer"]
