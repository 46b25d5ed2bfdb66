"""The door every format goes through, from bytes to Session."""

from pathlib import Path
from typing import Any

from compaction_core.errors import BadInput, EmptyTranscript, UnknownFormat
from compaction_core.garbage import paused
from compaction_core.importers.base import known, recognised
from compaction_core.importers.listing import only_one
from compaction_core.importers.source import Source
from compaction_core.progress import Report, paced, silent
from compaction_core.session import Integrity, Session, Warning


def load(
    source: str | bytes | Path | list[dict[str, Any]] | dict[str, Any],
    conversation: int = 0,
    progress: Report = silent,
    member: str | None = None,
) -> Session:
    """Read one transcript: a path, bytes, a JSON string or a list of OpenAI-style message dicts.

    A file may be packed (gzip, Zstandard, zip), and the path may be that of a folder. Of a zip file or folder that
    holds several transcripts, ``member`` names one by its path inside (``importers.transcripts`` lists them); a file
    with several conversations gives the one numbered ``conversation`` (0-based). ``progress`` is told how far it is,
    at most 20 times a second.
    Raises BadInput (EmptyTranscript, UnknownFormat, SeveralTranscripts) with the line and the cause.
    """
    sessions = load_all(source, progress, member)
    if not 0 <= conversation < len(sessions):
        raise BadInput(
            f"There is no conversation {conversation} in this file; choose one from 0 to {len(sessions) - 1}."
        )
    return sessions[conversation]


def load_all(
    source: str | bytes | Path | list[dict[str, Any]] | dict[str, Any],
    progress: Report = silent,
    member: str | None = None,
) -> tuple[Session, ...]:
    """Read every conversation of a transcript; see ``load``."""
    with paused():
        return _load_all(Source.open(source, paced(progress), member))


def _load_all(opened: Source) -> tuple[Session, ...]:
    if not opened.members and (not opened.data or opened.data.isspace()):
        raise EmptyTranscript("The file is empty; choose one that holds a transcript.")
    found, left_out = recognised(opened), None
    if found is None and opened.members:
        found, left_out = only_one(opened)
    if found is None:
        raise UnknownFormat(f"{opened.complaint()} {known()}")
    noted = _Noted(found.why, () if left_out is None else (left_out,))
    sessions = tuple(noted(session) for session in found.sessions())
    if not sessions:
        raise EmptyTranscript(found.empty)
    return sessions


class _Noted:
    """Adds to sessions what is known of their file; reports that say the same become one."""

    def __init__(self, why: str, more: tuple[Warning, ...]) -> None:
        self._why, self._more = why, more
        self._known: dict[Integrity, Integrity] = {}

    def __call__(self, session: Session) -> Session:
        report = session.integrity
        noted = report.model_copy(update={"detected_by": self._why, "warnings": (*report.warnings, *self._more)})
        return session.model_copy(update={"integrity": self._known.setdefault(noted, noted)})
