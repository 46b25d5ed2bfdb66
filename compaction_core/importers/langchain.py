"""LangChain messages as ``dumps``, ``messages_to_dict`` or ``model_dump`` write them, bare or in a LangGraph state."""

from collections.abc import Iterator, Sequence
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.rows import Row
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.shapes import may_hold
from compaction_core.importers.shared.traces.any_messages import messages_of
from compaction_core.importers.shared.traces.any_value import tools_of
from compaction_core.importers.shared.traces.langchain_message import as_chat
from compaction_core.importers.shared.values import first_prompt, json_text
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Message, RecordedCompaction, Session, Warning
from compaction_core.words import count

_AROUND = ("messages", "values", "state", "channel_values", "checkpoint", "history", "output", "kwargs")
_DEEP = 6


def detect(source: Source) -> str | None:
    """Why these are LangChain messages: constructors, or a type such as human or ai in place of a role."""
    first = next(iter(_conversations(source, source.head if source.document is None else ())), None)
    if first is None:
        return None
    constructor = any(isinstance(item, dict) and item.get("lc") == 1 for _, item in first[1])
    return "its messages are LangChain constructors" if constructor else "its messages have LangChain types"


def read(source: Source) -> Iterator[Session]:
    """One session for each list of messages."""
    rows = source.jsonl
    for around, values in _conversations(source, rows.rows if rows else ()):
        yield _session(around, values, notes.integrity(rows))


def _conversations(source: Source, rows: Sequence[Row]) -> list[tuple[Any, list[tuple[int | None, Any]]]]:
    """Each list of messages with the value it stands in, every message with its line."""
    document = source.document
    if document is not None:
        if isinstance(document, list) and not may_hold(document):
            return []
        found = _messages_in(document)
        if found or not isinstance(document, list):
            return [(document, [(None, item) for item in found])] if found else []
        listed = ((item, _messages_in(item)) for item in document)
        return [(item, [(None, message) for message in inner]) for item, inner in listed if inner]
    if rows and as_chat(rows[0].value) is not None:
        return [(None, [(row.line, row.value) for row in rows])]
    listed = ((row, _messages_in(row.value)) for row in rows)
    return [(row.value, [(row.line, message) for message in inner]) for row, inner in listed if inner]


def _messages_in(value: Any) -> list[Any]:
    """The list of messages in a state, a checkpoint or a prompt value; empty if most of it is no message."""
    for _ in range(_DEEP):
        if isinstance(value, list):
            if len(value) == 1 and isinstance(value[0], list):
                value = value[0]
            good = sum(as_chat(item) is not None for item in value)
            return value if 2 * good > len(value) else []
        if not isinstance(value, dict):
            return []
        if as_chat(value) is not None:
            return [value]
        value = next((value[key] for key in _AROUND if isinstance(value.get(key), dict | list)), None)
    return []


def _session(around: Any, values: list[tuple[int | None, Any]], integrity: Integrity) -> Session:
    ids = CallIds()
    messages: list[Message] = []
    left_out = 0
    for line, value in values:
        if as_chat(value) is None:
            left_out += 1
            continue
        messages += messages_of(value, ids, line)
    text = f"Left out {count(left_out, 'entry', 'entries')} that are no messages."
    warnings = (Warning(code="no_message", text=text),) if left_out else ()
    tools = tools_of(around)
    summaries = (at for at, message in enumerate(messages) if message.summary is not None)
    return Session(
        format="langchain",
        title=first_prompt(messages),
        model=next((message.model for message in reversed(messages) if message.model), None),
        tools=json_text(tools) if tools else None,
        messages=tuple(messages),
        compactions=tuple(RecordedCompaction(index=at, timestamp=messages[at].timestamp) for at in summaries),
        integrity=integrity.model_copy(update={"warnings": (*integrity.warnings, *warnings)}),
    )


IMPORTER = importers.add(Importer(name="langchain", label="LangChain messages", detect=detect, read=read, order=60))
