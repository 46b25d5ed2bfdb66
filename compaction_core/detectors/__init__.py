"""Checks of one summary on the bytes that are stored, one file each; nothing here says what an agent will obey."""

from compaction_core.detectors.base import Checked, Detector, check_summary, detectors, rejecting

__all__ = ["Checked", "Detector", "check_summary", "detectors", "rejecting"]
