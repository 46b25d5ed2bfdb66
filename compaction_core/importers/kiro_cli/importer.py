"""Kiro CLI and Amazon Q Developer CLI: their database, and the session files of Kiro's later engines.

``data.sqlite3`` below ``~/.local/share/kiro-cli`` or ``amazon-q`` keeps a conversation in each row of ``conversations``
or ``conversations_v2``; a file that ``/save`` wrote holds one. Kiro's later engines write JSON lines,
``~/.kiro/sessions/cli/<id>.jsonl`` and ``~/.kiro/sessions/<folder>/sess_<id>/messages.jsonl``. The system prompt is in
none of them.
"""

import re
from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.kiro_cli.rows import Rows, is_second, is_third
from compaction_core.importers.kiro_cli.turns import conversation_of, is_conversation
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.files.sqlite_store import Database, found, rows, value_of
from compaction_core.importers.shared.left_out import unknown
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.values import first_prompt, optional_text, optional_whole
from compaction_core.importers.source import Source
from compaction_core.session import Session

_NAMES = re.compile(r".*data.*\.sqlite3?")
_SCHEMA = re.compile(
    rb"CREATE TABLE (?:IF NOT EXISTS )?[`\"\[]?conversations(?:_v2)?[`\"\]]?\s*\("
    rb"[^;]{0,200}?\bkey\b[^;]{0,200}?\bvalue\b"
)
_TABLES: dict[str, tuple[str, ...]] = {
    "conversations": ("key", "value"),
    "conversations_v2": ("created_at", "key", "conversation_id", "value"),
}
_LOOKED_AT = 50


def detect(source: Source) -> str | None:
    """Why this is Kiro's or Amazon Q's: its tables, a conversation with turns, or a row of a session."""
    if _database(source) is not None:
        return "it is a SQLite file with conversations of Kiro or Amazon Q"
    if is_conversation(source.document):
        return "it is a conversation with turns"
    row = next((row for row in source.head[:_LOOKED_AT] if is_second(row.value) or is_third(row.value)), None)
    return None if row is None else f"row {row.line} is of a Kiro session"


def read(source: Source) -> Iterator[Session]:
    """One session for each conversation of the database, or the one of the file."""
    database = _database(source)
    if database is not None:
        tables = rows(database, _TABLES)
        for stored in (*tables["conversations"], *tables["conversations_v2"]):
            value = value_of(stored.get("value"))
            if is_conversation(value):
                yield _conversation(value)
        return
    if is_conversation(source.document):
        yield _conversation(as_object(source.document))
        return
    reader = Rows()
    for row in source.rows.rows:
        reader.take(row)
    reader.close()
    yield Session(
        format="kiro_cli",
        title=first_prompt(reader.messages),
        messages=tuple(reader.messages),
        integrity=notes.integrity(source.rows, 0, reader.skipped, unknown(reader.unknown)),
    )


def _database(source: Source) -> Database | None:
    return found(source, _NAMES, _SCHEMA)


def _conversation(value: dict[str, Any]) -> Session:
    messages, compactions = conversation_of(value)
    about = as_object(value.get("model_info"))
    models = (message.model for message in reversed(messages) if message.model)
    return Session(
        format="kiro_cli",
        title=first_prompt(messages),
        model=next(models, None) or optional_text(about.get("model_id")) or optional_text(value.get("model")),
        context_window=optional_whole(about.get("context_window_tokens")) or None,
        messages=tuple(messages),
        compactions=tuple(compactions),
    )


IMPORTER = importers.add(
    Importer(name="kiro_cli", label="Kiro or Amazon Q Developer CLI", detect=detect, read=read, order=33)
)
