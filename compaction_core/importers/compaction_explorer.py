"""This program's own JSON: a session with everything that was read of it, as ``session_json`` writes it."""

from collections.abc import Iterator

from pydantic import ValidationError

from compaction_core.errors import BadInput
from compaction_core.importers.base import Importer, importers
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
    """The session as it was. Raises BadInput where a field of it is not one of a session."""
    try:
        yield Session.model_validate(source.document[SESSION])
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise BadInput(
            f"This file is Compaction Explorer's own, but {place or 'its session'} in it is damaged: {first['msg']}. "
            "Export the session again."
        ) from error


importers.add(Importer("compaction_explorer", "Compaction Explorer's own JSON", detect, read, order=0))
