"""Where SummarizationMiddleware cuts: pure functions over messages and prefix sums.

Source: langchain 1.5.2, ``agents/middleware/summarization.py``. The list is explicit: system messages that stand in it
are counted and cut like any other. The release counts each suffix anew; a prefix sum gives the same number at once.
"""

from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.session import Message


class Round(NamedTuple):
    """One round of the search: of messages[low:high] the middle one, and the tokens from there to the end."""

    low: int
    high: int
    middle: int
    tokens: int
    fits: bool


class Search(NamedTuple):
    """The first message of the longest end that fits; None where not even the newest does."""

    found: int | None
    rounds: tuple[Round, ...]


class Legal(NamedTuple):
    """A cut that does not part the results at it from their call."""

    cut: int
    caller: int | None
    """The message with the call, which the cut moved back to."""
    behind: int | None
    """Where the run of results without a call ends, which the cut moved on to."""


def search(prefix: Sequence[int], budget: int) -> Search:
    """Bisect for the earliest message from which on at most ``budget`` tokens stand; ``prefix`` has n + 1 sums.

    >>> search((0, 50, 80, 100), 50).found, search((0, 50, 80, 100), 19).found
    (1, None)
    """
    size = len(prefix) - 1
    low, high, found = 0, size, None
    rounds = []
    while low < high:
        middle = (low + high) // 2
        tokens = prefix[size] - prefix[middle]
        fits = tokens <= budget
        rounds.append(Round(low, high, middle, tokens, fits))
        if fits:
            found = high = middle
        else:
            low = middle + 1
    return Search(found, tuple(rounds))


def legal(messages: Sequence[Message], candidate: int) -> Legal:
    """Move a cut that falls on a tool result; only the message at the cut is looked at.

    It moves back to the nearest assistant message with one of the calls that the run of results from the cut on
    answers, and without such a message on behind that run.
    """
    if candidate >= len(messages) or messages[candidate].role != "tool":
        return Legal(candidate, None, None)
    ids: set[str] = set()
    behind = candidate
    while behind < len(messages) and messages[behind].role == "tool":
        result = messages[behind].result
        if result is not None and result.call_id:
            ids.add(result.call_id)
        behind += 1
    for index in range(candidate - 1, -1, -1):
        if messages[index].role == "assistant" and any(call.id in ids for call in messages[index].calls):
            return Legal(index, index, None)
    return Legal(behind, None, behind)


class Keep(NamedTuple):
    """What stays: ``messages`` or ``tokens``, the other one None."""

    messages: int | None
    tokens: int | None


def keep_of(kind: str, value: float, max_input_tokens: int | None) -> Keep | None:
    """The setting resolved; None where a fraction has no limit to be a share of."""
    if kind == "messages":
        return Keep(int(value), None)
    if kind == "tokens":
        return Keep(None, max(1, int(value)))
    return None if max_input_tokens is None else Keep(None, max(1, int(max_input_tokens * value)))


class Cut(NamedTuple):
    """The cut and how it was found. ``cut`` 0: nothing goes."""

    cut: int
    candidate: int
    search: Search | None
    caller: int | None
    behind: int | None


def cutoff(messages: Sequence[Message], prefix: Sequence[int], total: int, keep: Keep) -> Cut:
    """Where the list is cut. ``total`` is the scaled count, ``prefix`` are plain sums.

    >>> cutoff((), (0,), 0, Keep(20, None)).cut
    0
    """
    size, found = len(messages), None
    if keep.tokens is None:
        if keep.messages is None or size <= keep.messages:
            return Cut(0, 0, None, None, None)
        candidate = size - keep.messages
    else:
        if not size or total <= keep.tokens:
            return Cut(0, 0, None, None, None)
        found = search(prefix, keep.tokens)
        if found.found is None and size == 1:
            return Cut(0, 0, found, None, None)
        candidate = size - 1 if found.found is None else found.found
    cut, caller, behind = legal(messages, candidate)
    return Cut(cut, candidate, found, caller, behind)
