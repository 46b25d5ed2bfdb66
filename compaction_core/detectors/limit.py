"""A summary far over the length that was asked for."""

from compaction_core.detectors.base import Checked, detectors
from compaction_core.extraction.words import count
from compaction_core.findings import Finding, Span

SLACK = 1.2
"""Words over the limit by more than a fifth are reported; models count roughly."""


class Limit:
    """Nothing but the prompt holds a summary to its length."""

    name = "limit"
    label = "Word limit ignored"
    rejects = False
    codes = ("over-limit",)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One warning above 120% of the limit."""
        limit = checked.word_limit
        words = count(checked.text)
        if not limit or words <= SLACK * limit:
            return ()
        return (
            Finding(
                code="over-limit",
                severity="warning",
                text=f"The summary has {words:,} words; the prompt asks for at most {limit:,}.",
                advice="Ask again with the limit stated last, or raise the limit if the length is wanted.",
                spans=(Span(start=0, stop=len(checked.text)),),
            ),
        )


detectors.add(Limit())
