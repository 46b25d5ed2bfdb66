"""Gemini CLI: recorded sessions (one JSON file up to 0.3x, JSONL from 0.40 on) and ``/chat save`` checkpoints."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.gemini_cli.messages import Converter
from compaction_core.importers.gemini_cli.records import Records
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.left_out import branches, unknown
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Message, RecordedCompaction, Session, Warning

_HEADER = ("sessionId", "projectHash")


def detect(source: Source) -> str | None:
    """Why this is a Gemini CLI file: the recorder's header, a row of its log, or a list of contents."""
    document = source.document
    if isinstance(document, dict) and all(key in document for key in _HEADER):
        return "it has sessionId and projectHash"
    if document is not None:
        return "it is a list of contents with the roles user and model" if _contents(document) else None
    for row in source.head[:5]:
        value = row.value
        if all(key in value for key in _HEADER):
            return f"row {row.line} has sessionId and projectHash"
        if value.get("type") == "gemini" and "content" in value and "id" in value:
            return f"row {row.line} is a gemini row"
    return None


def _contents(document: Any) -> list[dict[str, Any]]:
    """The entries of a checkpoint: bare, or under ``history``; empty if it is none."""
    history = document.get("history") if isinstance(document, dict) else document
    if not isinstance(history, list) or not history:
        return []
    entries = [entry for entry in history if isinstance(entry, dict)]
    fits = [e for e in entries if e.get("role") in ("user", "model") and isinstance(e.get("parts"), list)]
    typed = any(isinstance(part, dict) and "type" in part for entry in fits[:20] for part in entry["parts"][:5])
    return entries if len(fits) == len(history) and not typed else []


def read(source: Source) -> Iterator[Session]:
    """One session."""
    document = source.document
    entries = _contents(document) if document is not None and not _is_record(document) else []
    yield _checkpoint(entries) if entries else _recorded(source)


def _is_record(document: Any) -> bool:
    return isinstance(document, dict) and all(key in document for key in _HEADER)


def _checkpoint(entries: list[dict[str, Any]]) -> Session:
    """A saved chat: the list the model sees, so what stands before a summary is still there."""
    converter = Converter()
    messages: list[Message] = []
    for entry in entries:
        messages += converter.said(entry.get("parts"), str(entry.get("role")))
    compactions = tuple(
        RecordedCompaction(index=at, kept=tuple(range(at)))
        for at, message in enumerate(messages)
        if message.summary is not None
    )
    return Session(
        format="gemini_cli", title=first_prompt(messages), messages=tuple(messages), compactions=compactions[-1:]
    )


def _recorded(source: Source) -> Session:
    document = source.document
    records = Records()
    if isinstance(document, dict):
        records.take(document, None)
        listed = document.get("messages")
        for value in listed if isinstance(listed, list) else ():
            if isinstance(value, dict):
                records.take(value, None)
    else:
        for row in source.rows.rows:
            records.take(row.value, row.line)
    messages, compactions = records.timeline.finish(records.messages_of)
    warnings = tuple(_warnings(records))
    models = (message.model for message in reversed(messages) if message.model)
    return Session(
        format="gemini_cli",
        title=one_line(optional_text(records.metadata.get("summary")) or "") or first_prompt(messages),
        model=next(models, None),
        messages=messages,
        compactions=compactions,
        integrity=notes.integrity(source.jsonl, records.merged, records.skipped, warnings),
    )


def _warnings(records: Records) -> Iterator[Warning]:
    yield from branches(records.rewound)
    yield from unknown(records.unknown, "messages")


IMPORTER = importers.add(
    Importer(name="gemini_cli", label="Gemini CLI JSON or JSONL", detect=detect, read=read, order=30)
)
