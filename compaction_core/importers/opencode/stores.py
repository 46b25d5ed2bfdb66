"""opencode's own stores: the SQLite file (1.2 and later) and the ``storage`` folder (before)."""

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from compaction_core.importers.shared.lenient_json import parse
from compaction_core.importers.shared.members import Members
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.sqlite_store import rows, value_of
from compaction_core.importers.source import SQLITE, Source

# session/message/<session>/<message>.json before 1.0, message/<session>/<message>.json since
_SESSION = re.compile(r"(?:.*/)?session/[^/]+/([^/]+)\.json")
_MESSAGE = re.compile(r"(?:.*/)?message/([^/]+)/([^/]+)\.json")
_PART = re.compile(r"(?:.*/)?part/(?:[^/]+/)?([^/]+)/([^/]+)\.json")
_NAMES = ("opencode", "kilo")  # Kilo Code's command line keeps the same tables
_TABLE = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?[`\"\[]?part[`\"\]]?\s*\(")
_TABLES = {
    "session": ("id", "parent_id", "title", "version", "directory", "revert", "time_created"),
    "message": ("id", "session_id", "data", "time_created"),
    "part": ("id", "message_id", "data"),
}


class Stored(NamedTuple):
    """A session as a store holds it: ``messages`` are those of an export."""

    info: dict[str, Any]
    messages: list[dict[str, Any]]


def database(source: Source) -> tuple[bytes, bytes] | None:
    """The SQLite file of the source and the log beside it; None where it has none of opencode's."""
    if source.data.startswith(SQLITE):
        return (source.data, b"") if _TABLE.search(source.data) else None
    for name in source.members:
        path = PurePosixPath(name)
        if path.suffix == ".db" and path.name.startswith(_NAMES):
            log = name + "-wal"
            return source.members[name], source.members.get(log, b"")
    return None


def is_folder(members: Mapping[str, bytes]) -> bool:
    """Whether the files are a ``storage`` folder: messages, and parts of them."""
    return any(map(_MESSAGE.fullmatch, members)) and any(map(_PART.fullmatch, members))


def of_database(data: bytes, log: bytes) -> list[Stored]:
    """The sessions of the SQLite file, oldest first."""
    found = rows(data, _TABLES, log)
    parts: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in found["part"]:
        part = as_object(value_of(row.get("data")))
        parts[str(row.get("message_id"))].append({**part, "id": row["id"]})
    messages: dict[str, list[tuple[Any, dict[str, Any]]]] = defaultdict(list)
    for row in found["message"]:
        info = {**as_object(value_of(row.get("data"))), "id": str(row["id"])}
        value = {"info": info, "parts": parts.pop(str(row["id"]), [])}
        messages[str(row.get("session_id"))].append((row.get("time_created"), value))
    known = {str(row["id"]): row for row in found["session"]}
    order = sorted({**known, **messages}, key=lambda name: _number(known.get(name, {}).get("time_created")))
    return [
        Stored(
            {**row, "id": name, "parentID": row.get("parent_id"), "revert": value_of(row.get("revert"))},
            [value for _, value in sorted(messages.get(name, []), key=_by_time)],
        )
        for name in order
        for row in [known.get(name, {})]
    ]


def of_folder(members: Members) -> list[Stored]:
    """The sessions of a ``storage`` folder; ids rise with time."""
    sessions: dict[str, dict[str, Any]] = {}
    messages: dict[str, list[tuple[str, str]]] = defaultdict(list)
    parts: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in members:
        if part := _PART.fullmatch(name):
            parts[part[1]].append((part[2], name))
        elif message := _MESSAGE.fullmatch(name):
            messages[message[1]].append((message[2], name))
        elif session := _SESSION.fullmatch(name):
            sessions[session[1]] = as_object(parse(members[name]))
    return [
        Stored(
            sessions.get(session, {}),
            [
                {
                    "info": {"id": message, **as_object(parse(members[name]))},
                    "parts": [as_object(parse(members[part])) for _, part in sorted(parts[message])],
                }
                for message, name in sorted(listed)
            ],
        )
        for session, listed in sorted(messages.items())
    ]


def _by_time(entry: tuple[Any, dict[str, Any]]) -> float:
    return _number(entry[0])


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
