"""Which of the two ways compacts, and whether anything does.

Source: google-adk 2.13.0, ``apps/compaction.py``: after an invocation the way by tokens comes first, and the way by
invocations only where that made no summary.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from compaction_core.strategies.google_adk.events import Event
from compaction_core.strategies.google_adk.selecting import Range, Size, by_invocations, by_tokens, worth

Verdict = Literal["compacts", "not reached", "nothing to take", "not worth it"]


class Settings(NamedTuple):
    """Both pairs; a way whose pair is None is switched off."""

    tokens: tuple[int, int] | None
    """token_threshold and event_retention_size."""
    invocations: tuple[int, int] | None
    """compaction_interval and overlap_size."""


class Attempt(NamedTuple):
    """One way, and how it ended."""

    found: Range
    verdict: Verdict
    removable: int = 0
    previous: int = 0
    """Characters it could remove, and those of the latest summary."""


def choose(
    events: Sequence[Event], settings: Settings, prompt_tokens: int, size: Size, forced: bool = False
) -> tuple[Attempt, ...]:
    """The ways in the order they are tried, up to the one that compacts.

    ``forced`` takes each trigger as reached: what would be taken if the system compacted now.
    """
    tried: list[Attempt] = []
    if settings.tokens is not None:
        threshold, retained = settings.tokens
        found = by_tokens(events, retained)
        tried.append(_judged(events, found, forced or prompt_tokens >= threshold, size))
    if settings.invocations is not None and not (tried and tried[0].verdict == "compacts"):
        interval, overlap = settings.invocations
        found = by_invocations(events, 1 if forced else interval, overlap)
        tried.append(_judged(events, found, forced or found.new >= interval, size))
    return tuple(tried)


def _judged(events: Sequence[Event], found: Range, reached: bool, size: Size) -> Attempt:
    if not reached:
        return Attempt(found, "not reached")
    if not found.chosen:
        return Attempt(found, "nothing to take")
    removable, previous = worth(events, found, size)
    return Attempt(found, "compacts" if removable > previous else "not worth it", removable, previous)
