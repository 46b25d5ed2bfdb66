"""How each system chooses what to keep: one file or folder a system, found by a registry."""

from compaction_core.strategies.base import (
    Context,
    Decision,
    Effect,
    Fate,
    Parameters,
    Plan,
    Rejected,
    Step,
    Strategy,
    strategies,
)
from compaction_core.strategies.planner import context_of, plan

__all__ = [
    "Context",
    "Decision",
    "Effect",
    "Fate",
    "Parameters",
    "Plan",
    "Rejected",
    "Step",
    "Strategy",
    "context_of",
    "plan",
    "strategies",
]
