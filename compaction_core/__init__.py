"""Compaction Explorer's library: load a transcript, plan a compaction, carry it out, look at it.

>>> from compaction_core import load, plan, compact
>>> session = load([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}])
>>> plan(session, "letta-code", context_window=1000).fallback_reason
'2 messages are fewer than the 4 a sliding window needs'
"""

from compaction_core.compaction import Compaction, compact
from compaction_core.comparison import compare
from compaction_core.errors import CompactionError
from compaction_core.importers import load, load_all
from compaction_core.passes import carry
from compaction_core.session import Message, Session
from compaction_core.strategies import Plan, Step, plan, strategies
from compaction_core.tokens import Measured, counters, measure

__version__ = "0.1.0"

__all__ = [
    "Compaction",
    "CompactionError",
    "Measured",
    "Message",
    "Plan",
    "Session",
    "Step",
    "carry",
    "compact",
    "compare",
    "counters",
    "load",
    "load_all",
    "measure",
    "plan",
    "strategies",
]
