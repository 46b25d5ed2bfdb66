"""ADK's event log: messages and compactions, and what a request is assembled from.

Source: google-adk 2.13.0, ``apps/compaction.py`` and ``flows/llm_flows/context/_compaction.py``. Nothing is deleted
from the log. A compaction is an event with a range of times; raw events inside a range that stands are left out.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.session import Message

Span = tuple[float, float]


class Event(NamedTuple):
    """One event; message i of a list has the time i + 1."""

    time: float
    message: int | None
    """The message's number; None for a compaction that is no message."""
    invocation: int = 0
    calls: frozenset[str] = frozenset()
    responses: frozenset[str] = frozenset()
    span: Span | None = None
    """First and last time of what a compaction stands for; None for a raw event."""


NOTHING: frozenset[str] = frozenset()


def events_of(messages: Sequence[tuple[int, Message]]) -> tuple[Event, ...]:
    """The log of a list. A user's message opens an invocation; a summary stands for no message of the list."""
    found: list[Event] = []
    invocation = 0
    for index, message in messages:
        time = index + 1.0
        if message.summary is not None:
            found.append(Event(time, index, span=(time, time)))
            continue
        invocation += message.role == "user" and "meta" not in message.flags
        calls = responses = NOTHING
        for part in message.parts:
            if part.kind == "tool_call" and part.id:
                calls |= {part.id}
            elif part.kind == "tool_result" and part.call_id:
                responses |= {part.call_id}
        found.append(Event(time, index, invocation, calls, responses))
    return tuple(found)


def surviving(events: Sequence[Event]) -> tuple[int, ...]:
    """Places of the compactions that stand: one whose range lies in another's is left out, the later of two equal ones
    stays.
    """
    spans = [(event.span, place) for place, event in enumerate(events) if event.span is not None]
    spans.sort(key=lambda entry: (entry[0][0], -entry[0][1], -entry[1]))
    kept: list[int] = []
    reach: float | None = None
    for span, place in spans:
        if reach is None or span[1] > reach:
            kept.append(place)
            reach = span[1]
    return tuple(sorted(kept))


def view(events: Sequence[Event]) -> tuple[int, ...]:
    """Places of the events that a request is made of, in its order: a compaction stands at the end of its range."""
    kept = surviving(events)
    covered: list[Span] = []
    for start, end in sorted(span for place in kept if (span := events[place].span) is not None):
        if covered and start <= covered[-1][1]:
            covered[-1] = (covered[-1][0], max(covered[-1][1], end))
        else:
            covered.append((start, end))
    starts = [start for start, _ in covered]
    shown: list[tuple[float, int]] = []
    for place, event in enumerate(events):
        if event.span is None:
            range_at = bisect_right(starts, event.time) - 1
            if range_at < 0 or event.time > covered[range_at][1]:
                shown.append((event.time, place))
    shown += [(span[1], place) for place in kept if (span := events[place].span) is not None]
    return tuple(place for _, place in sorted(shown))


def latest(events: Sequence[Event]) -> int | None:
    """Place of the last compaction of the log that stands."""
    return max(surviving(events), default=None)
