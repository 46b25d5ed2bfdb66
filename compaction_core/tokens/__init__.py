"""Token counters, one file each, and ``measure``, which turns a session into columns of counts."""

from compaction_core.tokens.base import TokenCounter, counters
from compaction_core.tokens.measure import CATEGORIES, Category, Measured, measure

__all__ = ["CATEGORIES", "Category", "Measured", "TokenCounter", "counters", "measure"]
