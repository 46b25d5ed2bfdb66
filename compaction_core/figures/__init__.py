"""Pictures: pure functions from records to plotly figures, one a file. ``theme`` holds the only colours."""

from compaction_core.figures.before_after import before_after
from compaction_core.figures.categories import categories
from compaction_core.figures.growth import growth
from compaction_core.figures.matrix import matrix
from compaction_core.figures.search import search
from compaction_core.figures.stack import stack
from compaction_core.figures.strip import strip

__all__ = ["before_after", "categories", "growth", "matrix", "search", "stack", "strip"]
