"""Characters that a message adds to a request, as ADK's JSON of its content has them.

Source: google-adk 2.13.0, ``apps/compaction.py``: the guard compares whole contents, compact JSON, other scripts kept.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from compaction_core.session import Message, Part
from compaction_core.strategies.google_adk.events import Event

FRAME = len('{"parts":[],"role":"user"}')
MODEL = len("model") - len("user")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def sizes(events: Sequence[Event], messages: Mapping[int, Message]) -> Callable[[int], int]:
    """A function from a place in the log, whose events are these messages, to the characters of its content."""

    @cache
    def names() -> dict[int, str]:
        return tool_names(messages.items())

    def size(place: int) -> int:
        number = events[place].message
        if number is None:
            return 0
        message = messages[number]
        return content_chars(message, names().get(number, "") if message.role == "tool" else "")

    return size


def tool_names(messages: Iterable[tuple[int, Message]]) -> dict[int, str]:
    """For each result, the name of its tool: that of the latest call of its id before it, "unknown" without one."""
    latest: dict[str, str] = {}
    found: dict[int, str] = {}
    for index, message in messages:
        for part in message.parts:
            if part.kind == "tool_call":
                latest[part.id] = part.name
            elif part.kind == "tool_result":
                found[index] = latest.get(part.call_id) or message.name or "unknown"
    return found


def content_chars(message: Message, tool: str = "") -> int:
    """Characters of a message's content; ``tool`` is the name of the tool that a result comes from."""
    if message.summary is not None:
        return summary_chars(message.summary)
    parts = [size for part in message.parts if (size := _part(part, tool))]
    return FRAME + (MODEL if message.role == "assistant" else 0) + sum(parts) + max(0, len(parts) - 1)


def summary_chars(text: str) -> int:
    """Characters of a summary's content."""
    return FRAME + MODEL + _chars({"text": text})


def _part(part: Part, tool: str) -> int:
    if part.kind == "text":
        return _chars({"text": part.text})
    if part.kind == "reasoning":
        return _chars({"text": part.text, "thought": True})
    if part.kind == "tool_result":
        return _chars({"function_response": {"id": part.call_id, "name": tool, "response": {"result": part.text}}})
    if part.kind == "tool_call":
        return _chars({"function_call": {"id": part.id, "args": arguments(part.arguments), "name": part.name}})
    if part.kind == "image":
        return len(part.source)
    return len(part.text or "") if part.kind == "file" else len(part.raw)


def arguments(raw: str) -> object:
    """A call's arguments as ADK holds them; the text itself where it is no JSON."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return raw


def _chars(value: object) -> int:
    return len(_ENCODER.encode(value))
