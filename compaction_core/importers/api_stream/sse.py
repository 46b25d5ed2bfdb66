"""Server-sent events (WHATWG HTML, section 9.2) in a text file: the JSON values that their ``data`` lines hold.

What ``curl`` writes in front of them is passed over: the status line and the headers of the response.
"""

import re
from typing import Any, NamedTuple

from compaction_core.importers.shared.files.lenient_json import BLANK, parse

_HEADER = re.compile(rb"\s*(?:HTTP/[\d.]+ \d{3}[^\n]*\n(?:[^\n:{\[]+:[^\n]*\n)*\s*)?")
_FIELD = re.compile(rb"(?:data|event|id|retry)?:")
_DATA = re.compile(rb"^data:[ \t]*[\[{]", re.M)
_LOOKED_AT = 65_536
DONE = b"[DONE]"


class Event(NamedTuple):
    """The object of an event and the 0-based line it ends on."""

    line: int
    value: dict[str, Any]


class Events(NamedTuple):
    """All events of a file, the lines whose data is no JSON object, whether OpenAI's last mark stands there."""

    events: list[Event]
    unreadable: list[int]
    lines: int
    done: bool


def is_stream(data: bytes) -> bool:
    """Whether a text begins as a stream of events does and holds data."""
    head = data[:_LOOKED_AT]
    start = _HEADER.match(head)
    at = start.end() if start else 0
    return _FIELD.match(head, at) is not None and _DATA.search(head, at) is not None


def events_of(data: bytes) -> Events:
    """The events in order. Each data line that is JSON is one; others are joined until an empty line."""
    found: list[Event] = []
    unreadable: list[int] = []
    waiting: list[bytes] = []
    began = 0
    done = False
    lines = re.split(rb"\r\n|\n|\r", data)
    for number, line in enumerate([*lines, b""]):
        if line.startswith(b"data:"):
            told = line[5:].strip(BLANK)
            if told == DONE:
                done = True
                continue
            value = parse(told) if not waiting else None
            if isinstance(value, dict):
                found.append(Event(number, value))
                continue
            began = began if waiting else number
            waiting.append(told)
        elif not line.strip(BLANK) and waiting:
            value = parse(b"\n".join(waiting))
            if isinstance(value, dict):
                found.append(Event(number - 1, value))
            elif any(waiting):
                unreadable.append(began)
            waiting = []
    return Events(found, unreadable, len(lines) - data.endswith(b"\n"), done)
