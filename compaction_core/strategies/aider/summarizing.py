"""aider's way to shorten a chat history, over plain lists of roles and tokens.

Source: aider-chat 0.86.2, history.py (``ChatSummary``). An item is the position of a message, or -1 for a summary that
was made on the way. The size of a summary is not known before it is written; it is handed in, or None: short enough.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

SUMMARY = -1
SMALLEST_SPLIT = 4
"""So few messages are not split, they are summarized as a whole."""
DEEPEST = 3
UNKNOWN_INPUT = 4_096
BUFFER = 512
"""Tokens of the weak model's input that are left free."""


class Level(NamedTuple):
    """One round: a list, where it is split, what the summarizer reads of it."""

    depth: int
    items: tuple[int, ...]
    tokens: int
    found: int | None
    """Where the tail starts by tokens; None where no split is looked for."""
    split: int | None
    """The same moved back behind an answer; None where all of it is summarized."""
    read: tuple[int, ...]
    dropped: tuple[int, ...]
    """What is neither kept nor read."""
    tail: tuple[int, ...]
    tail_tokens: int
    summary_tokens: int | None
    end: Literal["whole", "fits", "again"]


def too_big(tokens: Sequence[int], limit: float) -> bool:
    """Strictly more than the limit."""
    return sum(tokens) > limit


def levels(
    roles: Sequence[str],
    tokens: Sequence[int],
    limit: float,
    max_input: int | None,
    summary_tokens: int | None,
) -> Iterator[Level]:
    """The rounds, outermost first, for a history that is too big; ``limit`` may be a broken number.

    ``max_input`` is the weak model's, None or 0 where it is not known.
    """
    items, depth = tuple(range(len(roles))), 0
    while True:
        level = _level(items, roles, tokens, limit, max_input, summary_tokens, depth)
        yield level
        if level.end != "again":
            return
        items, depth = (SUMMARY, *level.tail), depth + 1


def _level(
    items: tuple[int, ...],
    roles: Sequence[str],
    tokens: Sequence[int],
    limit: float,
    max_input: int | None,
    summary: int | None,
    depth: int,
) -> Level:
    sizes = [(summary or 0) if item == SUMMARY else tokens[item] for item in items]
    found = split = None
    if len(items) > SMALLEST_SPLIT and depth <= DEEPEST:
        found = _tail(sizes, limit // 2)
        split = _behind_an_answer(["user" if item == SUMMARY else roles[item] for item in items], found)
    if split is None or split <= SMALLEST_SPLIT:
        return Level(depth, items, sum(sizes), found, None, items, (), (), 0, summary, "whole")
    read = _within(sizes[:split], (max_input or UNKNOWN_INPUT) - BUFFER)
    tail = sum(sizes[split:])
    fits = summary is None or summary + tail < limit
    return Level(
        depth,
        items,
        sum(sizes),
        found,
        split,
        items[:read],
        items[read:split],
        items[split:],
        tail,
        summary,
        "fits" if fits else "again",
    )


def _tail(sizes: Sequence[int], half: float) -> int:
    """Where the newest messages start that together stay strictly below half of the limit."""
    total, start = 0, len(sizes)
    while start > 0 and total + sizes[start - 1] < half:
        start -= 1
        total += sizes[start]
    return start


def _behind_an_answer(roles: Sequence[str], split: int) -> int:
    """Move the split back until an answer stands before it, down to 1."""
    while split > 1 and roles[split - 1] != "assistant":
        split -= 1
    return split


def _within(sizes: Sequence[int], room: int) -> int:
    """How many of the oldest messages fit together."""
    total = 0
    for count, size in enumerate(sizes):
        total += size
        if total > room:
            return count
    return len(sizes)
