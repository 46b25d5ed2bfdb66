"""Kiro CLI and Amazon Q Developer CLI: their database, and the session files of Kiro's later engines."""

from compaction_core.importers.kiro_cli import importer

__all__ = ["importer"]
