"""Cursor's command line (``cursor-agent``): the SQLite file ``store.db`` of one chat."""

from compaction_core.importers.cursor_cli import importer

__all__ = ["importer"]
