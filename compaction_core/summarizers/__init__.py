"""Where summaries come from, one file each: offline (default), recorded, none."""

from compaction_core.summarizers.base import (
    Line,
    Summarizer,
    Summary,
    SummaryRequest,
    Wrapper,
    clipped,
    summarizers,
)

__all__ = ["Line", "Summarizer", "Summary", "SummaryRequest", "Wrapper", "clipped", "summarizers"]
