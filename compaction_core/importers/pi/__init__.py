"""pi, OpenClaw and OMP session files (JSONL): a list in format 1, a tree of entries in formats 2 and 3."""

from compaction_core.importers.pi import importer

__all__ = ["importer"]
