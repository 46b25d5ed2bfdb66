"""The server's own list, its system message first, and how it counts a part of it.

Source: summarizer_sliding_window.py:27-42, message.py:2470-2513 (0.16.8). The server's estimate is made of a whole
list (``tokens/letta_server.py``). With another counter, chosen by hand, the messages' tokens are added up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.tokens.letta_server import LettaServerEstimate, is_approval, tokens

Kind = Literal["system", "user", "assistant", "tool", "approval"]
SYSTEM = Message(role="system")
"""Stands for the system message that the server always has, where a file holds none."""
_COUNTER = LettaServerEstimate()


@dataclass(frozen=True)
class Listed:
    """Messages as the server holds them. Entry 0 is its system message, whatever role the file gives it."""

    messages: Sequence[Message]
    sizes: Sequence[int]
    """Of each message: units of the server's estimate, or, with ``additive``, tokens."""
    additive: bool = False
    step_ids: Sequence[str | None] | None = None
    """Letta's step of each message, where known: messages of one step are one answer."""

    @property
    def size(self) -> int:
        """Number of messages, the system message among them."""
        return len(self.messages)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The server's role of each message (an earlier summary is a user's)."""
        return ("system", *map(kind_of, self.messages[1:])) if self.messages else ()

    @cached_property
    def legal(self) -> tuple[bool, ...]:
        """Whether the kept part may start with a message: an answer, or calls that wait for consent."""
        pairs = zip(self.kinds, self.messages, strict=True)
        return tuple(kind == "assistant" or (kind == "approval" and bool(row.calls)) for kind, row in pairs)

    @property
    def ends_in_approval(self) -> bool:
        """Whether the last message waits for consent, or gives it."""
        return self.kinds[-1:] == ("approval",)

    @property
    def protected(self) -> int:
        """How many messages at the end stay in every mode: a waiting approval, with the answer of the same step.

        An ordinary call without a result is not protected. Two steps that are not known count as the same.
        """
        if not self.ends_in_approval:
            return 0
        steps = self.step_ids or (None,) * self.size
        return 2 if self.kinds[-2] == "assistant" and steps[-1] == steps[-2] else 1

    @cached_property
    def counted(self) -> int:
        """The estimate leaves out messages from here on: calls that wait for consent, thoughts without an answer."""
        end = self.size
        if self.ends_in_approval and self.messages[-1].calls:
            end -= 1
            if self.kinds[end - 1] == "assistant" and self.messages[end - 1].calls:
                end -= 1
        return end - 1 if end and self.kinds[end - 1] == "assistant" and _silent(self.messages[end - 1]) else end

    def count(self, cut: int) -> int:
        """Tokens of the system message and messages[cut:], in O(1) after the first time."""
        end = self.size if self.additive else max(cut, self.counted)
        total = self._prefix[1] + self._prefix[end] - self._prefix[cut]
        return total if self.additive else tokens(total)

    @cached_property
    def _prefix(self) -> tuple[int, ...]:
        return (0, *accumulate(self.sizes))

    def kept(self, cut: int) -> "Listed":
        """The list that is left when messages[1:cut] are gone."""
        steps = None if self.step_ids is None else [*self.step_ids[:1], *self.step_ids[cut:]]
        rows, sizes = [*self.messages[:1], *self.messages[cut:]], [*self.sizes[:1], *self.sizes[cut:]]
        return Listed(rows, sizes, self.additive, steps)

    def before(self, cut: int) -> "Listed":
        """messages[:cut] as a list of its own."""
        steps = None if self.step_ids is None else self.step_ids[:cut]
        return Listed(self.messages[:cut], self.sizes[:cut], self.additive, steps)


def listed(messages: Sequence[Message], step_ids: Sequence[str | None] | None = None) -> Listed:
    """A list that holds its system message in front, counted as the server does."""
    return Listed(messages, units(messages), step_ids=step_ids)


def listed_of(context: Context) -> Listed:
    """The planned messages: all prompts of the file together as the system message, then every row."""
    messages, counts = context.session.messages, context.measured.counts
    prompts = [i for i in range(context.end) if messages[i].is_prompt]
    rows = [messages[i] for i in context.rows]
    if context.measured.counter == _COUNTER.name:
        front = sum(units([messages[i] for i in prompts]))
        return Listed([SYSTEM, *rows], [front, *units(rows)])
    front = sum(counts[i] for i in prompts)
    return Listed([SYSTEM, *rows], [front, *(counts[i] for i in context.rows)], additive=True)


def units(messages: Sequence[Message]) -> list[int]:
    """Bytes that each message adds to the JSON of a list."""
    part, frame = _COUNTER.units, _COUNTER.frame
    return [frame(message) + sum(map(part, message.parts)) for message in messages]


def kind_of(message: Message) -> Kind:
    """The server's role of a message."""
    if message.role == "user":
        return "approval" if is_approval(message) else "user"
    return "system" if message.role == "developer" else message.role


def _silent(message: Message) -> bool:
    """Whether an answer holds neither text nor call: thoughts alone."""
    return not message.calls and all(part.kind not in ("text", "file") for part in message.parts)
