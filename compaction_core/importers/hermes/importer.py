"""Hermes Agent: its database, archived sessions (JSON) and ``hermes sessions export`` (JSON or JSON lines)."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.hermes import store
from compaction_core.importers.hermes.conversation import conversation_of
from compaction_core.importers.hermes.messages import compacted
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.shapes import objects_in
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Session, Thread

_EXPORTED = ("messages", "started_at", "source")


def detect(source: Source) -> str | None:
    """Why this is Hermes's: its tables, its producer, or a session row with its messages."""
    if store.database(source) is not None:
        return "it is a SQLite file with Hermes's tables"
    first = next(_sessions(source, all_lines=False), None)
    if first is None:
        return None
    return f"its producer is {str(first['producer'])[:40]}" if "producer" in first else "it is an exported session"


def read(source: Source) -> Iterator[Session]:
    """One session for each archived or exported one, and for each conversation of the database."""
    database = store.database(source)
    if database is not None:
        for talk in store.talks(database):
            threads = [Thread(id=name, messages=_session(value).messages) for name, value in talk.threads]
            yield _session(talk.value, tuple(thread for thread in threads if thread.messages))
        return
    lined = source.document is None
    for value in _sessions(source):
        made = _session(value)
        if lined:
            known = notes.integrity(source.rows, 0, 0, made.integrity.warnings)
            made = made.model_copy(update={"integrity": known})
        yield made


def _sessions(source: Source, *, all_lines: bool = True) -> Iterator[dict[str, Any]]:
    document = source.document
    if document is None:
        found: list[Any] = [row.value for row in (source.rows.rows if all_lines else source.head)]
    else:
        found = document if isinstance(document, list) else [document]
    for value in found:
        if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
            continue
        if all(key in value for key in _EXPORTED) and "segments" in value:
            yield _lineage(value)
        elif str(value.get("producer")).startswith("hermes") or all(key in value for key in _EXPORTED):
            yield value


def _lineage(value: dict[str, Any]) -> dict[str, Any]:
    """A session with those that it continues, oldest first, as one: each was compacted, and the next went on.

    ``--lineage`` writes each of them under ``segments`` (``hermes_state_portability.export_session_lineage``), and the
    messages of all under ``messages``, where nothing tells which are gone.
    """
    segments = [part for part in objects_in(value.get("segments")) if isinstance(part.get("messages"), list)]
    if not segments:
        return value
    before = [compacted(row) for part in segments[:-1] for row in objects_in(part["messages"])]
    prompts = (prompt for part in segments if (prompt := optional_text(part.get("system_prompt"))))
    return {**value, "system_prompt": next(prompts, None), "messages": [*before, *segments[-1]["messages"]]}


def _session(value: dict[str, Any], threads: tuple[Thread, ...] = ()) -> Session:
    messages, compactions, warnings = conversation_of(value)
    models = (message.model for message in reversed(messages) if message.model)
    producer = optional_text(value.get("producer"))
    return Session(
        format="hermes",
        title=one_line(optional_text(value.get("title")) or "") or first_prompt(messages),
        version=producer.partition("/")[2] or None if producer else None,
        model=optional_text(value.get("model")) or next(models, None),
        messages=messages,
        compactions=compactions,
        threads=threads,
        integrity=Integrity(warnings=warnings),
    )


IMPORTER = importers.add(Importer(name="hermes", label="Hermes Agent", detect=detect, read=read, order=35))
