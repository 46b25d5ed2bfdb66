"""Which message stands beside which: the planned messages left, the view right, one line each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from compaction_core.compaction import ViewMessage
from compaction_core.strategies.base import Plan

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
    """Line the two lists up. Reads the order from the view alone, so it fits every place of the summary."""
    top, moved, begin = _top(plan, view)
    place = {entry.index: at for at, entry in enumerate(view) if entry.index is not None and entry.index not in moved}
    body = [Line(index, place.get(index)) for index in range(begin, plan.end)]
    span = _summary(plan, view, len(top), body)
    if span is not None and span[0] == span[1]:  # nothing beside it: a line of its own
        body.insert(span[0], Line(None, summary_place(view)))
        span = span[0], span[0] + 1
    lines = (*top, *body)
    cut = None
    if plan.cut is not None:
        cut = next((k for k, line in enumerate(lines) if line.left == plan.cut), len(lines))
    shifted = None if span is None else (span[0] + len(top), span[1] + len(top))
    return Aligned(lines=lines, summary=shifted, moved=moved, cut=cut)


def _top(plan: Plan, view: Sequence[ViewMessage]) -> tuple[list[Line], frozenset[int], int]:
    """What opens the view, the prompts that were moved there, and the first message that comes after."""
    lines: list[Line] = []
    moved: set[int] = set()
    begin = plan.start
    for place, entry in enumerate(view):
        if entry.index is None:
            break
        inside = plan.start <= entry.index < plan.end
        if inside and entry.message.role not in PROMPTS:
            break
        if inside and entry.index != begin:
            moved.add(entry.index)
            lines.append(Line(None, place))
        else:
            begin += inside
            lines.append(Line(entry.index, place))
    return lines, frozenset(moved), begin


def _summary(plan: Plan, view: Sequence[ViewMessage], top: int, body: Sequence[Line]) -> tuple[int, int] | None:
    """Lines of the body beside the summary: the summarized ones between its two neighbours in the view."""
    place = summary_place(view)
    if place is None:
        return None
    before = next((at for at in range(place - 1, top - 1, -1) if view[at].index is not None), None)
    after = next((at for at in range(place + 1, len(view)) if view[at].index is not None), None)
    lines = {line.right: k for k, line in enumerate(body) if line.right is not None and line.right in (before, after)}
    low = 0 if before is None else lines.get(before, -1) + 1
    high = len(body) if after is None else lines.get(after, len(body))
    gone = [k for k in range(low, high) if _summarized(plan, body[k].left)]
    return (gone[0], gone[-1] + 1) if gone else (high, high)


def summary_place(view: Sequence[ViewMessage]) -> int | None:
    """Place of the summary in the view, where it is a message of its own."""
    return next((at for at, entry in enumerate(view) if entry.origin == "summary" and entry.index is None), None)


def _summarized(plan: Plan, index: int | None) -> bool:
    return index is not None and plan.fates[index - plan.start] == "summarize"


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
