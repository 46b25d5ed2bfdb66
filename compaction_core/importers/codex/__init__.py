"""OpenAI Codex CLI: rollouts (JSONL, from the first bare ones of mid-2025 to 0.14x) and ``codex exec --json``."""

from compaction_core.importers.codex import importer

__all__ = ["importer"]
