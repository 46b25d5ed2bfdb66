"""Agent Trajectory Interchange Format (ATIF 1.0 to 1.8; Harbor, Terminal-Bench): ``trajectory.json``."""

from compaction_core.importers.atif import importer

__all__ = ["importer"]
