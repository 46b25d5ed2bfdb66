"""The token strip as numbers small enough to send: one width per coloured part, a letter for its category."""

import math
from typing import Any

from compaction_core.figures.blocks import Shown
from compaction_core.session import Message, Session
from compaction_core.tokens import CATEGORIES, Category, Measured

MOST_BLOCKS = 5_000
"""Above this many messages, neighbours share a block …"""
BINNED_BLOCKS = 2_000
"""… and there are at most this many blocks."""
_LETTERS = dict(zip(CATEGORIES, "abcdefghi", strict=True))


def strip(session: Session, row: Shown) -> dict[str, Any]:
    """Pack what stays from before, a block each, and messages[start:end].

    ``widths`` are tokens, joined by commas, one per part; ``letters`` holds one letter per part, the first part of
    a block in capitals. A block is one message, or ``bin`` messages in a row. ``ticks`` are message numbers,
    ``gap`` the tokens between the two.
    """
    measured, start, end = row.measured, row.start, row.end
    size = end - start
    per_block = 1 if size <= MOST_BLOCKS else math.ceil(size / BINNED_BLOCKS)
    widths: list[int] = []
    letters: list[str] = []
    spans = [(number, number + 1) for number in row.front]
    spans += [(left, min(left + per_block, end)) for left in range(start, end, per_block)]
    for left, right in spans:
        parts = _parts(session.messages[left], measured, left, right)
        for number, (category, tokens) in enumerate(parts):
            widths.append(tokens)
            letters.append(_LETTERS[category] if number else _LETTERS[category].upper())
    return {
        "widths": ",".join(map(str, widths)),
        "letters": "".join(letters),
        "bin": per_block,
        "total": row.width,
        "gap": row.width - row.tokens,
        "ticks": ticks(start, end),
    }


def _parts(first: Message, measured: Measured, left: int, right: int) -> list[tuple[Category, int]]:
    """Tokens by category of one block; a block without tokens is still a block, in its role's colour."""
    if right - left == 1:  # by_category slices every column: too slow for one message at a time
        parts = [(name, column[left]) for name, column in measured.columns.items() if column[left]]
    else:
        parts = list(measured.by_category(left, right).items())
    return parts or [(_role_category(first), 0)]


def _role_category(message: Message) -> Category:
    match message.role:
        case "system" | "developer":
            return "system"
        case "tool":
            return "tool_result"
        case role:
            return role


def ticks(start: int, end: int, about: int = 12) -> list[int]:
    """Round message numbers inside [start, end), about a dozen, the first one included.

    >>> ticks(0, 412)
    [0, 50, 100, 150, 200, 250, 300, 350, 400]
    """
    if end <= start:
        return []
    rough = (end - start) / about
    power = 10 ** math.floor(math.log10(rough)) if rough >= 1 else 1
    gap = next(m * power for m in (1, 2, 5, 10) if m * power >= rough)
    numbers = range(math.ceil(start / gap) * gap, end, gap)
    return sorted({start, *numbers})


def places(row: Shown, indexes: set[int]) -> dict[str, int]:
    """Where messages begin, in tokens from the start of the strip: exact even where blocks are bins."""
    return {str(index): row.left(index) for index in sorted(indexes)}


def merge(ranges: list[tuple[int, int]]) -> list[list[int]]:
    """Touching half-open ranges joined, in order.

    >>> merge([(5, 6), (3, 5), (8, 9)])
    [[3, 6], [8, 9]]
    """
    joined: list[list[int]] = []
    for left, right in sorted(ranges):
        if joined and left <= joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], right)
        else:
            joined.append([left, right])
    return joined
