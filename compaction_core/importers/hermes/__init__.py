"""Hermes Agent: its database, archived sessions (JSON) and ``hermes sessions export`` (JSON or JSON lines)."""

from compaction_core.importers.hermes import importer

__all__ = ["importer"]
