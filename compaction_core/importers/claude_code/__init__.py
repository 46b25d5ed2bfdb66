"""Claude Code session files (JSONL), its stream-json output, and the ``loglines`` of its web sessions."""

from compaction_core.importers.claude_code import importer

__all__ = ["importer"]
