"""The JSON objects of a JSONL file, each with its line; lines that are none are counted."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from compaction_core.importers.shared.files.lenient_json import BLANK, parse
from compaction_core.progress import Progress, Report, silent, step_of

Trim = Callable[[dict[str, Any]], dict[str, Any]]


class Row(NamedTuple):
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
    cause: str = ""
    """Why the first unreadable line is none."""


def lines_of(data: bytes, start: int = 0) -> Iterator[bytes]:
    """Lines end at a newline byte and nowhere else: U+2028 and others stand inside JSON strings."""
    while (end := data.find(b"\n", start)) >= 0:
        yield data[start:end]
        start = end + 1
    yield data[start:]


def scan(
    data: bytes, offset: int, number: int, limit: int = -1, trim: Trim | None = None, report: Report = silent
) -> tuple[list[Row], list[int], int, int]:
    """Rows, unreadable lines, number of the next line, and its offset (-1 at the end)."""
    found: list[Row] = []
    unreadable: list[int] = []
    size = len(data)
    step = step_of(size)
    due = offset
    for line in lines_of(data, offset):
        value = parse(line) if line.lstrip(BLANK).startswith(b"{") else None
        if isinstance(value, dict):
            found.append(Row(number, value if trim is None else trim(value)))
        elif line.strip(BLANK):
            unreadable.append(number)
        number += 1
        offset += len(line) + 1
        if offset >= due:
            report(Progress("read", min(offset, size), size))
            due = offset + step
        limit -= 1
        if limit == 0:
            break
    return found, unreadable, number, offset if offset <= len(data) else -1


def each(rows: list[Row], trim: Trim | None) -> list[Row]:
    """Rows that were read whole, trimmed."""
    return rows if trim is None else [Row(row.line, trim(row.value)) for row in rows]
