"""Gemini CLI: recorded sessions (one JSON file up to 0.3x, JSONL from 0.40 on) and ``/chat save`` checkpoints."""

from compaction_core.importers.gemini_cli import importer

__all__ = ["importer"]
