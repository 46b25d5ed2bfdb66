"""opencode's own stores: the SQLite file (1.2 and later) and the ``storage`` folder (before).

Newer files have two sets of tables: ``message`` with ``part``, and ``session_message``, which 2.0 goes over to (both
are in the file that release 1.18.33 makes). A session is read from the set in which it went on last.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from compaction_core.importers.opencode import rows_v2
from compaction_core.importers.shared.files.lenient_json import parse
from compaction_core.importers.shared.files.members import Members
from compaction_core.importers.shared.files.sqlite_store import Database, found, rows, value_of
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.source import Source

# session/message/<session>/<message>.json before 1.0, message/<session>/<message>.json since
_SESSION = re.compile(r"(?:.*/)?session/[^/]+/([^/]+)\.json")
_MESSAGE = re.compile(r"(?:.*/)?message/([^/]+)/([^/]+)\.json")
_PART = re.compile(r"(?:.*/)?part/(?:[^/]+/)?([^/]+)/([^/]+)\.json")
_NAMES = re.compile(r"(?:opencode|kilo).*\.db")  # Kilo Code's command line keeps the same tables
_TABLE = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?[`\"\[]?(?:part|session_message)[`\"\]]?\s*\(")
_TABLES = {
    "session": ("id", "parent_id", "title", "version", "directory", "revert", "time_created"),
    "message": ("id", "session_id", "data", "time_created"),
    "part": ("id", "message_id", "data"),
    "session_message": ("id", "session_id", "type", "seq", "data", "time_created"),
    "instruction_checkpoint": ("session_id", "baseline"),
    "session_context_epoch": ("session_id", "baseline"),
}
_SAME_TIME = 60_000.0
"""Milliseconds: newest rows of both sets this close together are the same message, written twice."""


class Stored(NamedTuple):
    """A session as a store holds it: ``messages`` are those of an export."""

    info: dict[str, Any]
    messages: list[dict[str, Any]]


def database(source: Source) -> Database | None:
    """The SQLite file of the source and the log beside it; None where it has none of opencode's."""
    return found(source, _NAMES, _TABLE)


def is_folder(members: Mapping[str, bytes]) -> bool:
    """Whether the files are a ``storage`` folder: messages, and parts of them."""
    return any(map(_MESSAGE.fullmatch, members)) and any(map(_PART.fullmatch, members))


def of_database(database: Database) -> list[Stored]:
    """The sessions of the SQLite file, oldest first."""
    tables = rows(database, _TABLES)
    known = {str(row["id"]): row for row in tables["session"]}
    older, newer = _messages(tables["message"], tables["part"]), _typed(tables)
    order = sorted({**known, **older, **newer}, key=lambda name: _number(known.get(name, {}).get("time_created")))
    return [
        Stored(
            {**row, "id": name, "parentID": row.get("parent_id"), "revert": value_of(row.get("revert"))},
            _last(older.get(name, []), newer.get(name, [])),
        )
        for name in order
        for row in [known.get(name, {})]
    ]


Timed = list[tuple[float, dict[str, Any]]]


def _messages(messages: list[dict[str, Any]], parts: list[dict[str, Any]]) -> dict[str, Timed]:
    """The messages of each session with their parts, by time."""
    parts_of: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in parts:
        parts_of[str(row.get("message_id"))].append({**as_object(value_of(row.get("data"))), "id": row["id"]})
    of_session: dict[str, Timed] = defaultdict(list)
    for row in messages:
        info = {**as_object(value_of(row.get("data"))), "id": str(row["id"])}
        value = {"info": info, "parts": parts_of.pop(str(row["id"]), [])}
        of_session[str(row.get("session_id"))].append((_number(row.get("time_created")), value))
    return {name: sorted(listed, key=lambda entry: entry[0]) for name, listed in of_session.items()}


def _typed(tables: dict[str, list[dict[str, Any]]]) -> dict[str, Timed]:
    """The rows of ``session_message`` of each session in their order, the first instructions in front."""
    of_session: dict[str, list[tuple[float, float, dict[str, Any]]]] = defaultdict(list)
    for row in tables["session_message"]:
        value = {**as_object(value_of(row.get("data"))), "id": str(row["id"]), "type": row.get("type")}
        place = _number(row.get("seq")), _number(row.get("time_created"))
        of_session[str(row.get("session_id"))].append((*place, value))
    told: dict[str, Timed] = {}
    for row in (*tables["session_context_epoch"], *tables["instruction_checkpoint"]):
        if isinstance(row.get("baseline"), str) and row["baseline"]:
            told[str(row["session_id"])] = [(0.0, {"type": "system", "text": row["baseline"]})]
    return {
        name: [*told.get(name, []), *((time, value) for _, time, value in sorted(listed, key=lambda one: one[:2]))]
        for name, listed in of_session.items()
    }


def _last(older: Timed, newer: Timed) -> list[dict[str, Any]]:
    """The messages of the set that holds the newest one; of the older set where both do."""
    said = [(time, value) for time, row in newer if (value := rows_v2.message_of(row)) is not None]
    went_on = max((time for time, _ in said), default=0.0) - max((time for time, _ in older), default=0.0)
    return [value for _, value in (said if said and (not older or went_on > _SAME_TIME) else older)]


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


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
