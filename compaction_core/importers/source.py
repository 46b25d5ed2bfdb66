"""The bytes of a transcript, read once: lines, JSON rows, and the whole document if it is one."""

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import orjson

from compaction_core.errors import BadInput

HEAD_ROWS = 200
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Row:
    """One JSON object of a JSONL file and its 0-based line."""

    line: int
    value: dict[str, Any]


@dataclass(frozen=True)
class Rows:
    """All JSON objects of a JSONL file; ``unreadable`` are the non-blank lines that are none."""

    rows: tuple[Row, ...]
    lines: int
    unreadable: tuple[int, ...]
    truncated: bool
    """The last line was cut off: the file was still being written."""


@dataclass(frozen=True)
class Source:
    """Untrusted bytes. Nothing here raises on malformed content; what cannot be read is counted."""

    data: bytes
    name: str = field(default="", compare=False)

    @classmethod
    def open(cls, source: "str | bytes | Path | list[dict[str, Any]]") -> "Source":
        """Take a path, bytes, a JSON string or a list of message dicts; BadInput if a path cannot be read."""
        if isinstance(source, list):
            return cls(json.dumps(source, default=str).encode("utf-8", "surrogatepass"))
        if isinstance(source, bytes):
            return cls(_utf8(source))
        if isinstance(source, str) and (source.lstrip()[:1] in ("{", "[") or "\n" in source or not source):
            return cls(source.encode("utf-8", "surrogatepass"))
        try:
            return cls(_utf8(Path(source).read_bytes()), Path(source).name)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BadInput(f"Cannot read {str(source)[:200]!r}: {reason}. Check the path.") from error

    @cached_property
    def head(self) -> tuple[Row, ...]:
        """The first rows, enough to recognise a JSONL format (a message may be 40 lines down)."""
        found: list[Row] = []
        for number, line in enumerate(self.data.split(b"\n", HEAD_ROWS)[:HEAD_ROWS]):
            value = parse(line)
            if isinstance(value, dict):
                found.append(Row(number, value))
        return tuple(found)

    @cached_property
    def rows(self) -> Rows:
        """Every row of a JSONL file."""
        found: list[Row] = []
        unreadable: list[int] = []
        number = -1
        for number, line in enumerate(self.data.split(b"\n")):
            if not line.strip(b" \t\r\0"):
                continue
            value = parse(line)
            if isinstance(value, dict):
                found.append(Row(number, value))
            else:
                unreadable.append(number)
        last_line_broken = bool(unreadable) and unreadable[-1] == number
        return Rows(tuple(found), number + 1, tuple(unreadable), last_line_broken)

    @cached_property
    def document(self) -> Any:
        """The whole file as one JSON value, or None if it is not one."""
        if self.data[:200].lstrip()[:1] not in (b"{", b"[") or len(self.head) > 1:
            return None
        return parse(self.data)

    def complaint(self) -> str:
        """Why no format fits, naming the line, for a message to the user."""
        if self.document is not None:
            keys = ", ".join(list(self.document)[:6]) if isinstance(self.document, dict) else "a list"
            return f"This is JSON ({keys[:120]}), but no transcript format that is known here."
        if self.head:
            keys = ", ".join(list(self.head[0].value)[:6])
            return f"Line {self.head[0].line} is JSON ({keys[:120]}), but no known transcript row."
        for number, line in enumerate(self.data.split(b"\n", HEAD_ROWS)[:HEAD_ROWS]):
            if line.strip():
                return f"Line {number} is not JSON: {_cause(line)}."
        return "The file holds no text."


def parse(line: bytes) -> Any:
    """Parse one JSON value; None where it cannot be. NaN becomes None, lone surrogates become '?'."""
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        pass
    try:
        text = line.strip(b"\0 \t\r\n").decode("utf-8", "replace")
        return _clean(json.loads(text, parse_constant=lambda _: None)) if text else None
    except (ValueError, RecursionError):
        return None


def _clean(value: Any) -> Any:
    """Replace lone surrogates, which neither UTF-8 nor a tokenizer accepts."""
    if isinstance(value, str):
        return _SURROGATE.sub("?", value) if _SURROGATE.search(value) else value
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return value


def _cause(line: bytes) -> str:
    try:
        json.loads(line.decode("utf-8", "replace"))
    except RecursionError:
        return "it is nested too deeply"
    except ValueError as error:
        return str(error)
    return "it is not an object"


def _utf8(data: bytes) -> bytes:
    """Drop a UTF-8 byte order mark; re-encode UTF-16 that announces itself with one."""
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:]
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace").encode("utf-8", "replace")
    return data
