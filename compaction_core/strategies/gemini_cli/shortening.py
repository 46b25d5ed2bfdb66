"""The pre-pass of every compression: tool outputs keep 50,000 tokens, older long ones lose their middle.

Source: chatCompressionService.js, the function that truncates the history to a budget; fileUtils.js for the text that
is left. The system saves the whole output to a file and names it; the words here are our own.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from compaction_core.js import utf16_length, utf16_slice

BUDGET = 50_000
"""Tokens of tool outputs, newest first, that stay whole."""
LONGEST = 40_000
"""UTF-16 units of a shortened output, where the window has room for so many."""
HEAD_SHARE = 0.2


class Output(NamedTuple):
    """A tool's output: its message, its text, its tokens."""

    row: int
    text: str
    tokens: int


class Shortened(NamedTuple):
    """What the pre-pass makes of the outputs."""

    texts: Mapping[int, str]
    """The new text of each message whose output is changed."""
    passed: int | None
    """The newest message whose output does not fit the budget; None where all do."""
    tokens: int
    """Tokens of all outputs afterwards."""


def longest(limit: int, used: int) -> int:
    """UTF-16 units of a shortened output: four for each token that is left in the window, at most 40,000.

    It is negative where the window is overfull, and the release cuts with it all the same.
    """
    return min(4 * (limit - used), LONGEST)


def shorten(outputs: Iterable[Output], max_chars: int, count: Callable[[str], int], budget: int = BUDGET) -> Shortened:
    """Walk the outputs from newest to oldest. What is not over ``max_chars`` stays whole even over the budget."""
    texts: dict[int, str] = {}
    total, passed = 0, None
    for output in reversed(tuple(outputs)):
        if total + output.tokens <= budget:
            total += output.tokens
            continue
        passed = output.row if passed is None else passed
        if utf16_length(output.text) <= max_chars:
            total += output.tokens
            continue
        texts[output.row] = shortened(output.text, max_chars)
        total += count(texts[output.row])
    return Shortened(texts, passed, total)


def shortened(text: str, max_chars: int) -> str:
    """The first fifth and the last four fifths of ``max_chars``; whole if it is not longer.

    Zero keeps the whole tail, and a negative number cuts from the other ends, so that most of the text stands twice:
    JavaScript's ``slice`` counts them so, and the release does not look.
    """
    size = utf16_length(text)
    if size <= max_chars:
        return text
    head = math.floor(max_chars * HEAD_SHARE)
    tail = max_chars - head
    first = utf16_slice(text, 0, head if head >= 0 else max(0, size + head))
    last = utf16_slice(text, max(0, size - tail) if tail > 0 else min(size, -tail), size)
    left_out = size - head - tail
    note = (
        f"This output was too long: {head:,} characters of its start and {tail:,} of its end. The whole is in a file."
    )
    return f"{note}\n{first}\n\n... [{left_out:,} characters left out] ...\n\n{last}"
