"""No summary at all: what a compaction costs when nothing replaces what was cut."""

from compaction_core.summarizers.base import Summary, SummaryRequest, summarizers


class NoSummary:
    """An empty summary, the baseline."""

    name = "none"
    label = "No summary"

    def summarize(self, request: SummaryRequest) -> Summary:
        """Nothing; the wrapper still stands."""
        return Summary(
            text="",
            summarizer=self.name,
            basis="none",
            note=f"{len(request.indexes)} messages left no summary",
        )


summarizers.add(NoSummary())
