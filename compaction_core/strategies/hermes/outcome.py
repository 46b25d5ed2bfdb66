"""What comes of a compression once it is known whether the summarizer answered, as one pure function."""

from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.strategies.hermes.arranging import place, repair
from compaction_core.strategies.hermes.tail import Row

MARGIN = 4
"""The list must hold more messages than the head and these."""


class Outcome(NamedTuple):
    """The new list; ``kept`` are the rows in it, ``position`` and ``role`` the summary's, None where there is none."""

    kept: tuple[int, ...]
    compressed: bool = False
    aborted: bool = False
    fallback: bool = False
    """A plain extract stands in for the summary."""
    previous: bool = False
    """An earlier summary was brought up to date."""
    position: int | None = None
    role: str | None = None
    merged: int | None = None
    """The row that the summary was put into."""

    @property
    def length(self) -> int:
        """Messages of the new list."""
        return len(self.kept) + (self.position is not None and self.merged is None)


def earlier_summary(rows: Sequence[Row], cut: int) -> int | None:
    """The newest summary before the cut, the head included."""
    return next((i for i in range(min(cut, len(rows)) - 1, -1, -1) if rows[i].summary), None)


def outcome(rows: Sequence[Row], head: int, start: int, cut: int, *, answered: bool, abort_on_failure: bool) -> Outcome:
    """Put a summary in place of rows[start:cut]; ``head`` is the head before it was aligned."""
    n = len(rows)
    everything = tuple(range(n))
    if n <= head + MARGIN or start >= cut:
        return Outcome(everything)
    if not answered and abort_on_failure:
        return Outcome(everything, aborted=True)
    candidates = (*range(min(start, n)), *range(cut, n))
    torn = repair(rows, candidates)
    kept = tuple(i for i in candidates if i not in torn.dropped)
    stands = place(rows, start, cut)
    lost = stands.merged and cut >= n  # there is no message to put it into, and the release drops it
    return Outcome(
        kept,
        compressed=True,
        fallback=not answered,
        previous=answered and earlier_summary(rows, cut) is not None,
        position=None if lost else sum(i < start for i in kept),
        role=None if lost else rows[cut].role if stands.merged else stands.role,
        merged=cut if stands.merged and not lost else None,
    )
