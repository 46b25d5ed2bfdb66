"""goose (Block): its database, its older JSON lines, and exported sessions."""

from compaction_core.importers.goose import importer

__all__ = ["importer"]
