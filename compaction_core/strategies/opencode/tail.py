"""Which entries stay word for word: the newest turns within a budget, and the end of the turn that no longer fits.

Source: opencode 1.14.34 and 1.18.34, ``select`` and ``splitTurn``. The quirks are the algorithm: a turn that does not
fit is cut inside and then the walk ends; a tail that would hold the whole list holds nothing.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from compaction_core.strategies.opencode.wire import Size


class Turn(NamedTuple):
    """entries[start:stop], and how large they are."""

    start: int
    stop: int
    tokens: int


class Tail(NamedTuple):
    """What the walk saw."""

    whole: tuple[Turn, ...]
    """Turns that fit, newest first."""
    total: int
    """Their tokens, each turn rounded by itself."""
    over: Turn | None
    """The turn that does not fit, at which the walk ends."""
    split: int | None
    """First entry of the end of that turn that still fits."""
    start: int | None
    """First kept entry; None: nothing is kept, and everything is summarized."""

    @property
    def reached(self) -> int | None:
        """Where the tail would start, before the rule that it may not hold everything."""
        return self.split if self.split is not None else (self.whole[-1].start if self.whole else None)


def select(starts: Sequence[int], count: int, size: Size, budget: int, limit: int | None) -> Tail:
    """Walk the turns back from the newest.

    ``starts`` are the entries that begin a turn, ``count`` is the number of entries, ``limit`` the most turns (None:
    all). What stands before the first turn belongs to none and is never kept by itself.
    """
    turns = list(pairwise((*starts, count)))
    if limit is not None:
        turns = turns[-limit:] if limit > 0 else []
    whole: list[Turn] = []
    total, over, split = 0, None, None
    for start, stop in reversed(turns):
        turn = Turn(start, stop, size(start, stop))
        if total + turn.tokens > budget:
            over, split = turn, _split(turn, size, budget - total)
            break
        whole.append(turn)
        total += turn.tokens
    seen = Tail(tuple(whole), total, over, split, None)
    return seen._replace(start=seen.reached or None)


def _split(turn: Turn, size: Size, rest: int) -> int | None:
    """The earliest entry behind the turn's first from which its end costs no more than ``rest``."""
    if rest <= 0:
        return None
    return next((at for at in range(turn.start + 1, turn.stop) if size(at, turn.stop) <= rest), None)
