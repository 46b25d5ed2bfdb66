"""Qwen Code session files (JSONL): a tree of rows as Claude Code's, with the Gemini API's parts in them."""

from compaction_core.importers.qwen_code import importer

__all__ = ["importer"]
