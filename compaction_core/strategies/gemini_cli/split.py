"""Where Gemini CLI cuts: at a user's turn, by the characters of the JSON.

Source: chatCompressionService.js, the function that finds the split point. Sizes are characters and not tokens; only a
user's own message may start the kept part; a list that ends in a finished answer goes whole when no turn starts late
enough.
"""

from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.strategies.gemini_cli.contents import Content


class Split(NamedTuple):
    """The first kept content (their number: nothing is kept; 0: nothing goes) and how it came about."""

    at: int
    target: float
    """Characters that must stand in front of a turn for it to be taken."""
    total: int
    passed: int
    """The first content with at least ``target`` characters before it; their number if there is none."""
    why: str
    """``turn``: late enough; ``everything``: the list ends in an answer; ``last_turn``: only that is left."""


class FractionOutOfRange(ValueError):
    """The share to summarize is not between 0 and 1."""


def split_point(found: Sequence[Content], sizes: Sequence[int], fraction: float) -> Split:
    """Cut ``found``, whose JSON has ``sizes``; raises FractionOutOfRange unless 0 < fraction < 1."""
    if not 0 < fraction < 1:
        raise FractionOutOfRange("The share to summarize must lie between 0 and 1, both left out.")
    total = sum(sizes)
    target, before, last, passed = total * fraction, 0, 0, len(found)
    for index, content in enumerate(found):
        if before >= target and passed == len(found):
            passed = index
        if content.is_turn:
            if before >= target:
                return Split(index, target, total, passed, "turn")
            last = index
        before += sizes[index]
    if found and found[-1].role == "model" and not found[-1].calls:
        return Split(len(found), target, total, passed, "everything")
    return Split(last, target, total, passed, "last_turn")
