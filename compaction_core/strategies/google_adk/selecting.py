"""Which events one compaction takes: by tokens with a retained tail, or by invocations.

Source: google-adk 2.13.0, ``apps/compaction.py``. Answers are places in the log.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from compaction_core.strategies.google_adk.events import Event, Span, latest, view

Trigger = Literal["token_threshold", "sliding_window"]
EMPTY_SUMMARY_CHARS = len('{"parts":[],"role":"model"}')
Size = Callable[[int], int]
"""Characters that the event at a place adds to a request, as JSON."""


class Prefix(NamedTuple):
    """The longest start of a range without an open call."""

    length: int
    strict: int
    """Its length if no call may be ignored."""
    dead: frozenset[str]
    """Calls that can never be answered, and so were ignored."""


class Range(NamedTuple):
    """What a compaction would take."""

    trigger: Trigger
    candidates: tuple[int, ...]
    """The events it looks at."""
    wanted: int
    """How many of them, from the oldest, before open calls are looked at."""
    prefix: Prefix
    seed: int | None = None
    """The earlier compaction whose summary is read first and replaced."""
    new: int = 0
    """New invocations, for the sliding window."""

    @property
    def chosen(self) -> tuple[int, ...]:
        """The events it takes."""
        return self.candidates[: self.prefix.length]


def span(events: Sequence[Event], found: Range) -> Span:
    """The times that the new compaction stands for."""
    first = found.chosen[0]
    seeded = None if found.seed is None else events[found.seed].span
    return (events[first].time if seeded is None else seeded[0], events[found.chosen[-1]].time)


def by_tokens(events: Sequence[Event], event_retention_size: int) -> Range:
    """The events behind the latest compaction, all but the last ``event_retention_size``; its summary comes along."""
    seed = latest(events)
    end = _end(events, seed)
    candidates = tuple(i for i, event in enumerate(events) if event.span is None and event.time > end)
    count = len(candidates)
    if count <= event_retention_size:
        return Range("token_threshold", candidates, 0, Prefix(0, 0, frozenset()), seed)
    wanted = split([events[i] for i in candidates], event_retention_size) if event_retention_size else count
    prefix = self_contained([events[i] for i in candidates[:wanted]], events)
    return Range("token_threshold", candidates, wanted, prefix, seed)


def by_invocations(events: Sequence[Event], compaction_interval: int, overlap_size: int) -> Range:
    """From ``overlap_size`` invocations before the first new one to the last new one; nothing newer stays."""
    end = next((e.span[1] for e in reversed(events) if e.span is not None and e.span[1]), 0.0)
    newest: dict[int, float] = {}
    for event in events:
        if event.span is None:
            newest[event.invocation] = max(newest.get(event.invocation, 0.0), event.time)
    order = list(newest)
    new = [invocation for invocation in order if newest[invocation] > end]
    nothing = Prefix(0, 0, frozenset())
    if not new or len(new) < compaction_interval:
        return Range("sliding_window", (), 0, nothing, new=len(new))
    first = order[max(0, order.index(new[0]) - overlap_size)]
    start = next(i for i, event in enumerate(events) if event.span is None and event.invocation == first)
    stop = max(i for i, event in enumerate(events) if event.span is None and event.invocation == new[-1])
    candidates = tuple(i for i in range(start, stop + 1) if events[i].span is None)
    prefix = self_contained([events[i] for i in candidates], events)
    return Range("sliding_window", candidates, len(candidates), prefix, new=len(new))


def split(events: Sequence[Event], retained: int) -> int:
    """How many events go so that the last ``retained`` stay, fewer where a kept result would lose its call."""
    latest_split = len(events) - retained
    open_results: set[str] = set()
    for place in range(len(events) - 1, -1, -1):
        open_results |= events[place].responses
        open_results -= events[place].calls
        if not open_results and place <= latest_split:
            return place
    return 0


def self_contained(events: Sequence[Event], log: Sequence[Event]) -> Prefix:
    """The longest start of ``events`` in which every call is answered.

    Where it does not reach the end and does not stop between two invocations, calls are ignored that nothing in the
    whole log answers and that the newest invocation did not make.
    """
    strict = _closed(events, frozenset())
    if strict == len(events) or (strict and events[strict - 1].invocation != events[strict].invocation):
        return Prefix(strict, strict, frozenset())
    newest = next((event.invocation for event in reversed(log) if event.span is None), None)
    answered = frozenset().union(*(event.responses for event in log))
    called = frozenset[str]().union(*(event.calls for event in events if event.invocation != newest))
    dead = called - answered
    longer = _closed(events, dead) if dead else 0
    return Prefix(max(strict, longer), strict, dead if longer > strict else frozenset())


def worth(events: Sequence[Event], found: Range, size: Size) -> tuple[int, int]:
    """Characters that the compaction could take off a request, and those of the latest summary.

    It is worth asking for a summary where the first number is larger; counting stops when that is certain.
    """
    made = Event(events[found.chosen[-1]].time, None, span=span(events, found))
    before = latest(events)
    previous = 0 if before is None else size(before)
    removable = -EMPTY_SUMMARY_CHARS
    for place in sorted(set(view(events)) - set(view([*events, made]))):
        if removable > previous:
            break
        removable += size(place)
    return removable, previous


def _closed(events: Sequence[Event], ignored: frozenset[str]) -> int:
    """Length up to the last point at which no call is open; a result closes only calls of earlier events."""
    opened: set[str] = set()
    length = 0
    for place, event in enumerate(events, start=1):
        opened -= event.responses
        opened |= event.calls - ignored
        if not opened:
            length = place
    return length


def _end(events: Sequence[Event], place: int | None) -> float:
    found = None if place is None else events[place].span
    return 0.0 if found is None else found[1]
