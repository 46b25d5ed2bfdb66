"""The list as Gemini's API has it: contents of the roles user and model, and the size of their JSON.

Results in a row are one user content; an assistant's text and calls are one model content; system prompts are none.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from compaction_core.js import json_length, utf16_length
from compaction_core.session import Message, Part
from compaction_core.tokens.gemini_cli import (
    UNKNOWN,
    GeminiCliEstimate,
    call_length,
    response_length,
    text_units,
)

FRAME = {"user": 26, "model": 27}
"""UTF-16 units of a content's JSON around its parts."""
ESTIMATE = GeminiCliEstimate()


class Content(NamedTuple):
    """One content: the numbers of the messages it is made of."""

    rows: tuple[int, ...]
    role: str
    results: bool
    """Whether it holds answers of tools."""
    calls: bool

    @property
    def is_turn(self) -> bool:
        """A user's own message: the only place where the list may be cut."""
        return self.role == "user" and not self.results


def contents(messages: Sequence[Message], rows: Iterable[int]) -> tuple[Content, ...]:
    """The contents of the messages numbered ``rows``."""
    found: list[tuple[list[int], str, bool, bool]] = []
    for row in rows:
        message = messages[row]
        role = message.role
        if role == "assistant":
            found.append(([row], "model", False, bool(message.calls)))
        elif role == "user":
            found.append(([row], "user", False, False))
        elif role == "tool":
            if found and found[-1][2]:
                found[-1][0].append(row)
            else:
                found.append(([row], "user", True, False))
    return tuple([Content(tuple(numbers), role, results, calls) for numbers, role, results, calls in found])


def tools(messages: Sequence[Message], rows: Iterable[int]) -> dict[int, str]:
    """The name of the tool behind each result: that of the latest earlier call with its id."""
    latest: dict[str, str] = {}
    names: dict[int, str] = {}
    for row in rows:
        message = messages[row]
        if message.role == "assistant":
            latest.update((call.id, call.name) for call in message.calls)
        elif message.role == "tool" and (result := message.result) is not None:
            names[row] = latest.get(result.call_id, UNKNOWN)
    return names


class Size(NamedTuple):
    """What one message weighs."""

    parts: int
    """How many parts it is on the wire."""
    chars: int
    """UTF-16 units of their JSON."""
    units: int
    """Quarters of a token, the tool's name included."""
    answer: int = 0
    """UTF-16 units of the JSON of a tool's answer."""


def size(message: Message, tool: str) -> Size:
    """Measure a message once for both; ``tool`` is the name behind a result."""
    parts = chars = answer = 0
    units = utf16_length(tool) if message.role == "tool" else 0
    for part in message.parts:
        more, quarters = _part(part, tool)
        units += quarters
        chars += more
        parts += more > 0
        answer = answer or (quarters if part.kind == "tool_result" else 0)
    return Size(parts, chars, units, answer)


def sizes(messages: Sequence[Message], rows: Iterable[int], names: dict[int, str]) -> dict[int, Size]:
    """The size of each of these messages."""
    return {row: size(messages[row], names.get(row, UNKNOWN)) for row in rows}


def json_chars(content: Content, weighed: Mapping[int, Size]) -> int:
    """UTF-16 units of the JSON of a content; one without any part is an empty text."""
    parts = sum(weighed[row].parts for row in content.rows)
    if not parts:
        return FRAME[content.role] + _TEXT + 2
    return FRAME[content.role] + sum(weighed[row].chars for row in content.rows) + parts - 1


_TEXT, _RESPONSE, _DATA = len('{"text":}'), len('{"functionResponse":{"id":,"name":,"response":}}'), 42


def _part(part: Part, tool: str) -> tuple[int, int]:
    """Characters of a part's JSON (0: it is not sent) and its quarters of a token."""
    if part.kind == "text":
        return (_TEXT + json_length(part.text), text_units(part.text)) if part.text else (0, 0)
    if part.kind == "tool_result":
        answer = response_length(part.text)
        return _RESPONSE + json_length(part.call_id) + json_length(tool) + answer, answer
    if part.kind == "tool_call":
        length = call_length(part)
        return length, length
    units = ESTIMATE.units(part)
    if part.kind == "image":
        data = part.source.partition("base64,")[2] or part.source
        return _DATA + json_length(part.media_type or "") + json_length(data), units
    if part.kind == "file":
        return (_TEXT + json_length(part.text) if part.text is not None else _DATA + json_length(part.name)), units
    return units, units
