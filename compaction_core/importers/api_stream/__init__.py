"""Streamed answers saved to a file: server-sent events of four APIs, and their events as JSON."""

from compaction_core.importers.api_stream import importer

__all__ = ["importer"]
