"""What the tool runner sends for a summary, over plain lists.

Source: anthropic 0.125.0, lib/tools/_beta_runner.py.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from compaction_core.session import Message, Usage

DEFAULT_THRESHOLD = 100_000


class Sent(NamedTuple):
    """One message of the request: its session indexes, and whether it is the model's."""

    rows: tuple[int, ...]
    assistant: bool


class Request(NamedTuple):
    """The runner's list as it is sent for a summary, the prompt not counted."""

    messages: tuple[Sent, ...]
    without_calls: int | None
    """Session index of the last message, which lost its calls."""
    dropped: tuple[int, ...]
    """Session indexes of a last message that was nothing but calls."""


def used(usage: Usage | None) -> int:
    """Tokens of the last reply: fresh input, cache writes, cache reads and output."""
    return 0 if usage is None else usage.total


def sent(messages: Sequence[Message], rows: Iterable[int]) -> tuple[Sent, ...]:
    """The runner's list in place of messages[rows]: tool results in a row are one user message.

    ``rows`` holds no system prompt.
    """
    found: list[Sent] = []
    after_result = False
    for row in rows:
        result = messages[row].role == "tool"
        if result and after_result:
            found[-1] = Sent((*found[-1].rows, row), False)
        else:
            found.append(Sent((row,), messages[row].role == "assistant"))
        after_result = result
    return tuple(found)


def request(messages: Sequence[Message], listed: tuple[Sent, ...]) -> Request:
    """The list without the calls of a last message of the model, or without that message if nothing else is in it."""
    if not listed or not listed[-1].assistant:
        return Request(listed, None, ())
    last = listed[-1].rows[-1]
    if not messages[last].calls:
        return Request(listed, None, ())
    if any(part.kind != "tool_call" and not (part.kind == "text" and not part.text) for part in messages[last].parts):
        return Request(listed, last, ())
    return Request(listed[:-1], None, listed[-1].rows)


def bare(message: Message) -> Message:
    """A message without its calls."""
    return replace(message, parts=tuple(p for p in message.parts if p.kind != "tool_call"))
