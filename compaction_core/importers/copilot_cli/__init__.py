"""GitHub Copilot CLI: ``events.jsonl`` of a session, and the JSON file per session that came before it (0.0.3xx)."""

from compaction_core.importers.copilot_cli import importer

__all__ = ["importer"]
