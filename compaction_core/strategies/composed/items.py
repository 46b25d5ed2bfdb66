"""The list as the recipe sees it: messages, or what the estimator's unit makes of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple

from compaction_core.session import Message
from compaction_core.strategies.composed.axes.trigger import Estimator
from compaction_core.strategies.context import Context
from compaction_core.strategies.remains import standing
from compaction_core.strategies.step import Effect
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message

Role = Literal["user", "assistant", "tool"]


class Item(NamedTuple):
    """One message of the recipe's list."""

    rows: tuple[int, ...]
    """Session indexes, ascending."""
    role: Role
    calls: bool
    summary: bool
    tokens: int


@dataclass(frozen=True)
class Listed:
    """The list, counted; positions count from 0, and ``len`` stands for the place behind the last."""

    context: Context
    items: tuple[Item, ...]

    def __len__(self) -> int:
        return len(self.items)

    @property
    def messages(self) -> Sequence[Message]:
        """The session's."""
        return self.context.session.messages

    @cached_property
    def prefix(self) -> tuple[int, ...]:
        """prefix[i] = tokens of the first i."""
        return tuple(accumulate((item.tokens for item in self.items), initial=0))

    def tokens(self, start: int, stop: int) -> int:
        """Tokens of items[start:stop]."""
        return self.prefix[stop] - self.prefix[start]

    def row(self, place: int) -> int:
        """The session index at which a place starts; the end of the plan behind the last."""
        return self.items[place].rows[0] if place < len(self.items) else self.context.end

    def place_of(self, row: int) -> int:
        """The first place at or behind a session index."""
        return next((i for i, item in enumerate(self.items) if item.rows[0] >= row), len(self.items))


def listed(
    context: Context, estimator: Estimator, effects: Mapping[int, Effect], dropped: Iterable[int] = ()
) -> Listed:
    """The list after the passes: what they changed is counted as it stands then, what they dropped is not in it."""
    gone = set(dropped)
    rows = [row for row in context.rows if row not in gone]
    found: list[Item] = []
    for row in rows:
        item = _item(context, row, effects.get(row))
        if estimator.unit == "api_message" and item.role == "tool" and found and found[-1].role == "tool":
            last = found[-1]
            item = last._replace(
                rows=(*last.rows, row), summary=last.summary or item.summary, tokens=last.tokens + item.tokens
            )
            found.pop()
        found.append(item)
    return Listed(context, tuple(found))


def _item(context: Context, row: int, effect: Effect | None) -> Item:
    message = context.session.messages[row]
    role: Role = "assistant" if message.role == "assistant" else "tool" if message.role == "tool" else "user"
    calls = role == "assistant" and bool(message.calls)
    return Item((row,), role, calls, message.summary is not None, tokens_of(context, row, effect))


def tokens_of(context: Context, row: int, effect: Effect | None) -> int:
    """Tokens of what is left of a message; counts that were handed in cannot be made again."""
    measured = context.measured
    if effect is None or measured.counter not in counters.names():
        return measured.counts[row]
    return count_message(standing(context.session.messages[row], effect), counters.get(measured.counter))
