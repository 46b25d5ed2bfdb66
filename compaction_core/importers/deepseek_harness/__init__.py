"""DeepSeek Harness (dsh) session logs, format 0 (JSONL): events with numbers, of which some reach the model."""

from compaction_core.importers.deepseek_harness import importer

__all__ = ["importer"]
