"""Zed's database of agent threads (``threads/threads.db``): each a row with its JSON, since 2025 packed with Zstandard.

``crates/agent/src/db.rs`` has the table. The system prompt is not in it; the threads of agents that run outside of Zed
(Claude Code, Codex) are not either.
"""

import re
from collections.abc import Iterator
from typing import Any

from compaction_core.errors import BadInput
from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared.files.compressed import LARGEST, ZSTD, unzstd
from compaction_core.importers.shared.files.sqlite_store import Database, found, rows, value_of
from compaction_core.importers.shared.shapes import as_list, as_object
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text
from compaction_core.importers.source import Source
from compaction_core.importers.zed.thread import Reader
from compaction_core.session import Integrity, Session, Thread, Warning
from compaction_core.words import count

_NAMES = re.compile(r"threads.*\.db")
_SCHEMA = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?[`\"\[]?threads[`\"\]]?\s*\([^;]{0,300}?\bdata_type\b")
_COLUMNS = ("id", "parent_id", "summary", "updated_at", "data_type", "data")


def detect(source: Source) -> str | None:
    """Why this is Zed's: its table of threads."""
    return None if _database(source) is None else "it is a SQLite file with Zed's table of threads"


def read(source: Source) -> Iterator[Session]:
    """One session for each thread, the last used one last; a sub-agent's stands in the one that started it."""
    database = _database(source)
    if database is None:
        return
    listed = sorted(rows(database, {"threads": _COLUMNS})["threads"], key=lambda row: str(row.get("updated_at")))
    known = {row["id"] for row in listed}
    made: dict[Any, Session] = {}
    inner: dict[Any, list[Thread]] = {}
    lost: list[BadInput] = []
    room = LARGEST
    for row in listed:
        try:
            data = _data(row.get("data"), room)
        except BadInput as error:
            lost.append(error)
            continue
        room -= len(data)
        session = _session(row, as_object(value_of(data)))
        parent = row.get("parent_id")
        if parent in known and parent != row["id"]:
            inner.setdefault(parent, []).append(Thread(id=str(row["id"]), messages=session.messages))
        else:
            made[row["id"]] = session
    if lost and not made:
        raise lost[0]
    for at, (name, session) in enumerate(made.items()):
        warnings = (*session.integrity.warnings, *(_lost(lost) if at == 0 else ()))
        integrity = session.integrity.model_copy(update={"warnings": warnings})
        yield session.model_copy(update={"threads": tuple(_below(name, inner)), "integrity": integrity})


def _below(name: Any, inner: dict[Any, list[Thread]]) -> Iterator[Thread]:
    waiting = inner.pop(name, [])[::-1]
    while waiting:
        thread = waiting.pop()
        yield thread
        waiting += inner.pop(thread.id, [])[::-1]


def _database(source: Source) -> Database | None:
    return found(source, _NAMES, _SCHEMA)


def _data(cell: Any, room: int) -> bytes:
    """The JSON of a thread; BadInput where it is damaged, or too large."""
    data = cell.encode("utf-8", "replace") if isinstance(cell, str) else cell if isinstance(cell, bytes) else b""
    return unzstd(data, max(room, 0)) if data.startswith(ZSTD) else data


def _session(row: dict[str, Any], thread: dict[str, Any]) -> Session:
    model = optional_text(as_object(thread.get("model")).get("model"))
    reader = Reader(model, as_object(thread.get("request_token_usage")))
    for value in as_list(thread.get("messages")):
        reader.take(value)
    reader.finish()
    told = next((t for t in (row.get("summary"), thread.get("title"), thread.get("summary")) if optional_text(t)), "")
    return Session(
        format="zed",
        title=one_line(str(told)) or first_prompt(reader.messages),
        model=model,
        messages=tuple(reader.messages),
        compactions=tuple(reader.compactions),
        integrity=Integrity(skipped_rows=reader.skipped, warnings=tuple(_skipped(reader.skipped))),
    )


def _lost(reasons: list[BadInput]) -> Iterator[Warning]:
    if reasons:
        text = f"Left out {count(len(reasons), 'thread')} of the database: {reasons[0]}"
        yield Warning(code="unreadable_threads", text=text, count=len(reasons))


def _skipped(skipped: int) -> Iterator[Warning]:
    if skipped:
        text = f"Left out {count(skipped, 'message')} of kinds that are not known."
        yield Warning(code="unknown_rows", text=text, count=skipped)


IMPORTER = importers.add(Importer(name="zed", label="Zed threads", detect=detect, read=read, order=39))
