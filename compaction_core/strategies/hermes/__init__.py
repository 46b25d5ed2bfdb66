"""Hermes, release 0.19.0: the middle of the list becomes one summary, a head and a tail stay.

Source: hermes-agent 0.19.0, ``agent/context_compressor.py``. Read in order: ``parameters`` · ``budget`` (when, and how
much stays) · ``pruning`` and ``one_line`` (old tool outputs) · ``tail`` (where the tail starts) · ``arranging`` (the
summary's role, orphans, old images) · ``outcome`` (what comes of it) · ``listing``, ``compression``, ``searching``
and ``changing`` (step by step) · ``reading`` and ``extract`` (what the summarizer reads, and what stands in for its
answer) · ``strategy``.
"""

from compaction_core.strategies.hermes.strategy import Hermes

__all__ = ["Hermes"]
