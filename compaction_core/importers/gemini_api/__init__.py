"""Gemini API: ``generateContent`` requests, responses, both of them in logs, batches and tuning files."""

from compaction_core.importers.gemini_api import importer

__all__ = ["importer"]
