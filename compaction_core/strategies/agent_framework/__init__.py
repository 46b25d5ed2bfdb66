"""Microsoft Agent Framework 1.23.0: one strategy for each of its algorithms.

Source: agent-framework-core 1.23.0, ``_compaction.py``. Read in order: ``groups`` (what stays or goes as a whole) ·
``choosing`` (which groups, as rules over numbers) · ``standing`` and ``telling`` (the list while it changes, and how a
step says so) · ``excluding``, ``collapsing``, ``composed``, ``summarizing`` (the algorithms in steps) · ``limits`` and
``trigger`` (numbers and when) · ``strategies`` and ``summarization`` (the whole).
"""

from compaction_core.strategies.agent_framework.strategies import (
    ContextWindow,
    SelectiveToolCall,
    SlidingWindow,
    TokenBudget,
    ToolResult,
    Truncation,
)
from compaction_core.strategies.agent_framework.summarization import Summarization

__all__ = [
    "ContextWindow",
    "SelectiveToolCall",
    "SlidingWindow",
    "Summarization",
    "TokenBudget",
    "ToolResult",
    "Truncation",
]
