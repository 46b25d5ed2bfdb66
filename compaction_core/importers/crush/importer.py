"""Crush (Charm), and the older opencode that it comes from: the SQLite file ``crush.db`` or ``opencode.db``.

The tables of ``internal/db/migrations``. Summarizing deletes nothing: the session names the message that holds the
summary (``summary_message_id``; later ``is_summary_message`` marks each), and the model is sent that message, as the
user's, and what comes after it (``sessionAgent.getSessionMessages``). The system prompt is not in the file.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.crush.parts import finish_of, pieces, stored
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.pieced import messages_of
from compaction_core.importers.shared.files.sqlite_store import Database, found, rows
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Message, RecordedCompaction, Role, Session, Thread

_NAMES = re.compile(r"(?:crush|opencode).*\.db")
_SCHEMA = re.compile(
    rb"CREATE TABLE (?:IF NOT EXISTS )?[`\"\[]?messages[`\"\]]?\s*\([^;]{0,300}?\bsession_id\b[^;]{0,300}?\bparts\b"
)
_TABLES: dict[str, tuple[str, ...]] = {
    "sessions": ("id", "parent_session_id", "title", "summary_message_id", "created_at"),
    "messages": ("created_at", "id", "session_id", "role", "parts", "model", "is_summary_message", "finished_at"),
}
_ROLES: dict[Any, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
_DEEPEST = 50

Row = dict[str, Any]


def detect(source: Source) -> str | None:
    """Why this is Crush's: a SQLite file whose messages have parts and belong to a session."""
    return None if _database(source) is None else "it is a SQLite file with Crush's tables"


def read(source: Source) -> Iterator[Session]:
    """One session for each that a person started, oldest first; those of its sub-agents are its threads."""
    database = _database(source)
    if database is None:
        return
    tables = rows(database, _TABLES)
    listed: dict[str, list[Row]] = defaultdict(list)
    for row in tables["messages"]:
        listed[str(row.get("session_id"))].append(row)
    known = {str(row["id"]): row for row in tables["sessions"]}
    order = sorted({**known, **listed}, key=lambda name: seconds(known.get(name, {}).get("created_at")) or 0.0)
    tops = {name: _top(name, known) for name in order}
    threads: dict[str, list[Thread]] = defaultdict(list)
    for name in order:
        messages = _conversation(listed[name], known.get(name, {}))[0] if tops[name] != name else []
        threads[tops[name]] += [Thread(id=name, messages=tuple(messages))] if messages else []
    for name in order:
        if tops[name] == name:
            yield _session(known.get(name, {}), listed[name], tuple(threads[name]))


def _database(source: Source) -> Database | None:
    """The file, or of a folder the one whose log lies beside it; without a log it is read like any other file there."""
    logged = any(name.endswith(".db-wal") for name in source.members)
    return found(source, _NAMES, _SCHEMA) if logged or not source.members else None


def _top(name: str, known: dict[str, Row]) -> str:
    """The session that a person started, through all levels; the session itself in a circle."""
    at = name
    for _ in range(_DEEPEST):
        parent = optional_text(known.get(at, {}).get("parent_session_id"))
        if parent is None or parent not in known:
            return at
        at = parent
    return name


def _session(about: Row, listed: list[Row], threads: tuple[Thread, ...]) -> Session:
    messages, compactions = _conversation(listed, about)
    models = (message.model for message in reversed(messages) if message.model)
    return Session(
        format="crush",
        title=one_line(optional_text(about.get("title")) or "") or first_prompt(messages),
        model=next(models, None),
        messages=tuple(messages),
        compactions=tuple(compactions),
        threads=threads,
    )


def _conversation(listed: list[Row], about: Row) -> tuple[list[Message], list[RecordedCompaction]]:
    ids = CallIds()
    messages: list[Message] = []
    compactions: list[RecordedCompaction] = []
    for row in listed:
        summary = bool(row.get("is_summary_message")) or (row.get("id") == about.get("summary_message_id"))
        made = _messages(row, ids, summary=summary)
        if made and summary:
            compactions.append(RecordedCompaction(index=len(messages), timestamp=made[0].timestamp))
        messages += made
    return messages, compactions


def _messages(row: Row, ids: CallIds, *, summary: bool) -> list[Message]:
    parts = stored(row.get("parts"))
    listed = pieces(parts, "user" if summary else _ROLES.get(row.get("role"), "user"), ids)
    if summary:
        listed = [
            piece._replace(summary="\n".join(p.text for p in piece.parts if p.kind == "text")) for piece in listed[:1]
        ]
    finish = finish_of(parts)
    return messages_of(
        listed,
        identity=optional_text(row.get("id")),
        timestamp=seconds(row.get("created_at")),
        model=optional_text(row.get("model")),
        stop_reason=optional_text(finish.get("reason")),
    )


IMPORTER = importers.add(Importer(name="crush", label="Crush (Charm)", detect=detect, read=read, order=36))
