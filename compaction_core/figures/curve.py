"""The running context as columns of points: what the timeline draws, in numbers."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from compaction_core.session import Session
from compaction_core.strategies.plans import Plan
from compaction_core.tokens import CATEGORIES, Category, Measured

MOST_POINTS = 800


@dataclass(frozen=True)
class Curve:
    """For each drawn message: the context after it, by category and in all, in tokens."""

    points: list[int]
    columns: dict[Category, list[int]]
    totals: list[int]


def sample(session: Session, measured: Measured, plan: Plan | None) -> list[int]:
    """The message indexes that are drawn: all of a short session, else evenly spread plus every corner."""
    size = measured.length
    if size <= MOST_POINTS:
        return list(range(size))
    corners = {0, size - 1}
    for compaction in session.compactions:
        corners |= {compaction.index - 1, compaction.index}
    if plan is not None:
        corners |= {plan.end - 1, plan.start, *([plan.cut] if plan.cut is not None else [])}
    spread = {i * size // MOST_POINTS for i in range(MOST_POINTS)}
    return sorted(i for i in corners | spread if 0 <= i < size)


def curve(session: Session, measured: Measured, points: list[int], floor: int) -> Curve:
    """The context since the last recorded compaction before each point, with what that compaction kept from before it.

    System prompts are in it from the start of a context on, also when they stand before that compaction; what the
    ``floor`` holds beyond them (tool schemas, or a typed overhead) is drawn with them.
    """
    starts = context_starts(session, points)
    prompts = sum(measured.columns.get("system", ()))
    outside = max(0, floor - prompts)
    columns: dict[Category, list[int]] = {}
    for category in CATEGORIES:
        column = measured.columns.get(category)
        if category == "system" and (column or outside):
            columns[category] = _prompts(column or (0,) * measured.length, starts, points, outside)
        elif column is not None:
            columns[category] = _running(column, starts, points, session.kept_before)
    totals = [sum(values) for values in zip(*columns.values(), strict=True)] if columns else [0] * len(points)
    return Curve(points, columns, totals)


def context_starts(session: Session, points: Sequence[int]) -> list[int]:
    """For each point (ascending), where the context it belongs to starts."""
    borders = [start for start, _ in session.stretches]
    return [borders[bisect_right(borders, point) - 1] for point in points]


def _running(
    column: tuple[int, ...], starts: list[int], points: list[int], kept: dict[int, tuple[int, ...]]
) -> list[int]:
    """The column added up since each point's context start, with the messages kept from before it."""
    prefix = [0, *accumulate(column)]
    front = {start: sum(column[i] for i in kept.get(start, ())) for start in set(starts)}
    return [prefix[p + 1] - prefix[start] + front[start] for p, start in zip(points, starts, strict=True)]


def _prompts(column: tuple[int, ...], starts: list[int], points: list[int], outside: int) -> list[int]:
    """System prompts up to each point, those from before its context start too."""
    prefix = [0, *accumulate(column)]
    return [outside + prefix[point + 1] for point in points] if starts else []
