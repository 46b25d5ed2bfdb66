"""Turns: a user's message and everything until the next one."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from compaction_core.session import Message


class Turn(NamedTuple):
    """messages[start:stop]; a run of user messages opens one turn. ``start`` is the first of the run."""

    start: int
    stop: int


def turns(messages: Sequence[Message], start: int = 0, stop: int | None = None) -> tuple[Turn, ...]:
    """The turns of messages[start:stop]; what stands before the first user message belongs to none.

    Summaries and injected rows (flag ``meta``) open no turn.
    """
    stop = len(messages) if stop is None else stop
    own = [i for i, message in enumerate(messages[start:stop], start) if message.role == "user" and _opens(message)]
    run = frozenset(own)
    opened = [i for i in own if i - 1 not in run]
    return tuple(Turn(start=a, stop=b) for a, b in pairwise([*opened, stop]))


def _opens(message: Message) -> bool:
    """Whether a row in the user's role is the user's own."""
    return message.summary is None and "meta" not in message.flags


def runs(indexes: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Sorted indexes as half-open ranges.

    >>> runs([1, 2, 3, 7, 9, 10])
    ((1, 4), (7, 8), (9, 11))
    """
    found: list[tuple[int, int]] = []
    start = stop = -1
    for index in indexes:
        if index != stop:
            found.append((start, stop))
            start = index
        stop = index + 1
    return (*found[1:], (start, stop)) if found else ()
