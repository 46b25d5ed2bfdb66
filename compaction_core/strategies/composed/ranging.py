"""Axis 4 at work: where the range starts, and when nothing may be done at all."""

from typing import NamedTuple

from compaction_core.strategies.composed.axes.cutting import Range
from compaction_core.strategies.composed.items import Listed


class Ranged(NamedTuple):
    """The first place that may go, and why it is so; ``refused``: why nothing may."""

    low: int
    text: str = ""
    refused: str = ""


def range_of(found: Listed, wanted: Range) -> Ranged:
    """The start of the range."""
    last = next((i for i in range(len(found) - 1, -1, -1) if found.items[i].summary), None)
    if wanted.something_new and _nothing_new(found, last):
        return Ranged(0, refused="Nothing was said since the last compaction.")
    low = 0
    if last is not None and wanted.start == "last_summary":
        low = last
    elif last == 0 and wanted.start == "first_kept":
        low = 1
    text = f"The range starts at #{found.row(low)}, by the last summary." if low else ""
    if wanted.head > low:
        low, text = min(wanted.head, len(found)), f"The first {wanted.head:,} messages are protected."
    return Ranged(low, text)


def _nothing_new(found: Listed, last: int | None) -> bool:
    """Whether all behind the last summary is not newer than it: what that compaction had kept follows it in a list."""
    new = 0 if last is None else last + 1
    time = None if last is None else _time(found, last)
    while time is not None and new < len(found):
        own = _time(found, new)
        if own is None or own > time:
            break
        new += 1
    return new >= len(found)


def _time(found: Listed, place: int) -> float | None:
    return found.messages[found.items[place].rows[0]].timestamp


def recent_summary(found: Listed, place: int) -> bool:
    """Whether a summary is among the messages from ``place`` on."""
    return any(item.summary for item in found.items[place:])
