"""Transcript formats, one file each, recognised by content and never by name."""

from compaction_core.importers.base import Importer, importers, load, load_all

__all__ = ["Importer", "importers", "load", "load_all"]
