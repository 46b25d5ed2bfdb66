"""A summarizer that cannot take what it is to summarize (users E1; test input t34)."""

from collections.abc import Iterator
from itertools import islice

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

MOST = 12
"""Smaller requests that are looked at."""


class RequestWindow:
    """The request holds everything that goes: it may be larger than the window of the model that is asked."""

    name = "request-window"
    label = "The summarizer's request against its window"
    codes = ("request-over-window",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one finding; an error where the summarizer's window is known and no smaller request fits either."""
        window = case.summarizer_window if case.summarizer_window is not None else case.window
        request = case.passes[0].request if window is not None and case.acts else None
        if window is None or request is None or not request.indexes:
            return
        asked = case.asked(request, window)
        if asked <= window:
            return
        smaller = islice(case.strategy.rungs(request, case.settings), 1, MOST)
        tries = [case.asked(each, window) for each in smaller]
        fits = next((number for number, tokens in enumerate(tries, 2) if tokens <= window), None)
        whose = "the summarizer's" if case.summarizer_window is not None else "the"
        more = f"The smaller ones that the system sends do not fit either ({min(tries):,} at least)." if tries else ""
        if fits is not None:
            more = f"It is sent again, smaller, and fits at request {fits} with {tries[fits - 2]:,}: more is cut away."
        yield Finding(
            code="request-over-window",
            severity="error" if fits is None and case.summarizer_window is not None else "warning",
            text=f"What is to be summarized has {asked:,} tokens ({case.shown.counter}, instructions included), more "
            f"than {whose} window of {window:,}: the request is refused. {more}".rstrip(),
            advice="Compact earlier, clear tool output first, or summarize with a model that has a larger window.",
            messages=request.indexes,
        )


lints.add(RequestWindow())
