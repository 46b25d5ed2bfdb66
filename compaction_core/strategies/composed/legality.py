"""Axis 6 at work: where a cut is allowed, and where a proposed one moves. Positions are those of the recipe's list."""

from typing import NamedTuple

from compaction_core.strategies.composed.axes.cutting import Legality
from compaction_core.strategies.composed.items import Item, Listed
from compaction_core.strategies.step import Rejected


class Snapped(NamedTuple):
    """Where the cut comes to lie; None where there is no such place."""

    place: int | None
    passed: tuple[Rejected, ...] = ()
    fell_back: bool = False
    """Whether it is the first legal place of the range, because none was found on the way."""


def allowed(found: Listed, place: int, legality: Legality, apart: bool) -> bool:
    """Whether the kept part may start at ``place``; ``apart``: a summary is no message and starts nothing."""
    item = found.items[place]
    if apart and item.summary:
        return False
    if legality.starts_with == "anything":
        return True
    if legality.starts_with in ("assistant", "user"):
        return item.role == legality.starts_with
    if item.role == "tool":
        return False
    return legality.starts_with == "no_result" or not _open(found, place)


def _open(found: Listed, place: int) -> bool:
    """Whether it is a call that something else than a result follows."""
    after = found.items[place + 1] if place + 1 < len(found) else None
    return found.items[place].calls and after is not None and after.role != "tool"


def snap(found: Listed, place: int, low: int, legality: Legality, apart: bool) -> Snapped:
    """Move ``place`` to where a cut is allowed; at ``low`` or before it nothing would go."""
    if place >= len(found) or (legality.starts_with == "anything" and not apart):
        return Snapped(place)
    if legality.moves == "to_the_call":
        moved = _to_the_call(found, place, legality, apart)
    elif legality.moves == "earlier":
        moved = _earlier(found, place, low, legality, apart)
    else:
        moved = _later(found, place, legality, apart)
    if moved.place is not None or legality.otherwise == "refuse":
        return moved
    first = next((i for i in range(low, len(found)) if allowed(found, i, legality, apart)), low)
    return moved._replace(place=first, fell_back=True)


def _earlier(found: Listed, place: int, low: int, legality: Legality, apart: bool) -> Snapped:
    for i in range(place, low, -1):
        if allowed(found, i, legality, apart):
            return Snapped(i, _passed(found, range(i + 1, place + 1), apart))
    return Snapped(None, _passed(found, range(low + 1, place + 1), apart))


def _later(found: Listed, place: int, legality: Legality, apart: bool) -> Snapped:
    for i in range(place, len(found)):
        if allowed(found, i, legality, apart):
            return Snapped(i, _passed(found, range(place, i), apart))
    return Snapped(None, _passed(found, range(place, len(found)), apart))


def _to_the_call(found: Listed, place: int, legality: Legality, apart: bool) -> Snapped:
    """From results back to the nearest message with the call of one of them, else behind them; then on as ``later``."""
    if found.items[place].role == "tool":
        stop = place
        while stop < len(found) and found.items[stop].role == "tool":
            stop += 1
        ids = {id for item in found.items[place:stop] for id in _answered(found, item)}
        calling = (i for i in range(place - 1, -1, -1) if _calls(found, found.items[i], ids))
        caller = next(calling, None)
        if caller is not None:
            return Snapped(caller, _passed(found, range(caller + 1, place + 1), apart))
        return Snapped(stop, _passed(found, range(place, stop), apart))
    if legality.starts_with == "no_result" and not apart:
        return Snapped(place)
    return _later(found, place, legality, apart)


def _answered(found: Listed, item: Item) -> set[str]:
    results = (found.messages[row].result for row in item.rows)
    return {result.call_id for result in results if result is not None and result.call_id}


def _calls(found: Listed, item: Item, ids: set[str]) -> bool:
    return item.calls and any(call.id in ids for row in item.rows for call in found.messages[row].calls)


def _passed(found: Listed, places: range, apart: bool) -> tuple[Rejected, ...]:
    """The places passed over, in runs of one reason."""
    runs: list[Rejected] = []
    for i in places:
        item = found.items[i]
        start, stop, reason = item.rows[0], item.rows[-1] + 1, _reason(item, apart)
        if runs and runs[-1].stop == start and runs[-1].reason == reason:
            runs[-1] = Rejected(start=runs[-1].start, stop=stop, reason=reason)
        else:
            runs.append(Rejected(start=start, stop=stop, reason=reason))
    return tuple(runs[:200])


def _reason(item: Item, apart: bool) -> str:
    if item.summary and apart:
        return "an earlier summary"
    return {"tool": "a tool result", "assistant": "an assistant message", "user": "a user message"}[item.role]


def turn_start(found: Listed, place: int, low: int, apart: bool) -> int | None:
    """Where the turn that a cut at ``place`` splits began; None where it splits none."""
    if place >= len(found) or _opens(found.items[place], apart):
        return None
    return next((i for i in range(place, low - 1, -1) if _opens(found.items[i], apart)), None)


def _opens(item: Item, apart: bool) -> bool:
    return item.role == "user" and not (apart and item.summary)
