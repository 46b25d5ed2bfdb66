"""SWE-agent trajectories (.traj, releases 0.4 to 1.1): the ``history``, or the steps where it is missing."""

from compaction_core.importers.swe_agent import importer

__all__ = ["importer"]
