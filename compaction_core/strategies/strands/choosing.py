"""The choices both managers make, over plain lists.

Source: strands-agents 1.62.0, compression/context_compression.py and compression/pin_message.py.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from compaction_core.strategies.strands.native import Native

SMALLEST, LARGEST = 0.1, 0.8
"""The ratio is held between them."""


class Choice(NamedTuple):
    """What the summarizing manager makes of a list; numbers are those of Strands' list."""

    ratio: float
    """As it is used."""
    wanted: int
    """max(1, ⌊messages × ratio⌋)."""
    capped: int
    """Not more than leaves the recent ones; 0 or less is a failure."""
    split: int | None
    """Where the kept part starts, pairs kept whole; None where there is no such place."""
    pinned: tuple[int, ...] = ()
    summarized: tuple[int, ...] = ()
    failure: Literal["too_few", "no_split", "all_pinned"] | None = None


def choose(found: Sequence[Native], ratio: float, preserve_recent: int, pin_first: int) -> Choice:
    """Which messages the summarizing manager summarizes."""
    held = max(SMALLEST, min(LARGEST, ratio))
    wanted = max(1, int(len(found) * held))
    capped = min(wanted, len(found) - preserve_recent)
    if capped <= 0:
        return Choice(held, wanted, capped, None, failure="too_few")
    split = whole_pairs(found, capped)
    if split is None:
        return Choice(held, wanted, capped, None, failure="no_split")
    pinned = pins(found, split, pin_first)
    taken = set(pinned)
    rest = tuple(i for i in range(split) if i not in taken)
    return Choice(held, wanted, capped, split, pinned, rest, None if rest else "all_pinned")


def whole_pairs(found: Sequence[Native], split: int) -> int | None:
    """Move the split on while it would start with a result, or with a call that no result follows.

    A call that is the very last message is let through. None where the walk runs off the end.
    """
    if split >= len(found):
        return split if split == len(found) else None
    while split < len(found):
        here = found[split]
        open_call = here.calls and split + 1 < len(found) and not found[split + 1].results
        if not (here.results or open_call):
            return split
        split += 1
    return None


def plain_user(found: Sequence[Native], start: int) -> int | None:
    """The first message from ``start`` on that is the user's and no tool result."""
    return next((i for i in range(start, len(found)) if found[i].is_plain), None)


def answered_call(found: Sequence[Native], start: int) -> int | None:
    """The first message from ``start`` on with calls, right before a message with results."""
    return next((i for i in range(start, len(found) - 1) if found[i].calls and found[i + 1].results), None)


def pins(found: Sequence[Native], stop: int, pin_first: int) -> tuple[int, ...]:
    """Which of found[:stop] are pinned: the first ``pin_first``, and the neighbour that shares a call with one of them.

    Only a direct neighbour counts, and a partner does not pin its own neighbour again.
    """
    marked = min(pin_first, len(found))
    kept = list(range(min(marked, stop)))
    after = marked  # the only message outside that has a marked neighbour
    if 0 < marked <= after < stop and found[after].ids & found[after - 1].ids:
        kept.append(after)
    return tuple(kept)
