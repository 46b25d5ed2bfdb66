"""Hermes' pre-pass: old tool outputs become a line, long arguments and images go, without any model.

Source: context_compressor.py (0.19.0). Three passes: identical outputs of 200 characters or more stay only where they
are newest, anywhere in the list; older outputs of more than 200 characters become one line each; in older messages long
strings within a call's arguments are cut, if the arguments have more than 500 characters.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from compaction_core.session import Message, Text, ToolCall
from compaction_core.strategies.hermes.one_line import DUPLICATE, IMAGE, one_line

LONG_OUTPUT = 200
LONG_ARGUMENTS, LONG_STRING = 500, 200
UNKNOWN = ("unknown", "")


class Pruned(NamedTuple):
    """What the pre-pass changes, by the place of the message in the list."""

    boundary: int
    """Messages before it are old."""
    outputs: Mapping[int, str]
    """New tool outputs."""
    messages: Mapping[int, Message]
    """Messages with shorter arguments or without an image."""
    duplicates: int
    """How many of the outputs are copies of a newer one."""


def boundary(tokens: Sequence[int], budget: int, protect_last_n: int) -> int:
    """The first message that is not old.

    Back from the end: the first message that does not fit the budget ends the walk, once ``protect_last_n`` messages,
    itself counted, have been seen.
    """
    n = len(tokens)
    if budget <= 0:
        return n - protect_last_n
    least, taken, first = min(protect_last_n, n), 0, n
    for index in range(n - 1, -1, -1):
        first = index
        if taken + tokens[index] > budget and n - index >= least:
            break
        taken += tokens[index]
    return min(first, n - least)


def prune(messages: Sequence[Message], tokens: Sequence[int], budget: int, protect_last_n: int) -> Pruned:
    """Prune a list whose messages count ``tokens``."""
    old = boundary(tokens, budget, protect_last_n)
    outputs = _duplicates(messages)
    duplicates = len(outputs)
    changed: dict[int, Message] = {}
    tools = _tools(messages)
    for index in range(max(0, old)):
        message = messages[index]
        if message.role == "tool":
            if has_image(message):
                changed[index] = without_images(message, IMAGE)
            elif index not in outputs and (result := message.result) is not None and len(result.text) > LONG_OUTPUT:
                outputs[index] = one_line(*tools.get(result.call_id, UNKNOWN), result.text)
        elif message.role == "assistant" and (shorter := _shorter_calls(message)) is not None:
            changed[index] = shorter
    return Pruned(old, outputs, changed, duplicates)


def without_images(message: Message, note: str) -> Message:
    """The message with a note in place of each image."""
    parts = tuple(Text(text=note) if part.kind == "image" else part for part in message.parts)
    return replace(message, parts=parts)


def has_image(message: Message) -> bool:
    """Whether a picture is in the message."""
    return "image" in [part.kind for part in message.parts]


def _duplicates(messages: Sequence[Message]) -> dict[int, str]:
    """Outputs that stand word for word in a newer message too."""
    seen: set[str] = set()
    found: dict[int, str] = {}
    for index in range(len(messages) - 1, -1, -1):
        message = messages[index]
        result = message.result if message.role == "tool" else None
        if result is None or len(result.text) < LONG_OUTPUT or has_image(message):
            continue
        if result.text in seen:
            found[index] = DUPLICATE
        seen.add(result.text)
    return found


def _tools(messages: Sequence[Message]) -> dict[str, tuple[str, str]]:
    """Name and arguments of the last call of each id; a call that comes back later names the earlier results too."""
    calls = (call for message in messages if message.role == "assistant" for call in message.calls)
    return {call.id: (call.name, call.arguments) for call in calls}


def _shorter_calls(message: Message) -> Message | None:
    """The message with shorter arguments; None where none gets shorter."""
    parts = tuple([_shorter_call(part) if part.kind == "tool_call" else part for part in message.parts])
    return None if parts == message.parts else replace(message, parts=parts)


def _shorter_call(call: ToolCall) -> ToolCall:
    if len(call.arguments) <= LONG_ARGUMENTS:
        return call
    try:
        shorter = json.dumps(_shorter(json.loads(call.arguments)), ensure_ascii=False)
    except (ValueError, RecursionError):
        return call
    return replace(call, arguments=shorter)


def _shorter(value: Any) -> Any:
    """A JSON value with its strings cut to 200 characters."""
    if isinstance(value, str):
        return value if len(value) <= LONG_STRING else value[:LONG_STRING] + "...[cut]"
    if isinstance(value, dict):
        return {key: _shorter(inner) for key, inner in value.items()}
    return [_shorter(inner) for inner in value] if isinstance(value, list) else value
