"""Where the server's sliding window cuts.

Source: summarizer_sliding_window.py:130-232, self_summarizer.py (the same loop), 0.16.8. The loop is Letta Code's
(letta.md §1.4: the ratio grows before each try, equal to the goal goes on, a ratio that reached 1 is an error) with
these differences: messages are counted with the system message; halves round to the even number; the walk back has no
upper bound, so that a cut at the end is found first and refused afterwards; calls that wait for consent are legal too;
there is no smallest number of messages; a ratio above 1 is refused at once, and below 0 the goal exceeds the window, so
that nothing is tried.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

RATIO_STEP = 0.1
Refused = Literal["no_cut", "cut_at_end", "bad_percentage"]


class Try(NamedTuple):
    """One ratio: the last message it allows (may lie behind the list), the cut found, and what it would keep."""

    ratio: float
    limit: int
    cut: int | None
    kept: int | None


class Search(NamedTuple):
    """What the loop came to. Indexes are those of the server's list, its system message being 0."""

    goal: float
    maximum: int
    """The cut must lie below."""
    tries: tuple[Try, ...]
    ratio: float
    cut: int | None
    """None where the search failed."""
    refused: Refused | None


def search(legal: Sequence[bool], pending: bool, percentage: float, window: int, count: Callable[[int], int]) -> Search:
    """Find a cut in a list. ``legal`` says where it may lie, ``pending`` that the last message is an approval.

    ``count(cut)`` are the tokens of the system message and messages[cut:]; ``window`` is the agent's, in tokens.
    """
    n = len(legal)
    goal, maximum = (1 - percentage) * window, n - 2 if pending else n - 1
    if percentage > 1:
        return Search(goal, maximum, (), percentage, None, "bad_percentage")
    before = _legal_before(legal)
    tries: list[Try] = []
    ratio, cut, kept = percentage, None, window
    while kept >= goal and ratio < 1.0:
        ratio += RATIO_STEP
        limit = round(ratio * n)
        cut = before[min(limit, n - 1)] if limit > 0 else None
        kept = kept if cut is None else count(cut)
        tries.append(Try(ratio, limit, cut, None if cut is None else kept))
    refused: Refused | None = None
    if cut is None or ratio >= 1.0:
        refused = "no_cut"
    elif cut >= maximum:
        refused = "cut_at_end"
    return Search(goal, maximum, tuple(tries), ratio, cut if refused is None else None, refused)


def _legal_before(legal: Sequence[bool]) -> list[int | None]:
    """For each message the last legal one at or before it, the first message left out."""
    last: int | None = None
    found: list[int | None] = []
    for index, allowed in enumerate(legal):
        last = index if allowed and index else last
        found.append(last)
    return found
