"""Messages as blocks of a strip: tiny neighbours merge into a bin, so that a browser draws few bars."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from compaction_core.tokens import Category, Measured

MOST_BLOCKS = 1200


class Block(NamedTuple):
    """Messages first..last (both included) drawn as one block, ``left`` tokens from the start of the strip."""

    first: int
    last: int
    left: int
    shares: tuple[tuple[Category, int], ...]

    @property
    def width(self) -> int:
        """Tokens of the block."""
        return sum(tokens for _, tokens in self.shares)

    @property
    def label(self) -> str:
        """``#12``, or ``#12–#19`` for a bin."""
        return f"#{self.first}" if self.first == self.last else f"#{self.first}–#{self.last}"


def blocks(
    measured: Measured, start: int, stop: int, borders: Sequence[int] = (), most: int = MOST_BLOCKS
) -> tuple[Block, ...]:
    """The strip of messages[start:stop] in at most about ``most`` blocks; a bin never crosses a border.

    A message of its own is at least 1/most of the strip wide; smaller neighbours are binned up to that width.
    """
    total = measured.between(start, stop)
    smallest = total / most if stop - start > most else 0
    edges, counts = set(borders), measured.counts
    starts: list[int] = []
    width = 0
    for index in range(start, stop):
        tokens = counts[index]
        if starts and index not in edges and width + tokens <= smallest:
            width += tokens
        else:
            starts.append(index)
            width = tokens
    left, columns = measured.prefix[start], tuple(measured.columns.items())
    return tuple(
        Block(first, after - 1, measured.prefix[first] - left, _shares(columns, first, after))
        for first, after in pairwise([*starts, stop])
    )


def _shares(
    columns: Sequence[tuple[Category, tuple[int, ...]]], first: int, after: int
) -> tuple[tuple[Category, int], ...]:
    """Tokens by category of messages[first:after]; only categories that occur."""
    if after == first + 1:
        return tuple([(name, column[first]) for name, column in columns if column[first]])
    sums = [(name, sum(column[first:after])) for name, column in columns]
    return tuple([(name, tokens) for name, tokens in sums if tokens])
