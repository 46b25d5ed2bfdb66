"""Cursor's own chats: the SQLite file ``state.vscdb`` of the editor."""

from collections.abc import Iterable, Iterator

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.cursor_ide.agent import session_by_state
from compaction_core.importers.cursor_ide.conversation import session_of
from compaction_core.importers.cursor_ide.store import Stored, database, stored
from compaction_core.importers.shared.files.sqlite_store import Database
from compaction_core.importers.shared.shapes import as_list
from compaction_core.importers.source import Source
from compaction_core.session import Session, Thread

_DEEPEST = 50


def detect(source: Source) -> str | None:
    """Why this is Cursor's: a table of keys and values that only its editor makes."""
    return None if database(source) is None else "it is a SQLite file with Cursor's chats"


def read(source: Source) -> Iterator[Session]:
    """One session for each chat that a person started; a sub-agent's becomes a thread of the chat that started it."""
    found = database(source)
    if found is None:
        return
    every = {chat.name: chat for chat in stored(found)}
    started_by = {
        child: name
        for name, chat in every.items()
        for child in map(str, as_list(chat.info.get("subagentComposerIds")))
        if child in every and child != name
    }
    threads: dict[str, list[Thread]] = {}
    for name, chat in every.items():
        top = _top(name, started_by)
        if top is not None:
            messages = _session(found, chat).messages
            threads.setdefault(top, []).extend([Thread(id=name, messages=messages)] if messages else [])
    for name, chat in every.items():
        if _top(name, started_by) is None:
            yield _session(found, chat, threads.get(name, ()))


def _session(file: Database, chat: Stored, threads: Iterable[Thread] = ()) -> Session:
    return session_of(chat, threads) if chat.bubbles else session_by_state(file, chat, threads)


def _top(name: str, started_by: dict[str, str]) -> str | None:
    """The chat that started this one, through all levels; None for one that no chat started."""
    at = name
    for _ in range(_DEEPEST):
        if at not in started_by:
            return None if at == name else at
        at = started_by[at]
    return None  # a circle


IMPORTER = importers.add(
    Importer(name="cursor_ide", label="Cursor chats (state.vscdb)", detect=detect, read=read, order=20)
)
