"""Errors and fixes: the words of each error, what followed it, and whether the same call later succeeded."""

from bisect import bisect_right
from collections import defaultdict
from itertools import islice
from typing import NamedTuple

from compaction_core.extraction.budget import Item
from compaction_core.extraction.cues import suspicious
from compaction_core.extraction.reading import Done, Reading
from compaction_core.extraction.words import quote, requote

NEAR = 6
"""Calls after an unresolved error that count as what followed it."""
SIGNATURE, REPORT = 22, 20
"""Longest quotes in words at a limit of 500."""


class Failure(NamedTuple):
    """One error: the failed call, what followed, and the end of the story."""

    failed: Done
    times: int
    followed_by: tuple[Done, ...]
    """Edits before the next success of the same call; without edits the next other command."""
    resolved: bool


def items(reading: Reading, scale: float) -> list[Item]:
    """Unresolved errors first, the weightiest first; then resolved ones with their fix; then what the user reported."""
    found = failures(reading)
    total = max(1, len(reading.notes))
    open_ = sorted((f for f in found if not f.resolved), key=lambda f: -_weight(f, reading.numbers[-1], total))
    solved = [f for f in reversed(found) if f.resolved]
    place = {id(f): n for n, f in enumerate(found)}
    lines = [
        Item(text=_line(f, reading, scale), place=place[id(f)] + (0 if f.resolved else 1000)) for f in [*open_, *solved]
    ]
    label = reading.labels["reported"]
    reports = [
        Item(text=f"{label}: {quote(s, int(REPORT * scale))}", unless_said=s, place=-1) for s in _reports(reading)
    ]
    carried = [Item(text=text, place=-2) for text in _carried(reading, scale)]
    return [*carried, *lines[:3], *reports[:1], *lines[3:], *reports[1:4]]


def _weight(failure: Failure, last: int, total: int) -> float:
    """Failing tests and commands before failed edits, those before failed look-ups; the later the weightier."""
    call = failure.failed.call
    kind = 4.0 if call.is_test else {"shell": 2.0, "edit": 1.5}.get(call.kind, 0.7)
    return float(kind * 0.5 ** (2 * (last - failure.failed.number) / total))


def failures(reading: Reading) -> list[Failure]:
    """Every different error in order; the same error of the same call is one failure with a count."""
    calls = reading.calls
    went_well = [position for position, done in enumerate(calls) if done.outcome.status == "ok"]
    edits = [position for position in went_well if calls[position].call.kind == "edit"]
    successes: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for position in went_well:
        successes[calls[position].call.key].append(position)
    found: dict[tuple[str, str, str], Failure] = {}
    for position in [position for position, done in enumerate(calls) if done.outcome.status == "failed"]:
        done = calls[position]
        later = successes[done.call.key]
        after = bisect_right(later, position)
        succeeded = later[after] if after < len(later) else None
        until = succeeded if succeeded is not None else position + 1 + NEAR
        key = (*done.call.key, done.outcome.masked)
        before = found.pop(key, None)
        found[key] = Failure(
            failed=done,
            times=1 + (before.times if before else 0),
            followed_by=_followed_by(calls, position, until, went_well, edits),
            resolved=succeeded is not None,
        )
    return list(found.values())


def _followed_by(
    calls: tuple[Done, ...], position: int, until: int, went_well: list[int], edits: list[int]
) -> tuple[Done, ...]:
    """``went_well`` and ``edits`` are positions of successful calls, in order."""

    def first(positions: list[int], most: int) -> list[Done]:
        start = bisect_right(positions, position)
        return [calls[later] for later in positions[start : start + most] if later < until]

    by_file = {done.call.shown: done for done in first(edits, 12)}
    others = [done for done in first(went_well, 1) if done.call.key != calls[position].call.key]
    return tuple(by_file.values())[:3] or tuple(others)


def _line(failure: Failure, reading: Reading, scale: float) -> str:
    labels, outcome = reading.labels, failure.failed.outcome
    text = f"{reading.short(failure.failed.call.shown)} → {labels['failed']}"
    if failure.times > 1:
        text += f" ×{failure.times}"
    if outcome.signature and not suspicious(outcome.signature):
        text += f": {quote(outcome.signature, int(SIGNATURE * scale))}"
    if failure.followed_by:
        text += f"; {labels['then']} {', '.join(reading.short(done.call.shown) for done in failure.followed_by)}"
    return f"{text}; {labels['later_ok' if failure.resolved else 'unresolved']}"


def _reports(reading: Reading) -> list[str]:
    """What the user said about errors, the latest first; pasted error lines count."""
    pasted = [line for ask in reading.asks for line in ask.reports[0]]
    said = [sentence for ask in reading.asks for sentence in ask.reports[1]]
    return list(dict.fromkeys([*reversed(pasted), *reversed(said)]))


def _carried(reading: Reading, scale: float) -> list[str]:
    """Unresolved errors of an earlier summary, unless the same call has succeeded since."""
    marks = ("unresolved", "未解决", "未解決", "ungelöst", "non résolu", "sin resolver")
    told = [bullet.text for bullet in reading.earlier.of("errors") if any(mark in bullet.text for mark in marks)]
    if not told:
        return []
    went_well = (done.call for done in reading.calls if done.outcome.status == "ok")
    succeeded = {f"({reading.short(call.shown.partition('(')[2])}" for call in went_well if call.argument}
    still_open = (
        text for text in reversed(told) if not suspicious(text) and not any(made in text for made in succeeded)
    )
    label = reading.labels["earlier"]
    return [f"{label}: {requote(text, int(40 * scale))}" for text in reversed([*islice(still_open, 3)])]
