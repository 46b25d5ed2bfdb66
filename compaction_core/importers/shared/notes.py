"""What every importer tells about a file: its unreadable lines, in the same words."""

from collections.abc import Iterable

from compaction_core.importers.rows import Rows
from compaction_core.session import Integrity, Warning

_NAMED_LINES = 3


def unreadable(rows: Rows) -> tuple[Warning, ...]:
    """Warnings for the lines that are no JSON objects: the first few by number, and a cut last line."""
    found: list[Warning] = []
    lines = rows.unreadable[:-1] if rows.truncated else rows.unreadable
    if lines:
        named = ", ".join(str(line) for line in lines[:_NAMED_LINES])
        more = f" and {len(lines) - _NAMED_LINES} more" if len(lines) > _NAMED_LINES else ""
        which = "line" if len(lines) == 1 else "lines"
        first = f"line {lines[0]}: " if len(lines) > 1 else ""
        text = f"Left out {which} {named}{more}: no JSON object ({first}{rows.cause})."
        found.append(Warning(code="unreadable_lines", text=text, line=lines[0], count=len(lines)))
    if rows.truncated:
        text = "The last line is cut off: the file was probably still being written. All before it was read."
        found.append(Warning(code="cut_last_line", text=text, line=rows.unreadable[-1], count=1))
    return tuple(found)


def integrity(
    rows: Rows | None,
    merged: int = 0,
    skipped: int = 0,
    warnings: Iterable[Warning] = (),
    broken_parents: Iterable[int] = (),
) -> Integrity:
    """The integrity record of a JSONL file; without ``rows``, of a file that is one JSON document."""
    return Integrity(
        lines=rows.lines if rows else 0,
        unreadable=rows.unreadable if rows else (),
        merged_rows=merged,
        skipped_rows=skipped,
        broken_parents=tuple(broken_parents),
        warnings=(*(unreadable(rows) if rows else ()), *warnings),
    )
