"""How each system chooses what to keep: one file or folder a system, found by a registry."""

from compaction_core.strategies.base import Parameters, Strategy, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.planner import context_of, plan
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.step import Decision, Effect, Fate, Rejected, Step

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
