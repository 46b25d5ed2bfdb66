"""Messages as blocks of a strip: tiny neighbours merge into a bin, so that a browser draws few bars."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from compaction_core.strategies.plans import Plan
from compaction_core.strategies.staying import in_front, prompts_before
from compaction_core.tokens import Category, Measured

MOST_BLOCKS = 1200
GAP = 0.012
"""Width of the gap behind what was kept from before, as a share of all tokens."""


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
    prefix, edges = measured.prefix, sorted({*borders, stop})
    smallest = (prefix[stop] - prefix[start]) / most if stop - start > most else 0
    starts: list[int] = []
    index = start
    while index < stop:  # from block to block, not from message to message: there are twenty thousand
        starts.append(index)
        fits = bisect_right(prefix, prefix[index] + smallest, index + 1, stop + 1) - 1
        index = min(max(index + 1, fits), edges[bisect_right(edges, index)])
    left, columns = prefix[start], tuple(measured.columns.items())
    return tuple(
        Block(first, after - 1, prefix[first] - left, _shares(columns, first, after))
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


@dataclass(frozen=True)
class Shown:
    """What a strip draws, left to right: what stays from before, a gap, messages[start:end]. In tokens."""

    measured: Measured
    start: int
    end: int
    retained: tuple[int, ...] = ()
    """See ``Plan.retained``."""

    @cached_property
    def prompts(self) -> tuple[int, ...]:
        """The system prompts before ``start``."""
        return prompts_before(self.measured, self.start)

    @cached_property
    def front(self) -> tuple[int, ...]:
        """What stands in front of the gap: system prompts, and what a recorded compaction kept."""
        return in_front(self.measured, self.start, self.retained)

    @cached_property
    def _edges(self) -> tuple[int, ...]:
        return (0, *accumulate(self.measured.counts[number] for number in self.front))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of every message drawn, ascending."""
        return (*self.front, *range(self.start, self.end))

    @property
    def first(self) -> int:
        """The number of the first message drawn."""
        return self.front[0] if self.front else self.start

    @property
    def tokens(self) -> int:
        """Tokens of everything drawn."""
        return self._edges[-1] + self.measured.between(self.start, self.end)

    @cached_property
    def shift(self) -> int:
        """Where messages[start:end] begin: 0 where nothing stands in front of them."""
        return self._edges[-1] + max(1, round(GAP * self.tokens)) if self.front else 0

    @property
    def width(self) -> int:
        """The right end: the tokens and the gap."""
        return self.shift + self.measured.between(self.start, self.end)

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and (self.start <= number < self.end or number in self.front)

    def left(self, number: int) -> int:
        """Where a message begins; the left edge of the next one drawn for a message that is not."""
        if number >= self.start:
            return self.shift + self.measured.between(self.start, number)
        return self._edges[bisect_left(self.front, number)]

    def right(self, number: int) -> int:
        """Where a message that is drawn ends."""
        return self.left(number) + self.measured.counts[number]

    def middle(self, number: int) -> float:
        """The middle of a message that is drawn."""
        return self.left(number) + self.measured.counts[number] / 2

    def blocks(self, borders: Collection[int] = (), most: int = MOST_BLOCKS) -> tuple[Block, ...]:
        """See ``blocks``; a bin crosses neither a border nor a gap in the numbers."""
        listed, edges, prompts = self.front, set(borders), set(self.prompts)
        breaks = [
            at
            for at, (before, number) in enumerate(pairwise(listed), 1)
            if number in edges or number > before + 1 or (number in prompts) != (before in prompts)
        ]
        front = blocks(self.measured.picked(listed), 0, len(listed), breaks, most) if listed else ()
        return (
            *(block._replace(first=listed[block.first], last=listed[block.last]) for block in front),
            *(block._replace(left=block.left + self.shift)
              for block in blocks(self.measured, self.start, self.end, tuple(edges), most)),
        )  # fmt: skip


def shown(measured: Measured, plan: Plan) -> Shown:
    """The messages of a plan as a strip draws them."""
    return Shown(measured, plan.start, plan.end, plan.retained)
