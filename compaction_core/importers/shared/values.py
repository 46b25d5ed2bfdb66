"""Untrusted JSON values turned into the plain ones that records hold; nothing here raises."""

import json
import math
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import orjson

from compaction_core.session import Message

LATEST = datetime(2100, 1, 1, tzinfo=UTC).timestamp()
_MOST_TOKENS = 10**12
_INJECTED = re.compile(
    r"<(system-reminder|ide_opened_file|ide_selection|command-message|command-args)>.*?(</\1>|\Z)", re.DOTALL
)
_COMMAND = re.compile(r"</?command-name>")


def seconds(value: Any) -> float | None:
    """ISO 8601 (no zone means UTC) or epoch s, ms, µs, ns → seconds since 1970, UTC.

    None for anything else and outside 1970 to 2099.
    """
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
            found = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            return None
    elif isinstance(value, int | float) and not isinstance(value, bool):
        found = _epoch(value)
    else:
        return None
    return found if 0 <= found < LATEST else None


def _epoch(value: int | float) -> float:
    """Bring an epoch of unknown unit to seconds; -1 for what is none."""
    if not 0 <= value < 1e20:  # also false for NaN
        return -1.0
    for limit, unit in ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3)):
        if value > limit:
            return value / unit
    return float(value)


def whole(value: Any) -> int:
    """A token count; 0 for what is no finite number from 0 to 10¹²."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    if isinstance(value, float) and not math.isfinite(value):
        return 0
    return int(value) if 0 <= value <= _MOST_TOKENS else 0


def optional_whole(value: Any) -> int | None:
    """A token count, None where the file has none."""
    return None if isinstance(value, bool) or not isinstance(value, int | float) else whole(value)


def optional_text(value: Any) -> str | None:
    """A string that is not empty, else None."""
    return value if isinstance(value, str) and value else None


def arguments(value: Any) -> str:
    """The arguments of a call: a string stays as it is, even if it is no JSON; the rest is written as JSON."""
    if isinstance(value, str):
        return value
    return "{}" if value is None else json_text(value)


def json_text(value: Any) -> str:
    """One JSON value as compact text, at any depth; numbers that JSON does not have become null."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # too deep or an integer over 64 bits
        return _deep_json(value)


def _deep_json(value: Any) -> str:
    """Write JSON without recursion; ``pending`` holds ready text (tuples) and values still to be written."""
    written: list[str] = []
    pending: list[Any] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, tuple):
            written.append(item[0])
        elif isinstance(item, dict):
            pairs = [((json.dumps(str(key), ensure_ascii=False) + ":",), child) for key, child in item.items()]
            pending.extend(_enclosed("{", [part for pair in pairs for part in (*pair, (",",))], "}"))
        elif isinstance(item, list):
            pending.extend(_enclosed("[", [part for child in item for part in (child, (",",))], "]"))
        elif isinstance(item, float) and not math.isfinite(item):
            written.append("null")
        else:
            written.append(json.dumps(item, ensure_ascii=False, default=str))
    return "".join(written)


def _enclosed(opening: str, parts: list[Any], closing: str) -> list[Any]:
    """The parts without the last comma, between brackets, in the order a stack wants them."""
    return [(closing,), *reversed(parts[:-1]), (opening,)]


def one_line(text: str, limit: int = 80) -> str:
    """The text as a title: without injected tags, one printable line, at most ``limit`` characters."""
    typed = _COMMAND.sub(" ", _INJECTED.sub(" ", text[:20_000]))
    line = " ".join("".join(c if c.isprintable() else " " for c in typed[: 50 * limit]).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def first_prompt(messages: Iterable[Message]) -> str:
    """A title from what a person typed first; a slash command only if there is nothing else."""
    command = ""
    for message in messages:
        if message.role != "user" or message.flags or message.summary is not None:
            continue
        line = one_line(message.text)
        if line and not line.startswith("/"):
            return line
        command = command or line
    return command
