"""opencode: exported sessions (``opencode export``), its SQLite file and its ``storage`` folder."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.opencode import rows_v2
from compaction_core.importers.opencode.session import session_of
from compaction_core.importers.opencode.stores import Stored, database, is_folder, of_database, of_folder
from compaction_core.importers.shared.documents import entries, first
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Session, Thread

_SAID_FIRST = b"Exporting session"  # what the command prints in front of the JSON
_LOOKED_AT = 500


def detect(source: Source) -> str | None:
    """Why this is opencode's: messages that are an ``info`` with ``parts``, or its stores."""
    if source.members and is_folder(source.members):
        return "it is a storage folder with messages and parts"
    if database(source) is not None:
        return "it is a SQLite file with opencode's tables"
    exported = _printed(source)
    if first(exported, _is_session) or first(exported, _is_message):
        return "its messages are an info with parts"
    return None


def read(source: Source) -> Iterator[Session]:
    """One session for each that is no sub-agent's; a sub-agent's becomes a thread of the session that started it."""
    stored = list(_stored(source))
    by_id = {name: item for item in stored if (name := _identity(item)) is not None}
    children: dict[str, list[Stored]] = {}
    top: list[Stored] = []
    tops = _tops(by_id)
    for item in stored:
        name = _identity(item)
        start = name if name is None else tops[name]
        if start is None or start == name:
            top.append(item)
        else:
            children.setdefault(start, []).append(item)
    for item in top:
        yield session_of(item.info, item.messages, [_thread(c) for c in children.get(_identity(item) or "", ())])


def _stored(source: Source) -> Iterator[Stored]:
    found = database(source)
    if found is not None:
        yield from of_database(found)
        return
    if source.members and is_folder(source.members):
        yield from of_folder(source.members)
        return
    exported = _printed(source)
    loose: list[dict[str, Any]] = []
    for entry in entries(exported):
        if _is_session(entry):
            yield Stored(as_object(entry.get("info")), _values(objects_in(entry["messages"])))
        elif _is_message(entry):
            loose.append(entry)
    if loose:
        yield Stored({}, loose)


def _printed(source: Source) -> Source:
    """The JSON of an export that was saved with the line the command prints first."""
    head = source.data[:_LOOKED_AT]
    start = head.find(b"{")
    return Source(source.data[start:], source.name) if head.lstrip().startswith(_SAID_FIRST) and start > 0 else source


def _is_session(entry: dict[str, Any]) -> bool:
    messages = entry.get("messages")
    if not isinstance(messages, list) or not isinstance(entry.get("info"), dict):
        return False
    return not messages or any(_is_message(value) or rows_v2.is_row(value) for value in messages[:5])


def _values(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Messages of either kind as an ``info`` with ``parts``."""
    made = (rows_v2.message_of(value) if rows_v2.is_row(value) else value for value in messages)
    return [value for value in made if value is not None]


def _is_message(value: Any) -> bool:
    info = value.get("info") if isinstance(value, dict) else None
    return isinstance(info, dict) and "role" in info and isinstance(value.get("parts"), list)


def _identity(item: Stored) -> str | None:
    return optional_text(item.info.get("id"))


def _tops(by_id: dict[str, Stored]) -> dict[str, str]:
    """For each session the one that started it, through all levels; itself for one that a person started."""
    top: dict[str, str] = {}
    for name in by_id:
        path: dict[str, None] = {}
        at = name
        while at not in top and at not in path:
            path[at] = None
            parent = by_id[at].info.get("parentID")
            at = parent if isinstance(parent, str) and parent in by_id else at
        start = top.get(at, at)
        circle = list(path)[list(path).index(at) :] if at in path else []
        top.update((inner, start) for inner in path)
        top.update((inner, inner) for inner in circle)
    return top


def _thread(item: Stored) -> Thread:
    session = session_of(item.info, item.messages)
    return Thread(id=_identity(item) or "sub-agent", messages=session.messages)


IMPORTER = importers.add(Importer(name="opencode", label="opencode", detect=detect, read=read, order=20))
