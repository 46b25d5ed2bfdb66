"""OpenHands' log: a system prompt, a message, each call of an answer and each result is an event of its own.

Source: openhands-sdk 1.58.2, ``event/``. An answer's text is the thought of its first call's event.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from compaction_core.session import Message

Type = Literal["system", "message", "action", "observation", "summary"]


class Event(NamedTuple):
    """One event; events of one answer share ``response``."""

    id: int | str
    type: Type
    message: int | None = None
    """Index of the message it stands for; None for a summary that a condensation of the log brings in."""
    call: int | None = None
    """Number of the call in its message."""
    call_id: str = ""
    response: str = ""
    thinking: bool = False
    """Whether signed thinking precedes the call: only Anthropic's models give it."""
    tokens: int = 0


class Condensation(NamedTuple):
    """An entry of the log: these events are forgotten, and a summary stands at ``offset`` of what is left."""

    forgotten: frozenset[int | str]
    offset: int
    summary_tokens: int = 0
    summary_id: str = "summary"


class Request(NamedTuple):
    """An entry of the log: somebody asks for a condensation."""


Entry = Event | Condensation | Request


def events_of(messages: Sequence[Message], rows: Iterable[int], system: int | None) -> list[Event]:
    """The events of messages[rows], and of the system prompt in its place or in front."""
    order = list(rows)
    if system is not None:
        order = sorted([*order, system]) if order and system >= order[0] else [system, *order]
    found: list[Event] = []
    for row in order:
        _add(found, row, messages[row], row == system)
    return found


def _add(found: list[Event], row: int, message: Message, system: bool) -> None:
    """Add the events of one message. By kind and not by class: pydantic's instance check is ten times as slow."""
    if system:
        found.append(Event(len(found), "system", row))
        return
    if message.summary is not None:
        found.append(Event(len(found), "summary", row))
        return
    if message.role == "assistant":
        calls = [part for part in message.parts if part.kind == "tool_call"]
        thinking = bool(calls) and any(p.kind == "reasoning" and p.signature is not None for p in message.parts)
        for number, call in enumerate(calls):
            first = thinking and not number
            found.append(Event(len(found), "action", row, number, call.id, str(row), first))
        if calls:
            return
    if message.role == "tool":
        result = next((part for part in message.parts if part.kind == "tool_result"), None)
        if result is not None:
            found.append(Event(len(found), "observation", row, call_id=result.call_id))
            return
    found.append(Event(len(found), "message", row))
