"""Which message stands beside which: the planned messages left, the view right, one line each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from compaction_core.compaction import ViewMessage
from compaction_core.strategies.plans import Plan

MOST_LINES = 2_000
"""A browser gets at most this many lines; for a longer list, a window of it."""
PROMPTS = ("system", "developer")


class Line(NamedTuple):
    """One line: a message number on the left, a place of the view on the right, either None where nothing stands."""

    left: int | None
    right: int | None


@dataclass(frozen=True)
class Aligned:
    """All lines, and the lines [first, last) that the summary block stands beside (None: no summary)."""

    lines: tuple[Line, ...]
    summary: tuple[int, int] | None
    moved: frozenset[int]
    """Prompts from the middle of the range: they stand in place on the left and first on the right."""
    cut: int | None
    """The line of the first kept message, len(lines) when nothing is kept, None when nothing was done."""

    def line_of(self, message: int | None) -> int | None:
        """The line a message stands on, on the left; None for a message that is not in the lists."""
        if message is None:
            return None
        return next((k for k, line in enumerate(self.lines) if line.left == message), None)


def align(plan: Plan, view: Sequence[ViewMessage]) -> Aligned:
    """Line the two lists up. Reads the order from the view alone, so it fits every place of the summary.

    What the compaction brings in stands between two messages of the session: the summary beside the summarized
    messages there, what is added before and behind it on lines of their own.
    """
    top, moved, listed = _top(plan, view)
    place = {entry.index: at for at, entry in enumerate(view) if entry.index is not None and entry.index not in moved}
    body: list[Line] = []
    span: tuple[int, int] | None = None
    gap: list[Line] = []
    at = len(top)

    def close(stop: int, host: bool) -> None:
        """Take in the lines of a gap and the places [at, stop); ``host``: the next message has the summary inside."""
        nonlocal span
        filled, found = _filled(plan, view, gap, range(at, stop), host)
        if found is not None:
            span = (len(body) + found[0], len(body) + found[1])
        body.extend(filled)
        gap.clear()

    for index in listed:
        right = place.get(index)
        if right is None:
            gap.append(Line(index, None))
            continue
        close(right, view[right].origin == "summary")
        body.append(Line(index, right))
        at = right + 1
    close(len(view), False)
    lines = (*top, *body)
    cut = None
    if plan.cut is not None:
        cut = next((k for k, line in enumerate(lines) if line.left == plan.cut), len(lines))
    shifted = None if span is None else (span[0] + len(top), span[1] + len(top))
    return Aligned(lines=lines, summary=shifted, moved=moved, cut=cut)


def _filled(
    plan: Plan, view: Sequence[ViewMessage], gap: Sequence[Line], brought: range, host: bool
) -> tuple[list[Line], tuple[int, int] | None]:
    """The lines of a gap with what is brought in there, and those of them that the summary block stands beside."""
    gone = [k for k, line in enumerate(gap) if _summarized(plan, line.left)]
    own = next((place for place in brought if view[place].origin == "summary"), None)
    if own is None:
        lines = [*gap, *(Line(None, place) for place in brought)]
        return lines, (gone[0], gone[-1] + 1) if host and gone else None
    before = [Line(None, place) for place in brought if place < own]
    after = [Line(None, place) for place in brought if place > own]
    low, high = (gone[0], gone[-1] + 1) if gone else (len(gap), len(gap))
    beside = gap[low:high] or [Line(None, own)]  # nothing beside it: a line of its own
    first = low + len(before)
    return [*gap[:low], *before, *beside, *after, *gap[high:]], (first, first + len(beside))


def _top(plan: Plan, view: Sequence[ViewMessage]) -> tuple[list[Line], frozenset[int], tuple[int, ...]]:
    """What opens the view, the prompts that were moved there, and the messages that come after."""
    lines: list[Line] = []
    moved: set[int] = set()
    listed, taken = plan.numbers, 0
    within = set(listed)
    for place, entry in enumerate(view):
        if entry.index is None:
            break
        inside = entry.index in within
        if inside and entry.message.role not in PROMPTS:
            break
        if inside and entry.index != listed[taken]:
            moved.add(entry.index)
            lines.append(Line(None, place))
        else:
            taken += inside
            lines.append(Line(entry.index, place))
    return lines, frozenset(moved), listed[taken:]


def summary_place(view: Sequence[ViewMessage]) -> int | None:
    """Place of the summary in the view, also where it is put into a kept message."""
    return next((at for at, entry in enumerate(view) if entry.origin == "summary"), None)


def _summarized(plan: Plan, index: int | None) -> bool:
    return index is not None and plan.fate(index) == "summarize"


def window(aligned: Aligned, selected: int | None, first: int | None = None, most: int = MOST_LINES) -> tuple[int, int]:
    """The lines [first, stop) to send: those from ``first``, else around the cut, or around a selection beyond them."""
    size = len(aligned.lines)
    if first is None:
        first = around(aligned.cut or 0, size, most)
        line = aligned.line_of(selected)
        if line is not None and not first <= line < first + most:
            first = around(line, size, most)
    first = max(0, min(first, size - most))
    return first, min(size, first + most)


def around(line: int, size: int, most: int = MOST_LINES) -> int:
    """The first line of a window with ``line`` in its middle, within a list of ``size`` lines.

    >>> around(9_000, 20_000), around(40, 20_000), around(19_999, 20_000)
    (8000, 0, 18000)
    """
    return max(0, min(line - most // 2, size - most))
