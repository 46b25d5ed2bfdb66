"""Where pi cuts, and what it summarizes: pure functions over entries, which are a kind and an estimate each.

Source: pi-coding-agent 0.73.1, compaction.js, findCutPoint and prepareCompaction. The walk goes from the newest entry
back until ``keep`` tokens are reached; the entry that reaches them stays, and the cut moves on to the next place where
one is allowed. A tool result is no such place. If there is none behind, the cut falls back to the *first* allowed
place, so everything is kept. Settings entries, over which pi moves the cut back, do not occur in our records.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Kind = Literal["user", "assistant", "tool", "summary"]
"""``summary`` is a compaction entry: not a message, never a cut, not counted."""
CUTS: tuple[Kind, ...] = ("user", "assistant")


class CutPoint(NamedTuple):
    """Where the kept part starts. ``turn_start`` is set where that is inside a turn."""

    first_kept: int
    turn_start: int | None
    reached: int | None
    """The entry at which the walk had ``keep`` tokens; None if it never had."""
    walked: int
    """Tokens when the walk ended."""


class Preparation(NamedTuple):
    """What one compaction takes."""

    start: int
    cut: CutPoint
    history: tuple[int, ...]
    """Entries for the summary."""
    prefix: tuple[int, ...]
    """The start of the turn that is cut, for a summary of its own."""
    previous: int | None
    """The last compaction entry."""


def find_cut_point(kinds: Sequence[Kind], tokens: Sequence[int], start: int, stop: int, keep: int) -> CutPoint:
    """The cut in entries[start:stop]; ``start`` itself where no entry allows one.

    >>> find_cut_point(("user", "assistant", "tool", "assistant"), (9, 9, 9, 9), 0, 4, 10)
    CutPoint(first_kept=3, turn_start=0, reached=2, walked=18)
    >>> find_cut_point(("user", "assistant", "tool"), (9, 9, 30), 0, 3, 10)
    CutPoint(first_kept=0, turn_start=None, reached=2, walked=30)
    """
    reached, walked = _walk(kinds, tokens, start, stop, keep)
    first = next((i for i in range(start, stop) if kinds[i] in CUTS), None)
    if first is None:
        return CutPoint(start, None, reached, walked)
    behind = range(stop if reached is None else reached, stop)
    cut = next((i for i in behind if kinds[i] in CUTS), first)
    turn = None if kinds[cut] == "user" else next((i for i in range(cut, start - 1, -1) if kinds[i] == "user"), None)
    return CutPoint(cut, turn, reached, walked)


def prepare(kinds: Sequence[Kind], tokens: Sequence[int], keep: int, start: int | None = None) -> Preparation | None:
    """What a compaction of all entries takes; None where the last entry is a compaction or there is none.

    ``start`` is the first entry that the last compaction kept (0.73.1) or the one behind it (0.58.3); not given: the
    latter. Without a compaction it is 0.
    """
    stop = len(kinds)
    if not kinds or kinds[-1] == "summary":
        return None
    previous = next((i for i in range(stop - 1, -1, -1) if kinds[i] == "summary"), None)
    begin = 0 if previous is None else previous + 1 if start is None else start
    if begin >= stop:
        return None
    cut = find_cut_point(kinds, tokens, begin, stop, keep)
    turn = cut.first_kept if cut.turn_start is None else cut.turn_start
    return Preparation(
        start=begin,
        cut=cut,
        history=tuple(i for i in range(begin, turn) if kinds[i] != "summary"),
        prefix=tuple(i for i in range(turn, cut.first_kept) if kinds[i] != "summary"),
        previous=previous,
    )


def _walk(kinds: Sequence[Kind], tokens: Sequence[int], start: int, stop: int, keep: int) -> tuple[int | None, int]:
    """The newest entry from which on ``keep`` tokens stand, and the tokens then."""
    walked = 0
    for i in range(stop - 1, start - 1, -1):
        if kinds[i] == "summary":
            continue
        walked += tokens[i]
        if walked >= keep:
            return i, walked
    return None, walked
