"""This program's own JSON: a session with everything that was read of it, as ``session_json`` writes it."""

from collections.abc import Iterator

from pydantic import ValidationError

from compaction_core.errors import BadInput
from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared.values import LATEST
from compaction_core.importers.source import Source
from compaction_core.session import Session

SESSION = "compaction_explorer_session"
"""The key that holds the session."""
HEAD = 400
"""Bytes in which it stands; no other file is parsed to find out."""


def detect(source: Source) -> str | None:
    """Why this is our own file: its first key. The session in it keeps the reason why it was first recognised."""
    if SESSION.encode() not in source.data[:HEAD]:
        return None
    document = source.document
    if not isinstance(document, dict) or not isinstance(document.get(SESSION), dict):
        return None
    integrity = document[SESSION].get("integrity")
    told = integrity.get("detected_by") if isinstance(integrity, dict) else None
    return told if isinstance(told, str) else f"it has the key {SESSION}"


def read(source: Source) -> Iterator[Session]:
    """The session as it was. Raises BadInput for a value that is none of a session, or that no transcript gives."""
    try:
        session = Session.model_validate(source.document[SESSION])
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise _damaged(".".join(map(str, first["loc"])) or "its session", first["msg"]) from error
    for place in _impossible(session):
        raise _damaged(place, "no transcript has such a value")
    yield session


def _damaged(place: str, why: str) -> BadInput:
    return BadInput(
        f"This file is Compaction Explorer's own, but {place} in it is damaged: {why}. Export the session again."
    )


def _impossible(session: Session) -> Iterator[str]:
    """Where a number stands that would break what is computed from it."""
    size = len(session.messages)
    yield from (f"compactions.{n}.index" for n, mark in enumerate(session.compactions) if not 0 <= mark.index <= size)
    threads = ((f"threads.{n}.messages", thread.messages) for n, thread in enumerate(session.threads))
    for place, messages in (("messages", session.messages), *threads):
        for number, message in enumerate(messages):
            if message.timestamp is not None and not 0 <= message.timestamp < LATEST:
                yield f"{place}.{number}.timestamp"
            used = message.usage
            if used and min(used.input, used.cache_read, used.cache_write, used.output, used.reasoning) < 0:
                yield f"{place}.{number}.usage"


importers.add(Importer("compaction_explorer", "Compaction Explorer's own JSON", detect, read, order=0))
