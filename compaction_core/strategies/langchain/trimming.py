"""``trim_messages``: the longest end, or start, of a list that fits a budget, and a part of the message beside it.

Source: langchain-core 1.8.3, ``messages/utils.py``. Nothing keeps a call and its results together: ``start_on`` and
``end_on`` are all there is. The list is explicit, its tokens come from a function over ranges of it.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from compaction_core.session import Message, Part, Role, Text, ToolResult

Kind = Literal["human", "ai", "tool", "system"]
KINDS: dict[Role, Kind] = {
    "user": "human",
    "assistant": "ai",
    "tool": "tool",
    "system": "system",
    "developer": "system",
}
Count = Callable[[int, int], int]
"""Tokens of items[start:stop]."""
Partial = Callable[[int, int], Message | None]
"""What of an item fits into so many tokens; None where nothing does."""


class Probe(NamedTuple):
    """One round of the search: so many messages have so many tokens."""

    size: int
    tokens: int
    fits: bool


class Trimmed(NamedTuple):
    """items[start:stop] stay, and item 0 beside them where ``system`` says so."""

    start: int
    stop: int
    system: bool = False
    cut: int | None = None
    """The one item of them that stays in part."""
    part: Message | None = None
    """What stays of it."""
    fitted: int = 0
    """Whole items that fit, before ``start_on`` or ``end_on``."""
    budget: int = 0
    probes: tuple[Probe, ...] = ()

    @property
    def kept(self) -> tuple[int, ...]:
        """Every item that stays, ascending."""
        return (*((0,) if self.system else ()), *range(self.start, self.stop))


def trim_last(
    kinds: Sequence[Kind],
    max_tokens: int,
    count: Count,
    *,
    start_on: Collection[Kind] = (),
    end_on: Collection[Kind] = (),
    include_system: bool = False,
    partial: Partial | None = None,
) -> Trimmed:
    """Keep the end. ``start_on`` drops from its oldest side until a kind matches, and may leave nothing."""
    stop = len(kinds)
    while end_on and stop and kinds[stop - 1] not in end_on:
        stop -= 1
    system = include_system and stop > 0 and kinds[0] == "system"
    first = int(system)
    budget = max(0, max_tokens - count(0, 1)) if system else max_tokens
    size, probes = _most(stop - first, budget, lambda n: count(stop - n, stop))
    start, part, cut = stop - size, None, None
    if partial is not None and start > first:
        part = partial(start - 1, budget - count(start, stop))
        start, cut = (start - 1, start - 1) if part is not None else (start, None)
    while start_on and start < stop and kinds[start] not in start_on:
        start += 1
    if cut is not None and cut < start:
        cut = part = None
    return Trimmed(start, stop, system, cut, part, size, budget, probes)


def trim_first(
    kinds: Sequence[Kind],
    max_tokens: int,
    count: Count,
    *,
    end_on: Collection[Kind] = (),
    partial: Partial | None = None,
) -> Trimmed:
    """Keep the start. ``end_on`` drops from its newest side until a kind matches."""
    size, probes = _most(len(kinds), max_tokens, lambda n: count(0, n))
    stop, part, cut = size, None, None
    if partial is not None and stop < len(kinds):
        part = partial(stop, max_tokens - count(0, stop))
        stop, cut = (stop + 1, stop) if part is not None else (stop, None)
    while end_on and stop and kinds[stop - 1] not in end_on:
        stop -= 1
    if cut is not None and cut >= stop:
        cut = part = None
    return Trimmed(0, stop, False, cut, part, size, max_tokens, probes)


def _most(size: int, budget: int, tokens: Callable[[int], int]) -> tuple[int, tuple[Probe, ...]]:
    """How many messages fit: all at once, else by bisection."""
    whole = tokens(size)
    if whole <= budget:
        return size, (Probe(size, whole, True),)
    probes = [Probe(size, whole, False)]
    low, high = 0, size
    while low < high:
        middle = (low + high + 1) // 2
        seen = tokens(middle)
        probes.append(Probe(middle, seen, seen <= budget))
        if seen <= budget:
            low = middle
        else:
            high = middle - 1
    return low, tuple(probes)


def part_of(message: Message, room: int, tokens: Callable[[Message], int], newest: bool) -> Message | None:
    """The message without its older (else newer) blocks, else with the lines of one block that fit into ``room``.

    A block is text, a result or an image; lines keep their break. None where not even one line fits.
    """
    calls = tuple(part for part in message.parts if part.kind == "tool_call")
    left = blocks(message)
    if newest:
        left.reverse()
    while len(left) > 1:
        left.pop()
        found = _with(message, left, calls, newest)
        if tokens(found) <= room:
            return found
    if not left or not isinstance(left[0], Text | ToolResult) or not left[0].text:
        return None
    block, lines = left[0], left[0].text.split("\n")
    lines = [*(f"{line}\n" for line in lines[:-1]), lines[-1]]

    def shortened(size: int) -> Message:
        taken = lines[len(lines) - size :] if newest else lines[:size]
        return _with(message, [replace(block, text="".join(taken))], calls, newest)

    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        if tokens(shortened(middle)) <= room:
            low = middle
        else:
            high = middle - 1
    return shortened(low) if low else None


def blocks(message: Message) -> list[Part]:
    """The content of a message: everything but its calls."""
    return [part for part in message.parts if part.kind != "tool_call"]


def characters(message: Message) -> int:
    """Characters of its texts and results."""
    return sum(len(part.text) for part in message.parts if isinstance(part, Text | ToolResult))


def _with(message: Message, left: Sequence[Part], calls: Sequence[Part], turned: bool) -> Message:
    ordered = reversed(left) if turned else left
    return replace(message, parts=(*ordered, *calls))
