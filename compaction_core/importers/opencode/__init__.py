"""opencode: exported sessions (``opencode export``), its SQLite file and its ``storage`` folder."""

from compaction_core.importers.opencode import importer

__all__ = ["importer"]
