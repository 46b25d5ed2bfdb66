"""Strands Agents: two conversation managers that count messages.

Source: strands-agents 1.62.0. Read in order: ``native`` (its list) · ``choosing`` (which messages) · ``summarizing`` ·
``truncating`` and ``sliding`` · ``trigger`` (when) · ``strategy`` (the whole).
"""

from compaction_core.strategies.strands.strategy import StrandsSlidingWindow, StrandsSummarizing

__all__ = ["StrandsSlidingWindow", "StrandsSummarizing"]
