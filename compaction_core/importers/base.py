"""The importer family: the door every format goes through, from bytes to Session."""

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compaction_core.errors import BadInput, EmptyTranscript, UnknownFormat
from compaction_core.garbage import paused
from compaction_core.importers.source import Source
from compaction_core.registry import Registry
from compaction_core.session import Session


@dataclass(frozen=True)
class Importer:
    """One transcript format.

    ``detect`` says, in one clause, why a source is of this format, or returns None. ``read`` turns it into one
    Session per conversation. Both look only at the content.
    """

    name: str
    label: str
    detect: Callable[[Source], str | None]
    read: Callable[[Source], Iterable[Session]]
    order: int = 50
    """Importers with a lower number are asked first; the loosest formats come last."""


importers: Registry[Importer] = Registry("importer", "compaction_core.importers")


def load(source: str | bytes | Path | list[dict[str, Any]] | dict[str, Any], conversation: int = 0) -> Session:
    """Read one transcript: a path, bytes, a JSON string or a list of OpenAI-style message dicts.

    A file with several conversations gives the one numbered ``conversation`` (0-based).
    Raises BadInput (EmptyTranscript, UnknownFormat) with the line and the cause.
    """
    sessions = load_all(source)
    if not 0 <= conversation < len(sessions):
        raise BadInput(
            f"There is no conversation {conversation} in this file; choose one from 0 to {len(sessions) - 1}."
        )
    return sessions[conversation]


def load_all(source: str | bytes | Path | list[dict[str, Any]] | dict[str, Any]) -> tuple[Session, ...]:
    """Read every conversation of a transcript; see ``load``."""
    with paused():
        return _load_all(source)


def _load_all(source: str | bytes | Path | list[dict[str, Any]] | dict[str, Any]) -> tuple[Session, ...]:
    opened = Source.open(source)
    if not opened.data or opened.data.isspace():
        raise EmptyTranscript("The file is empty; choose one that holds a transcript.")
    importer, why = _recognise(opened)
    found = tuple(session for session in importer.read(opened) if session.messages)
    if not found:
        raise EmptyTranscript(
            f"This is {importer.label} ({why}), but it holds no message; choose a session in which someone spoke."
        )
    return tuple(s.model_copy(update={"integrity": s.integrity.model_copy(update={"detected_by": why})}) for s in found)


def _recognise(source: Source) -> tuple[Importer, str]:
    for importer in sorted(importers, key=lambda candidate: candidate.order):
        why = importer.detect(source)
        if why is not None:
            return importer, why
    labels = textwrap.shorten(", ".join(importer.label for importer in importers), 300, placeholder=" …")
    raise UnknownFormat(f"{source.complaint()} Formats read so far: {labels}.")
