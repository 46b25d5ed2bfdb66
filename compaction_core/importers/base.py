"""The importer family: the door every format goes through, from bytes to Session."""

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from compaction_core.errors import BadInput, EmptyTranscript, UnknownFormat
from compaction_core.garbage import paused
from compaction_core.importers.shared import containers
from compaction_core.importers.source import Source
from compaction_core.progress import Report, paced, silent
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


def load(
    source: str | bytes | Path | list[dict[str, Any]] | dict[str, Any],
    conversation: int = 0,
    progress: Report = silent,
) -> Session:
    """Read one transcript: a path, bytes, a JSON string or a list of OpenAI-style message dicts.

    A file may be packed (gzip, Zstandard, zip), and the path may be that of a folder that holds one transcript.
    A file with several conversations gives the one numbered ``conversation`` (0-based). ``progress`` is told how far
    it is, at most 20 times a second.
    Raises BadInput (EmptyTranscript, UnknownFormat) with the line and the cause.
    """
    sessions = load_all(source, progress)
    if not 0 <= conversation < len(sessions):
        raise BadInput(
            f"There is no conversation {conversation} in this file; choose one from 0 to {len(sessions) - 1}."
        )
    return sessions[conversation]


def load_all(
    source: str | bytes | Path | list[dict[str, Any]] | dict[str, Any], progress: Report = silent
) -> tuple[Session, ...]:
    """Read every conversation of a transcript; see ``load``."""
    with paused():
        return _load_all(source, progress)


def _load_all(
    source: str | bytes | Path | list[dict[str, Any]] | dict[str, Any], progress: Report
) -> tuple[Session, ...]:
    opened = Source.open(source, paced(progress))
    if not opened.members and (not opened.data or opened.data.isspace()):
        raise EmptyTranscript("The file is empty; choose one that holds a transcript.")
    opened, importer, why = _recognise(opened)
    found = tuple(session for session in importer.read(opened) if session.messages)
    if not found:
        raise EmptyTranscript(
            f"This is {importer.label} ({why}), but it holds no message; choose a session in which someone spoke."
        )
    return tuple(s.model_copy(update={"integrity": s.integrity.model_copy(update={"detected_by": why})}) for s in found)


class Recognised(NamedTuple):
    """A source, the importer that takes it, and why."""

    source: Source
    importer: Importer
    why: str


def _recognise(source: Source) -> Recognised:
    found = _asked(source)
    if found is None and source.members:
        return _only_one(source)
    if found is None:
        raise UnknownFormat(f"{source.complaint()} {_known()}")
    return found


def _asked(source: Source) -> Recognised | None:
    for importer in sorted(importers, key=lambda candidate: candidate.order):
        why = importer.detect(source)
        if why is not None:
            return Recognised(source, importer, why)
    return None


def _only_one(source: Source) -> Recognised:
    """The one transcript among the files of a zip file or folder; BadInput names the transcripts if there are more."""
    members = source.members
    taken: dict[str, Recognised] = {}
    broken: BadInput | None = None
    for name in containers.candidates(members):
        try:
            inner = Source.open(members[name], source.progress)
        except BadInput as error:
            broken = broken or error
            continue
        found = _asked(inner) if inner.data else None
        if found is not None:
            taken[name] = found
    if len(taken) == 1:
        return next(iter(taken.values()))
    if taken:
        named = containers.shortened([f"{name} ({found.importer.label})" for name, found in taken.items()])
        raise BadInput(f"The {members.kind} holds {len(taken):,} transcripts; choose one of its files: {named}.")
    if broken is not None:
        raise broken
    named = containers.shortened(members)
    raise UnknownFormat(f"The {members.kind} holds no transcript that is known here, only {named}. {_known()}")


def _known() -> str:
    labels = textwrap.shorten(", ".join(importer.label for importer in importers), 260, placeholder=" …")
    return f"Formats read so far: {labels}."
