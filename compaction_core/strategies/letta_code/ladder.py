"""What Letta Code sends when its summarizer says the transcript is too long: ten smaller texts, one after another.

Source: compaction.ts:29-41, 494-540 (0.30.29). Only a context overflow goes down a rung; any other failure ends the
compaction at once. A rung whose text equals the one before it is skipped, but the first rung is not compared with the
first request: a short transcript is sent twice, unchanged.
"""

from collections.abc import Iterator

from compaction_core.strategies.letta_code.transcript import transcript
from compaction_core.summarizers.base import SummaryRequest

RUNGS = (120_000, 90_000, 60_000, 40_000, 25_000, 15_000, 10_000, 6_000, 4_000, 2_000)
"""Longest transcript of each rung, in UTF-16 units."""


def rungs(request: SummaryRequest) -> Iterator[SummaryRequest]:
    """The request, then the smaller ones in the order they are tried; ``max_chars`` says which rung each is."""
    yield request
    before: str | None = None
    for limit in RUNGS:
        text = transcript(request.lines, limit)
        if text != before:
            yield request.model_copy(update={"transcript": text, "max_chars": limit})
        before = text
