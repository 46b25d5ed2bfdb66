"""Cline, Roo Code and Kilo Code: a task's files (one of them, its folder, or a zip file of it), and Cline's SDK."""

from compaction_core.importers.cline import importer

__all__ = ["importer"]
