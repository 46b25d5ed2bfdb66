"""What the condenser forgets: reasons, how much of the end stays, and the legal range in between.

Source: openhands-sdk 1.58.2, ``llm_summarizing_condenser.py`` and ``utils.py`` of ``context/condenser/``. The release
counts each prefix of its token search anew; here an event's tokens add up.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from compaction_core.strategies.openhands.events import Event
from compaction_core.strategies.openhands.view import manipulation_indexes

Reason = Literal["request", "tokens", "events"]
HARD: tuple[Reason, ...] = ("request", "tokens")
"""Reasons without which the agent could go on as before."""


class Settings(NamedTuple):
    """The condenser's own settings; ``max_tokens`` with the model's input limit in it."""

    max_size: int
    keep_first: int
    minimum_progress: float
    max_tokens: int | None


class Probe(NamedTuple):
    """One round of the token search: forgetting so many events behind the first ones leaves so many tokens."""

    prefix: int
    tokens: int
    enough: bool


class Choice(NamedTuple):
    """view[start:end] is forgotten, unless ``refused`` says why nothing can be."""

    tails: dict[Reason, int]
    """By reason: how many events may stay at the end."""
    wanted: int
    """Where the forgotten part would end if every cut were legal."""
    start: int | None
    end: int | None
    refused: str | None
    probes: tuple[Probe, ...] = ()


def reasons(view: Sequence[Event], settings: Settings, requested: bool, extra_tokens: int = 0) -> tuple[Reason, ...]:
    """Why the view is condensed now; both limits have to be exceeded. ``extra_tokens`` stand in no event."""
    found: list[Reason] = ["request"] if requested else []
    limit = settings.max_tokens
    if limit is not None and sum(event.tokens for event in view) + extra_tokens > limit:
        found.append("tokens")
    if len(view) > settings.max_size:
        found.append("events")
    return tuple(found)


def choose(view: Sequence[Event], settings: Settings, why: Sequence[Reason], extra_tokens: int = 0) -> Choice:
    """The range to forget; ``why`` is not empty."""
    size, first = len(view), settings.keep_first
    tails: dict[Reason, int] = {}
    probes: tuple[Probe, ...] = ()
    if "request" in why:
        tails["request"] = size // 2 - first - 1
    if "events" in why:
        tails["events"] = settings.max_size // 2 - first - 1
    if "tokens" in why and settings.max_tokens is not None:
        tails["tokens"], probes = _tail(view, settings.max_tokens // 2, first, extra_tokens)
    wanted = size - min(tails.values())
    legal = manipulation_indexes(view)
    start = _next(legal, max(first, protected(view)))
    end = _next(legal, wanted)
    refused = None
    if start is None:
        refused = f"no legal cut lies behind the first {first:,} events"
    elif end is None and wanted <= size:
        refused = "no legal cut lies so far back: a call stays open to the end"
    elif end is None:
        refused = f"the {size:,} events are too few: half of them, without the first {first:,} and a summary, is none"
    elif start >= end:
        refused = "nothing lies between the first events and those that stay"
    elif end - start < size * settings.minimum_progress:
        refused = f"{end - start:,} of {size:,} events are less than the minimum of {settings.minimum_progress:.0%}"
    return Choice(tails, wanted, start, end, refused, probes)


def protected(view: Sequence[Event]) -> int:
    """Events up to the first system prompt, itself included."""
    return next((index + 1 for index, event in enumerate(view) if event.type == "system"), 0)


def _tail(view: Sequence[Event], goal: int, first: int, extra: int) -> tuple[int, tuple[Probe, ...]]:
    """How many events may stay: those behind the shortest part whose loss leaves less than ``goal`` tokens.

    >>> [_tail([Event(i, "message", tokens=10) for i in range(4)], goal, 0, 0)[0] for goal in (39, 30, 10, 0)]
    [3, 2, 0, 0]
    """
    behind = [event.tokens for event in view[first:]]
    total = sum(event.tokens for event in view) + extra
    if not behind:
        return 0, ()
    if total <= goal:
        return len(behind), ()
    prefix = list(accumulate(behind, initial=0))
    low, high = 1, len(behind)
    probes = [Probe(high, total - prefix[high], total - prefix[high] < goal)]
    if not probes[0].enough:
        return 0, tuple(probes)
    while low < high:
        middle = (low + high) // 2
        enough = total - prefix[middle] < goal
        probes.append(Probe(middle, total - prefix[middle], enough))
        low, high = (low, middle) if enough else (middle + 1, high)
    return len(behind) - low, tuple(probes)


def _next(legal: Sequence[int], at_least: int) -> int | None:
    place = bisect_left(legal, at_least)
    return legal[place] if place < len(legal) else None
