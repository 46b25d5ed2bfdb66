"""A summary that goes on with the conversation, or says the same thing again and again: what weak models do."""

import re
from collections import defaultdict

from compaction_core.detectors.base import Checked, detectors
from compaction_core.findings import Finding, Span

LABEL = re.compile(r"^[ \t]*(?:\[(?:user|assistant|tool|system)\]|(?:User|Assistant|Human|AI|Tool)[ ]?:)[ \t]", re.M)
MOST_LABELS = 2
"""Lines with a speaker's label that a summary may hold: a quotation or two."""
LEAST_CHARS, MOST_TIMES, LARGEST_SHARE = 12, 3, 0.3
"""A line counts from this length on; said more often than this, or filling more than this share, it repeats."""


class Continued:
    """Lines with a speaker's label: a transcript and no summary."""

    name = "continued"
    label = "The conversation goes on"
    rejects = False
    codes = ("continued",)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One warning for more than two labelled lines."""
        found = list(LABEL.finditer(checked.text))
        if len(found) <= MOST_LABELS:
            return ()
        return (
            Finding(
                code="continued",
                severity="warning",
                text=f"{len(found):,} lines begin with a speaker's label: it goes on with the conversation.",
                advice="Ask a larger model, or fence the transcript; a model may take such lines for real messages.",
                spans=tuple(Span(start=m.start(), stop=m.end()) for m in found[:5]),
            ),
        )


class Repeated:
    """One line over and over, as a model does that cannot end."""

    name = "repeated"
    label = "The same line again and again"
    rejects = True
    codes = ("repeated",)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One error where a line comes more than three times and fills much of the summary, else one warning."""
        places: dict[str, list[Span]] = defaultdict(list)
        at = 0
        for line in checked.text.split("\n"):
            said = " ".join(line.split())
            if len(said) >= LEAST_CHARS:
                places[said].append(Span(start=at, stop=at + len(line)))
            at += len(line) + 1
        worst = max(places.values(), key=len, default=[])
        times = len(worst)
        if times <= MOST_TIMES:
            return ()
        share = sum(span.stop - span.start for spans in places.values() for span in spans[1:]) / len(checked.text)
        return (
            Finding(
                code="repeated",
                severity="error" if share > LARGEST_SHARE else "warning",
                text=f"One line comes {times:,} times; {share:.0%} of the summary says again what it has said.",
                advice="Ask again, with another model or a lower limit; a model that loops has stopped summarizing.",
                spans=tuple(worst[:5]),
            ),
        )


detectors.add(Continued())
detectors.add(Repeated())
