"""Inspect AI evaluation logs: ``.json``, and ``.eval`` (a zip file of JSON members; versions 0.3.50 to 0.3.285)."""

from compaction_core.importers.inspect_ai import importer

__all__ = ["importer"]
