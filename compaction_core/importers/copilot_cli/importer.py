"""GitHub Copilot CLI: ``events.jsonl`` of a session, and the JSON file per session that came before it (0.0.3xx)."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.copilot_cli.events import Reader
from compaction_core.importers.rows import Row
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.openai_message import message_of
from compaction_core.importers.shared.left_out import unknown
from compaction_core.importers.shared.timeline import alone
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Session, Thread, Warning
from compaction_core.words import an, count

_TYPES = ("session.start", "user.message", "assistant.message", "tool.execution_start", "assistant.turn_start")


def detect(source: Source) -> str | None:
    """Why this is a Copilot CLI file: an event with data, or the older file's two lists."""
    document = source.document
    if isinstance(document, dict) and isinstance(document.get("chatMessages"), list) and "timeline" in document:
        return "it has chatMessages and timeline"
    for row in source.head:
        value = row.value
        if value.get("type") in _TYPES and isinstance(value.get("data"), dict) and "timestamp" in value:
            return f"row {row.line} is {an(value['type'])} event"
    return None


def read(source: Source) -> Iterator[Session]:
    """One session; sub-agents' events become its threads."""
    document = source.document
    if isinstance(document, dict) and isinstance(document.get("chatMessages"), list):
        yield _older(document)
        return
    rows = source.rows
    main = [row for row in rows.rows if not _agent(row)]
    reader = Reader().take(main)
    messages, compactions = reader.timeline.finish(alone)
    models = (message.model for message in reversed(messages) if message.model)
    yield Session(
        format="copilot_cli",
        title=one_line(reader.title) or one_line(reader.typed) or first_prompt(messages),
        version=reader.version,
        model=next(models, None) or reader.model,
        context_window=reader.context_window,
        messages=messages,
        compactions=compactions,
        threads=_threads(rows.rows),
        integrity=notes.integrity(rows, reader.repeated, reader.skipped, _warnings(reader)),
    )


def _agent(row: Row) -> str | None:
    """The sub-agent an event belongs to: its id or, in older files, the call that started it."""
    data = row.value.get("data")
    parent = data.get("parentToolCallId") if isinstance(data, dict) else None
    return optional_text(row.value.get("agentId")) or optional_text(parent)


def _threads(rows: tuple[Row, ...]) -> tuple[Thread, ...]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        name = _agent(row)
        if name:
            groups.setdefault(name, []).append(row)
    made = ((name, Reader().take(group).timeline.finish(alone)[0]) for name, group in groups.items())
    return tuple(Thread(id=name, messages=messages) for name, messages in made if messages)


def _older(document: dict[str, Any]) -> Session:
    """The older file: messages as OpenAI's chat API has them, and beside them what was on the screen."""
    ids = CallIds()
    read = [message_of(value, None, ids) for value in document["chatMessages"]]
    messages = tuple(message for message, _ in read if message is not None)
    return Session(
        format="copilot_cli",
        title=first_prompt(messages),
        messages=messages,
        integrity=Integrity(warnings=tuple(warning for _, warning in read if warning is not None)),
    )


def _warnings(reader: Reader) -> Iterator[Warning]:
    if reader.truncated:
        dropped = count(reader.truncated, "message")
        text = f"The CLI dropped {dropped} from the context to make it fit; the file does not say which."
        yield Warning(code="truncated_context", text=text)
    yield from unknown(reader.unknown, "events")


IMPORTER = importers.add(Importer(name="copilot_cli", label="Copilot CLI JSONL", detect=detect, read=read, order=22))
