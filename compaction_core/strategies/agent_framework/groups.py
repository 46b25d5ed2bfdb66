"""Groups: what Agent Framework keeps or excludes as a whole.

Source: agent-framework-core 1.23.0, ``_compaction.py``. A system, a user and a plain assistant message are a group
each. An assistant message with calls is one with the reasoning in front of and behind it and the results that follow.
Results that stand apart from their call belong to its group when no other call of that id is open; else they are a
tool group of their own.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from compaction_core.session import Message

Kind = Literal["system", "user", "assistant_text", "tool_call"]
Shape = Literal["system", "user", "tool", "reasoning", "calls", "other"]
KIND_NAMES: dict[Kind, str] = {
    "system": "system",
    "user": "user",
    "assistant_text": "assistant",
    "tool_call": "tool",
}


class Group(NamedTuple):
    """One group: its kind, and the places of its messages in the list, ascending."""

    kind: Kind
    places: tuple[int, ...]
    instead: Message | None = None
    """The message that stands for the whole group, once it is collapsed."""


def grouped(messages: Sequence[Message]) -> tuple[Group, ...]:
    """The groups of a list, numbered by their first message. Linear in the number of parts."""
    spans = tuple(_spans(messages))
    span_of = [number for number, (_, start, stop) in enumerate(spans) for _ in range(start, stop)]
    apart = [(a, b) for call, result in _pairs(messages) if (a := span_of[call]) != (b := span_of[result])]
    parents = list(range(len(spans)))
    for one, other in apart:
        first, second = _root(parents, one), _root(parents, other)
        parents[max(first, second)] = min(first, second)
    places: dict[int, list[int]] = {}
    for number, (_, start, stop) in enumerate(spans):
        places.setdefault(_root(parents, number), []).extend(range(start, stop))
    return tuple([Group(spans[number][0], tuple(found)) for number, found in places.items()])


def _spans(messages: Sequence[Message]) -> Iterator[tuple[Kind, int, int]]:
    """Runs of messages that stand together, before results are linked to calls further up."""
    shapes = [_shape(message) for message in messages]
    at, size = 0, len(shapes)
    while at < size:
        start, shape = at, shapes[at]
        kind: Kind = "assistant_text"
        if shape == "tool":
            kind, at = "tool_call", _behind(shapes, at, "tool")
        elif shape == "system" or shape == "user":
            kind, at = shape, at + 1
        else:
            call = _behind(shapes, at, "reasoning")
            if call < size and shapes[call] == "calls":
                kind, at = "tool_call", _behind(shapes, _behind(shapes, call + 1, "reasoning"), "tool")
            else:
                at += 1
        yield kind, start, at


def _behind(shapes: Sequence[Shape], at: int, shape: Shape) -> int:
    """Behind the messages of this shape that stand from ``at`` on."""
    while at < len(shapes) and shapes[at] == shape:
        at += 1
    return at


def _shape(message: Message) -> Shape:
    """What a message is for grouping: ``reasoning`` is an assistant's with nothing else in it."""
    role = message.role
    if role == "system" or role == "user" or role == "tool":
        return role
    kinds = [part.kind for part in message.parts] if role == "assistant" else []
    if "tool_call" in kinds:
        return "calls"
    return "reasoning" if kinds and kinds.count("reasoning") == len(kinds) else "other"


def _pairs(messages: Sequence[Message]) -> Iterator[tuple[int, int]]:
    """Each result with its call, where exactly one call of the id is open; with two of them it belongs to neither."""
    opened: dict[str, list[int]] = {}
    for place, message in enumerate(messages):
        if message.role != "assistant" and message.role != "tool":
            continue
        for part in message.parts:
            if part.kind == "tool_call":
                if message.role == "assistant" and part.id:
                    opened.setdefault(part.id, []).append(place)
            elif part.kind == "tool_result":
                found = opened.get(part.call_id)
                if part.call_id and found is not None and len(found) == 1:
                    del opened[part.call_id]
                    yield found[0], place


def _root(parents: list[int], number: int) -> int:
    while parents[number] != number:
        parents[number] = parents[parents[number]]
        number = parents[number]
    return number
