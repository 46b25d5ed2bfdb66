"""Letta Code's local backend, release 0.30.29 (2026-08-22): sliding window, and everything as its fallback.

Source: letta-code at 1f4d3e3e, ``compaction.ts``, ``local-context-estimate.ts``, ``provider-turn-executor.ts``.
Read in order: ``parameters`` · ``trigger`` (when) · ``search`` (where to cut) · ``transcript`` (what the summarizer
reads) · ``strategy`` (the whole).
"""

from compaction_core.strategies.letta_code.strategy import LettaCode

__all__ = ["LettaCode"]
