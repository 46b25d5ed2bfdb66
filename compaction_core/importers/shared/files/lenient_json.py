"""JSON as transcripts hold it: lone surrogates, NaN, raw control characters, nesting without end."""

import json
import re
from collections.abc import Iterator
from typing import Any

import orjson
from pydantic_core import from_json

_LARGE = 1 << 14
"""Bytes from which on orjson is not asked: it reserves twelve bytes of memory for every byte of text."""
BLANK = b" \t\r\n\0"
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"[ \t\r\n\0]*")


def parse(line: bytes) -> Any:
    """Parse one JSON value; None where it cannot be. NaN becomes None, lone surrogates become '?'."""
    try:
        if len(line) < _LARGE:
            return orjson.loads(line)
        return from_json(line, allow_inf_nan=False, cache_strings="keys")
    except ValueError:
        pass
    try:
        text = line.strip(BLANK).decode("utf-8", "replace")
        return without_surrogates(json.loads(text, parse_constant=_nothing, strict=False)) if text else None
    except (ValueError, RecursionError):
        return None


def objects(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """JSON objects that stand one after the other, each with the 0-based line it starts on."""
    decoder = json.JSONDecoder(parse_constant=_nothing, strict=False)
    position = line = 0
    while position < len(text):
        start = _SPACE.match(text, position).end()  # type: ignore[union-attr]  # it also matches nothing
        line += text.count("\n", position, start)
        try:
            value, position = decoder.raw_decode(text, start)
            cleaned = without_surrogates(value)
        except (ValueError, RecursionError):
            return
        if not isinstance(cleaned, dict):
            return
        yield line, cleaned
        line += text.count("\n", start, position)


def _nothing(_: str) -> None:
    """NaN and Infinity, which JSON does not have."""


def without_surrogates(value: Any) -> Any:
    """The value with '?' for each lone surrogate, which neither UTF-8 nor a tokenizer accepts."""
    if isinstance(value, str):
        return _SURROGATE.sub("?", value) if _SURROGATE.search(value) else value
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {without_surrogates(key): without_surrogates(item) for key, item in value.items()}
    return value


def cause(line: bytes) -> str:
    """Why a line is no JSON object, in a few words."""
    try:
        json.loads(line.decode("utf-8", "replace"), strict=False)
    except RecursionError:
        return "it is nested too deeply"
    except json.JSONDecodeError as error:
        return f"{error.msg} at column {error.colno - 1}"
    except ValueError:
        return "it holds a number of more digits than can be read"
    return "it is not an object"
