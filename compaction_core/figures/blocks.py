"""Messages as blocks of a strip: tiny neighbours merge into a bin, so that a browser draws few bars."""

from collections.abc import Sequence

from compaction_core.session import Record
from compaction_core.tokens import Category, Measured

MOST_BLOCKS = 1200


class Block(Record):
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
    edges = set(borders)
    groups: list[list[int]] = []
    width = 0
    for index in range(start, stop):
        tokens = measured.counts[index]
        fits = groups and index not in edges and width + tokens <= smallest
        if fits:
            groups[-1].append(index)
            width += tokens
        else:
            groups.append([index])
            width = tokens
    return tuple(_block(measured, start, group) for group in groups)


def _block(measured: Measured, start: int, group: list[int]) -> Block:
    first, last = group[0], group[-1]
    shares = tuple(measured.by_category(first, last + 1).items())
    return Block(first=first, last=last, left=measured.between(start, first), shares=shares)
