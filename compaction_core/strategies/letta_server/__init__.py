"""Letta's Python server, release 0.16.8 (2026-08-13), the last that holds server code.

Source: letta at 56ba9c25, ``services/summarizer/`` (``compact.py``, ``summarizer_sliding_window.py``,
``summarizer_all.py``, ``self_summarizer.py``, ``summarizer.py``, ``thresholds.py``) and ``letta_agent_v3.py``.
Read in order: ``parameters`` · ``trigger`` (when) · ``listed`` (its list, and how it counts it) · ``search`` (where to
cut) · ``planning`` (the four modes, and the check afterwards) · ``routing`` (which model summarizes) · ``transcript``
and ``requests`` (what it reads) · ``alert`` (how the summary stands in the list) · ``carried`` (all of it with a
summarizer that may fail) · ``strategy`` (the whole).
"""

from compaction_core.strategies.letta_server.strategy import LettaServer

__all__ = ["LettaServer"]
