"""Transcripts that lie on this computer: which tools keep any, where, and what can be told of each at a glance."""

from compaction_core.discovery.listing import MOST, Found, found
from compaction_core.discovery.opening import Stamp, content, stamp, whole_lines
from compaction_core.discovery.places import PLACES, Place

__all__ = ["MOST", "PLACES", "Found", "Place", "Stamp", "content", "found", "stamp", "whole_lines"]
