"""OpenAI Responses API: items, requests, responses, both of them in logs and batches, event streams."""

from compaction_core.importers.openai_responses import importer

__all__ = ["importer"]
