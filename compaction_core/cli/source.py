"""FILE: a path, ``-`` for stdin, or the name of a bundled session (``museum/…`` too); a path that exists wins."""

import shlex
import sys
from pathlib import Path

from compaction_core.cli.masking import known
from compaction_core.cli.progress import line
from compaction_core.cli.settings import member_words
from compaction_core.errors import BadInput
from compaction_core.importers import SeveralTranscripts, load_all
from compaction_core.museum import PREFIX, find_exhibit, open_exhibit
from compaction_core.museum.card import transcript
from compaction_core.samples import find_sample, folder, open_sample, samples
from compaction_core.session import Session


def conversations(file: str, member: str | None = None) -> tuple[Session, ...]:
    """Every conversation of FILE, or of a member of the zip file or folder that it is.

    Raises BadInput with the cause; SeveralTranscripts where there is a member to choose.
    """
    if file == "-":
        with line() as progress:
            return load_all(sys.stdin.buffer.read(), progress, member)
    if member is None and is_sample(file):
        return (open_sample(file),)
    if member is None and is_exhibit(file):
        return (open_exhibit(file),)
    path = location(file) if is_sample(file) or is_exhibit(file) else Path(file)
    if not _exists(str(path)) and not path.suffix and path.name == file:
        names = ", ".join(sample.name for sample in samples())
        raise BadInput(f"There is no file and no sample named {file!r}; check the path, or choose one of: {names}.")
    with line() as progress:
        return load_all(path, progress, member)


def openable(file: str) -> None:
    """Raises BadInput where the app could not open FILE; one of several transcripts is chosen there."""
    try:
        conversations(file)
    except SeveralTranscripts:
        return


def is_sample(file: str) -> bool:
    """Whether FILE names a bundled session: no such path exists, and there is one of that name."""
    if file == "-" or _exists(file):
        return False
    return any(sample.name == file for sample in samples())


def is_exhibit(file: str) -> bool:
    """Whether FILE names an exhibit of the museum, and no such path exists."""
    return file.startswith(PREFIX) and not _exists(file)


def session(file: str, conversation: int, member: str | None = None) -> tuple[Session, int]:
    """One conversation of FILE, or of a member of it, and how many there are.

    Where the first of several is read, which may be nobody's choice, a line on stderr says so.
    """
    found = _chosen(file, member)
    if not 0 <= conversation < len(found):
        raise BadInput(f"There is no conversation {conversation} in this file; choose one from 0 to {len(found) - 1}.")
    known(found[conversation])
    if conversation == 0 and len(found) > 1:
        print(
            f"compaction-explorer: this is conversation 0 of {len(found):,}, numbered from 0; --conversation N takes "
            "another, and `load --list` lists them.",
            file=sys.stderr,
        )
    return found[conversation], len(found)


def listed(file: str, member: str | None = None) -> tuple[Session, ...]:
    """Every conversation of FILE, or of a member of it, to be listed."""
    found = _chosen(file, member)
    for each in found:
        known(each)
    return found


def _chosen(file: str, member: str | None) -> tuple[Session, ...]:
    try:
        return conversations(file, member)
    except SeveralTranscripts as several:
        first = several.listing.members[0].path
        raise BadInput(f"{several} Name it, as in: {shlex.join(member_words(first))}.") from several


def window(file: str) -> int | None:
    """The window that a sample is best opened with; None for any other FILE."""
    if is_exhibit(file):
        return find_exhibit(file).setting.window
    return find_sample(file).context_window if is_sample(file) else None


def location(file: str) -> Path:
    """The absolute path of FILE, a sample's included."""
    if is_exhibit(file):
        return transcript(find_exhibit(file))
    return folder() / find_sample(file).file if is_sample(file) else Path(file).resolve()


def _exists(file: str) -> bool:
    try:
        return Path(file).exists()
    except (OSError, ValueError):  # a name no file system takes: too long, or with a NUL
        return False
