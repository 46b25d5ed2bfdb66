"""goose (Block): its database, its older JSON lines, and exported sessions.

``sessions.db`` since release 1.10 (``session/session_manager.rs``: the tables ``sessions`` and ``messages``); before it
one file of JSON lines for each session, the first of them about the session (``session/storage.rs``); ``goose session
export --format json`` writes one object with the messages under ``conversation``. The system prompt is in none of them.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.goose.conversation import Row, conversation_of
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.files.sqlite_store import Database, found, rows, value_of
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text, optional_whole
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Session

_NAMES = re.compile(r"sessions.*\.db")
_SCHEMA = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?[`\"\[]?messages[`\"\]]?\s*\([^;]{0,500}?\bcontent_json\b")
_TABLES: dict[str, tuple[str, ...]] = {
    "sessions": ("id", "name", "description", "model_config_json", "created_at"),
    "messages": ("id", "session_id", "role", "content_json", "created_timestamp", "metadata_json", "message_id"),
}
_OWN = ("toolRequest", "toolResponse", "frontendToolRequest", "systemNotification", "conversationCompacted")
_HEADER = ("working_dir", "message_count")


def detect(source: Source) -> str | None:
    """Why this is goose's: its tables, the header of a session, or messages with its content."""
    if _database(source) is not None:
        return "it is a SQLite file with goose's tables"
    document = source.document
    if document is not None:
        listed = _exported(document)
        return "it is an exported session" if listed and "working_dir" in document and _is_row(listed[0]) else None
    head = [row.value for row in source.head]
    if head and all(key in head[0] for key in _HEADER):
        return f"row {source.head[0].line} is the header of a session"
    marked = next((row for row in source.head if _is_row(row.value) and _is_marked(row.value)), None)
    return f"row {marked.line} has goose's tool content" if marked is not None and _is_row(head[0]) else None


def read(source: Source) -> Iterator[Session]:
    """One session for each of the database, or the one of the file."""
    database = _database(source)
    if database is not None:
        yield from _stored(database)
        return
    document = source.document
    if document is not None:
        listed = _exported(document)
        yield _session(as_object(document), listed, [None] * len(listed))
        return
    file = source.rows
    told = [row for row in file.rows if _is_row(row.value)]
    header = next((row.value for row in file.rows[:1] if not _is_row(row.value)), {})
    made = _session(header, [row.value for row in told], [row.line for row in told])
    skipped = len(file.rows) - len(told) + made.integrity.skipped_rows
    yield made.model_copy(update={"integrity": notes.integrity(file, 0, skipped)})


def _database(source: Source) -> Database | None:
    return found(source, _NAMES, _SCHEMA)


def _stored(database: Database) -> Iterator[Session]:
    tables = rows(database, _TABLES)
    listed: dict[str, list[Row]] = defaultdict(list)
    for row in tables["messages"]:
        listed[str(row.get("session_id"))].append(
            {
                "id": row.get("message_id"),
                "role": row.get("role"),
                "created": row.get("created_timestamp"),
                "content": value_of(row.get("content_json")),
                "metadata": value_of(row.get("metadata_json")),
            }
        )
    known = {str(row["id"]): row for row in tables["sessions"]}
    order = sorted({**known, **listed}, key=lambda name: str(known.get(name, {}).get("created_at")))
    for name in order:
        yield _session(known.get(name, {}), listed[name], [None] * len(listed[name]))


def _session(about: dict[str, Any], listed: list[Row], lines: list[int | None]) -> Session:
    messages, compactions, skipped = conversation_of(listed, lines)
    config = as_object(about.get("model_config") or value_of(about.get("model_config_json")))
    told = optional_text(about.get("name")) or optional_text(about.get("description")) or ""
    return Session(
        format="goose",
        title=one_line(told) or first_prompt(messages),
        model=optional_text(config.get("model_name")),
        context_window=optional_whole(config.get("context_limit")) or None,
        messages=tuple(messages),
        compactions=tuple(compactions),
        integrity=Integrity(skipped_rows=skipped),
    )


def _exported(document: Any) -> list[Row]:
    value = as_object(document)
    return objects_in(value.get("conversation")) or objects_in(value.get("messages"))


def _is_row(value: dict[str, Any]) -> bool:
    """Whether a value is a message: it says when it was made as no other's does."""
    told = value.get("role") in ("user", "assistant") and isinstance(value.get("content"), list)
    return told and isinstance(value.get("created"), int)


def _is_marked(value: dict[str, Any]) -> bool:
    return "metadata" in value or any(block.get("type") in _OWN for block in objects_in(value["content"]))


IMPORTER = importers.add(Importer(name="goose", label="goose (Block)", detect=detect, read=read, order=34))
