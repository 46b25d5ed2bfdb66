"""Cursor's command line (``cursor-agent``): the SQLite file ``store.db`` of one chat.

Below ``~/.cursor/chats/<MD5 of the folder>/<chat>/``. The table ``meta`` holds one row with JSON in hexadecimal digits
(``agentId``, ``name``, ``createdAt``, ``lastUsedModel``, ``latestRootBlobId``), the table ``blobs`` all else: see
``shared/cursor_state.py``. No message has a time, none its token counts.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared.cursor_state import state_of
from compaction_core.importers.shared.files.sqlite_store import Database, found, rows, value_of
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Message, Session

_NAMES = re.compile(r"store.*\.db")
_SCHEMA = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?[`\"\[]?blobs[`\"\]]?\s*\(\s*[`\"\[]?id\b")
_TABLES: dict[str, tuple[str, ...]] = {"blobs": ("id", "data"), "meta": ("key", "value")}
_UNNAMED = ("New Agent", "Untitled")
_QUERY = re.compile(r"<user_query>(.*?)(?:</user_query>|\Z)", re.DOTALL)


def detect(source: Source) -> str | None:
    """Why this is a chat of Cursor's command line: a SQLite file whose ``meta`` names an agent and its root."""
    database = _database(source)
    if database is None:
        return None
    told = _meta(rows(database, {"meta": _TABLES["meta"]})["meta"])
    return "it is a SQLite file with blobs and the name of their root" if "latestRootBlobId" in told else None


def read(source: Source) -> Iterator[Session]:
    """The one chat of the file."""
    database = _database(source)
    if database is None:
        return
    tables = rows(database, _TABLES)
    told = _meta(tables["meta"])
    blobs = {str(row["id"]): _bytes(row.get("data")) for row in tables["blobs"]}

    def named(names: Iterable[str]) -> dict[str, bytes]:
        return {name: blobs[name] for name in names if name in blobs}

    state = state_of(blobs.get(str(told.get("latestRootBlobId")), b""), named)
    name = optional_text(told.get("name")) or ""
    yield Session(
        format="cursor_cli",
        title=one_line("" if name in _UNNAMED else name) or _title(state.messages),
        model=optional_text(told.get("lastUsedModel")),
        context_window=state.window,
        messages=tuple(state.messages),
        compactions=tuple(state.compactions),
        threads=tuple(state.threads),
        integrity=Integrity(warnings=tuple(state.warnings())),
    )


def _database(source: Source) -> Database | None:
    return found(source, _NAMES, _SCHEMA)


def _meta(listed: list[dict[str, Any]]) -> dict[str, Any]:
    """What the row under ``0`` says."""
    for row in listed:
        try:
            told = as_object(value_of(bytes.fromhex(str(row.get("value")))))
        except ValueError:
            continue
        if told:
            return told
    return {}


def _bytes(cell: Any) -> bytes:
    return cell if isinstance(cell, bytes) else cell.encode("utf-8", "replace") if isinstance(cell, str) else b""


def _title(messages: list[Message]) -> str:
    """What a person typed first, without what Cursor puts around it."""
    for message in messages:
        typed = _QUERY.search(message.text) if message.role == "user" and not message.flags else None
        if typed and typed[1].strip():
            return one_line(typed[1])
    return first_prompt(messages)


IMPORTER = importers.add(
    Importer(name="cursor_cli", label="Cursor CLI chat (store.db)", detect=detect, read=read, order=21)
)
