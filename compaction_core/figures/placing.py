"""Where labels go so that none lies on another or on a line: settled for the narrowest screen, so that it holds on all.

A label's place is a share of the plot's width or height and its size is in pixels, so what stands clear on the
narrowest plot stands clearer on every wider or higher one.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

Anchor = Literal["left", "center", "right"]

NARROWEST = 210
"""Pixels of the plot's width on a screen of 420."""
LINE = 1.3
"""Height of a line of text over its font size, as plotly sets it."""
LETTER, BOLD = 0.5, 0.54
"""Width of a letter over the font size: more than the fonts of the house take, for where they are not there."""
APART = 4
"""Pixels between two labels of a row."""


def width(text: str, size: float) -> float:
    """Pixels of a label, by its longest line; ``<b>`` and ``<br>`` count as what they do.

    >>> width("abcd", 10), width("<b>abcd</b><br>ab", 10)
    (20.0, 21.6)
    """
    letter = BOLD if "<b>" in text else LETTER
    longest = max(len(re.sub(r"<[^>]*>", "", line)) for line in text.split("<br>"))
    return round(longest * size * letter, 1)


def height(text: str, size: float) -> float:
    """Pixels of a label.

    >>> height("a<br>b", 10)
    26.0
    """
    return (text.count("<br>") + 1) * size * LINE


def stacked(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """Middles of labels in a column, ascending as wanted: none over another, each as near as can be to its line.

    All lie between ``low`` and ``high`` where there is room for them, else from ``low`` on.

    >>> stacked([10, 11, 50], [4, 4, 4], 0, 100)
    [8.5, 12.5, 50.0]
    """
    offsets = [0.0]
    for one, other in pairwise(sizes):
        offsets.append(offsets[-1] + (one + other) / 2)
    runs: list[list[float]] = []  # labels that touch: the sum of where each would put the first, and their number
    for middle, offset in zip(wanted, offsets, strict=False):
        runs.append([middle - offset, 1])
        while len(runs) > 1 and runs[-2][0] * runs[-1][1] > runs[-1][0] * runs[-2][1]:
            total, number = runs.pop()
            runs[-1][0] += total
            runs[-1][1] += number
    if not runs:
        return []
    lowest = low + sizes[0] / 2
    highest = max(lowest, high - sizes[-1] / 2 - offsets[-1])
    places = [min(max(total / number, lowest), highest) for total, number in runs for _ in range(int(number))]
    return [place + offset for place, offset in zip(places, offsets, strict=True)]


class Wanted(NamedTuple):
    """A label above the plot: where it belongs, as shares of the width, and its width in pixels."""

    first: float
    last: float
    wide: float


class Placed(NamedTuple):
    """Where it went: its row, 0 the lowest, the point it is set at, and whether a line down to the plot is free."""

    row: int
    at: float
    anchor: Anchor
    free: bool


def rows(wanted: Sequence[Wanted], left: float, right: float, plot: float = NARROWEST) -> list[Placed]:
    """Labels above the plot, each in the lowest row where it touches no other, nor the line down from one.

    ``wanted`` from right to left, so that a line down passes what was placed before it. ``left`` and ``right`` are
    pixels beside the plot that labels may reach into, ``plot`` the narrowest plot. A label of a range is set in its
    middle; one of a point begins there, or ends there near the right end.
    """
    found: list[Placed] = []
    spans: list[tuple[float, float]] = []
    for one in wanted:
        at, anchor = _anchored(one, left, right, plot)
        start = at * plot - {"left": 0.0, "center": one.wide / 2, "right": one.wide}[anchor]
        span, down = (start, start + one.wide), (one.first + one.last) / 2 * plot
        above = max((each.row for each in found), default=-1) + 1
        row = next((row for row in range(above) if _fits(row, span, down, found, spans, wanted, plot)), above)
        free = not any(each.row < row and _in(down, other) for each, other in zip(found, spans, strict=True))
        found.append(Placed(row, at, anchor, free))
        spans.append(span)
    return found


def _anchored(one: Wanted, left: float, right: float, plot: float) -> tuple[float, Anchor]:
    middle = (one.first + one.last) / 2
    if one.first < one.last and middle * plot + left >= one.wide / 2 and (1 - middle) * plot + right >= one.wide / 2:
        return middle, "center"
    if (1 - one.first) * plot + right >= one.wide:
        return one.first, "left"
    return one.last, "right"


def _in(x: float, span: tuple[float, float]) -> bool:
    return span[0] - APART / 2 < x < span[1] + APART / 2


def _fits(
    row: int, span: tuple[float, float], down: float, found: Sequence[Placed], spans: Sequence[tuple[float, float]],
    wanted: Sequence[Wanted], plot: float,
) -> bool:  # fmt: skip
    for each, other, its in zip(found, spans, wanted, strict=False):
        if each.row == row and span[0] < other[1] + APART and other[0] < span[1] + APART:
            return False
        if each.row < row and _in(down, other):
            return False
        if each.row > row and each.free and _in((its.first + its.last) / 2 * plot, span):
            return False
    return True
