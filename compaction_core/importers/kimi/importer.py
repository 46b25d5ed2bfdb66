"""Kimi Code's ``wire.jsonl`` (one for each agent of a session) and the older Kimi CLI's ``context.jsonl``."""

from collections.abc import Iterator

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.kimi.context_file import MARKS, Context
from compaction_core.importers.kimi.wire import CONTEXT, Wire
from compaction_core.importers.shared import left_out, notes
from compaction_core.importers.shared.values import first_prompt
from compaction_core.importers.source import Source
from compaction_core.session import Session


def detect(source: Source) -> str | None:
    """Why this is Kimi's: records of its wire, or the marks between messages."""
    for row in source.head:
        if row.value.get("type") in CONTEXT:
            return f"row {row.line} is a record of the context"
        if row.value.get("role") in MARKS:
            return f"row {row.line} has the role {row.value['role']}"
    return None


def read(source: Source) -> Iterator[Session]:
    """The one session of the file."""
    rows = source.rows
    if any(row.value.get("type") in CONTEXT for row in source.head):
        wire = Wire()
        wire.take(rows.rows)
        messages = wire.messages()
        warnings = (*left_out.unknown(wire.unknown), *left_out.branches(wire.undone, why="turns that were taken back"))
        yield Session(
            format="kimi",
            title=first_prompt(messages),
            model=wire.model,
            tools=wire.tools,
            messages=tuple(messages),
            compactions=tuple(wire.compactions()),
            integrity=notes.integrity(rows, 0, wire.skipped, warnings),
        )
        return
    context = Context()
    context.take(rows.rows)
    yield Session(
        format="kimi",
        title=first_prompt(context.messages),
        messages=tuple(context.messages),
        compactions=tuple(context.compactions),
        integrity=notes.integrity(rows, 0, context.skipped),
    )


IMPORTER = importers.add(Importer(name="kimi", label="Kimi Code, Kimi CLI", detect=detect, read=read, order=37))
