"""From a session to columns of counts with prefix sums: any range of messages costs O(1)."""

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Literal, get_args

from compaction_core.garbage import paused
from compaction_core.progress import Report, paced, reported, silent
from compaction_core.session import Message, Part, Record, Role, Session, Text
from compaction_core.tokens.base import Basis, FramedCounter, TokenCounter, counters

Category = Literal["system", "summary", "user", "assistant", "reasoning", "tool_call", "tool_result", "image", "other"]
CATEGORIES: tuple[Category, ...] = get_args(Category)


class Measured(Record):
    """Tokens per message and category, by one counter."""

    counter: str
    basis: Basis
    tools: int
    """Tokens of the tool schemas, 0 when the file has none."""
    columns: dict[Category, tuple[int, ...]]
    """One column per category that occurs, each with one entry per message."""
    length: int

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Tokens of each message."""
        if not self.columns:
            return (0,) * self.length
        return tuple(map(sum, zip(*self.columns.values(), strict=True)))

    @cached_property
    def prefix(self) -> tuple[int, ...]:
        """prefix[i] = tokens of messages[:i]; length + 1 entries."""
        return (0, *accumulate(self.counts))

    def between(self, start: int, stop: int) -> int:
        """Tokens of messages[start:stop], in O(1)."""
        return self.prefix[stop] - self.prefix[start]

    def picked(self, indexes: Sequence[int]) -> "Measured":
        """The counts of these messages alone, in this order."""
        columns = {name: tuple([column[i] for i in indexes]) for name, column in self.columns.items()}
        return Measured(
            counter=self.counter, basis=self.basis, tools=self.tools, columns=columns, length=len(indexes)
        )  # fmt: skip

    def by_category(self, start: int = 0, stop: int | None = None) -> dict[Category, int]:
        """Tokens per category over messages[start:stop]; only categories that occur."""
        totals = {name: sum(column[start:stop]) for name, column in self.columns.items()}
        return {name: total for name, total in totals.items() if total}

    @property
    def total(self) -> int:
        """Tokens of all messages, without tool schemas."""
        return self.prefix[-1]


def measure(session: Session, counter: str | TokenCounter = "o200k_base", progress: Report = silent) -> Measured:
    """Count every message of the session; raises UnknownName for a counter that does not exist.

    Distinct texts are counted once: tokenizers remember counts by text digest. ``progress`` is told how many messages
    are counted, at most 20 times a second.
    """
    with paused():
        return _measured(session, counters.get(counter) if isinstance(counter, str) else counter, paced(progress))


def _measured(session: Session, counter: TokenCounter, progress: Report) -> Measured:
    size = len(session.messages)
    columns: dict[Category, list[int]] = {}
    framed = counter if isinstance(counter, FramedCounter) else None
    for index, message in enumerate(reported(session.messages, "count", progress)):
        for category, tokens in _message(message, counter) if framed is None else _framed(message, framed):
            if category not in columns:
                columns[category] = [0] * size
            columns[category][index] += tokens
    tools = counter.tokens(counter.units(Text(text=session.tools))) if session.tools else 0
    ordered = {name: tuple(columns[name]) for name in CATEGORIES if name in columns}
    return Measured(counter=counter.name, basis=counter.basis, tools=tools, columns=ordered, length=size)


def _message(message: Message, counter: TokenCounter) -> list[tuple[Category, int]]:
    """Tokens by category; the shares add up to the message's rounded total."""
    if len(message.parts) == 1:
        part = message.parts[0]
        return [(category_of(part, message), counter.tokens(counter.units(part)))]
    shares: list[tuple[Category, int]] = []
    units = tokens = 0
    for part in message.parts:
        units += counter.units(part)
        so_far = counter.tokens(units)
        shares.append((category_of(part, message), so_far - tokens))
        tokens = so_far
    return shares


def _framed(message: Message, counter: FramedCounter) -> list[tuple[Category, int]]:
    """``_message`` with the frame's units in front, in the category of the first part."""
    units = counter.frame(message)
    first: Category = category_of(message.parts[0], message) if message.parts else _BY_ROLE[message.role]
    shares: list[tuple[Category, int]] = [(first, counter.tokens(units))]
    tokens = shares[0][1]
    for part in message.parts:
        units += counter.units(part)
        so_far = counter.tokens(units)
        shares.append((category_of(part, message), so_far - tokens))
        tokens = so_far
    return shares


def count_message(message: Message, counter: TokenCounter, parts: Sequence[Part] | None = None) -> int:
    """Tokens of one message; with ``parts`` of the same kinds in place of its own, if they are given."""
    # By attribute and not by protocol: this runs for every changed message, and asking a protocol takes 17 µs.
    frame = counter.frame(message) if hasattr(counter, "frame") else 0
    return counter.tokens(frame + sum(map(counter.units, message.parts if parts is None else parts)))


def category_of(part: Part, message: Message) -> Category:
    """The category a part is drawn and added up in."""
    # By kind and not by class: this runs for every part, and pydantic's instance check is ten times as slow.
    if part.kind != "text" and part.kind != "file":
        return "other" if part.kind == "opaque" else part.kind
    if message.summary is not None:
        return "summary"
    return _BY_ROLE[message.role]


_BY_ROLE: dict[Role, Category] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool_result",
}
