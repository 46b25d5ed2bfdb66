"""OpenAI Codex CLI: rollouts (JSONL, from the first bare ones of mid-2025 to 0.14x) and ``codex exec --json``."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.codex.exec import Stream
from compaction_core.importers.codex.header import tools_of
from compaction_core.importers.codex.rollout import Rollout
from compaction_core.importers.rows import Rows
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.left_out import branches, unknown
from compaction_core.importers.shared.timeline import alone
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text
from compaction_core.importers.source import Source
from compaction_core.progress import Report
from compaction_core.session import Session, Warning
from compaction_core.words import an, count

_ROWS = ("session_meta", "response_item", "turn_context", "event_msg", "compacted")


def detect(source: Source) -> str | None:
    """Why this is a Codex file: a row of a rollout, the bare header of the first ones, or a stream's first event."""
    for row in source.head:
        value = row.value
        if value.get("type") in _ROWS and isinstance(value.get("payload"), dict):
            return f"row {row.line} is {an(value['type'])} row with a payload"
        if value.get("type") == "thread.started" and "thread_id" in value:
            return f"row {row.line} starts the stream of codex exec --json"
    first = source.head[0].value if source.head else {}
    if _is_bare(first) and len(source.head) > 1:
        return "it opens with a header that has id, timestamp and instructions"
    return None


def _is_bare(value: dict[str, Any]) -> bool:
    named = all(key in value for key in ("id", "timestamp", "instructions"))
    return named and not any(key in value for key in ("type", "role", "messages", "payload"))


def read(source: Source) -> Iterator[Session]:
    """One session: a file holds one thread, with what it copied from the thread it was forked from."""
    rows = source.rows
    streamed = any(row.value.get("type") == "thread.started" for row in source.head)
    yield _stream(rows) if streamed else _rollout(rows, source.progress)


def _rollout(rows: Rows, progress: Report) -> Session:
    found = Rollout().take(rows.rows, progress)
    messages, compactions = found.timeline.finish(alone)
    models = (message.model for message in reversed(messages) if message.model)
    return Session(
        format="codex",
        title=one_line(found.title) or first_prompt(messages),
        version=optional_text(found.meta.get("cli_version")),
        model=next(models, None) or found.items.model,
        context_window=found.context_window,
        tools=tools_of(found.meta),
        messages=messages,
        compactions=compactions,
        integrity=notes.integrity(rows, found.items.merged, found.skipped + found.items.skipped, _warnings(found)),
    )


def _stream(rows: Rows) -> Session:
    found = Stream().take(rows.rows)
    messages, _ = found.items.timeline.finish(alone)
    text = "The stream of codex exec --json holds no prompt and no token counts of single calls."
    warnings = [Warning(code="no_prompt", text=text)]
    if found.errors:
        told = one_line(found.errors[-1])
        text = f"The stream reports {count(len(found.errors), 'error')}; the last one: {told}"
        warnings.append(Warning(code="errors", text=text))
    return Session(
        format="codex",
        messages=messages,
        integrity=notes.integrity(rows, found.items.merged, found.skipped, warnings),
    )


def _warnings(found: Rollout) -> Iterator[Warning]:
    if optional_text(found.meta.get("forked_from_id")):
        text = "This session was forked from another; the rows it copied from there are shown as its own."
        yield Warning(code="fork", text=text)
    gone = found.rolled_back
    yield from branches(len(gone), gone[0].line if gone else None, "turns that were rolled back")
    yield from unknown(found.unknown)


IMPORTER = importers.add(Importer(name="codex", label="Codex CLI JSONL", detect=detect, read=read, order=20))
