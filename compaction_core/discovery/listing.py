"""The transcripts on this computer, newest first."""

import heapq
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from compaction_core.discovery.marks import Looking
from compaction_core.discovery.places import PLACES, PROJECT, Place
from compaction_core.discovery.projects import HEAD_BYTES, Project
from compaction_core.discovery.roots import folders
from compaction_core.discovery.walking import Budget, files
from compaction_core.session import Record

MOST = 500
_MOST_PROJECTS = 100
_MOST_BESIDE = 2_000


class Found(Record):
    """One session on this computer: ``size`` in bytes, ``modified`` in seconds since 1970."""

    tool: str
    project: str
    """Name of the folder the agent worked in, as far as the tool tells it."""
    path: Path
    size: int
    modified: float
    compacted: bool | None = None
    """Whether the tool recorded a compaction in it; None where that cannot be told at a glance."""
    beside: tuple[Path, ...] = ()
    """Other files, and folders of files, of the same session."""


class _Candidate(NamedTuple):
    modified: float
    path: str
    size: int
    place: Place


def found(home: Path | None = None) -> tuple[Found, ...]:
    """The newest 500 transcripts. Folders and files that cannot be read are passed over; never raises.

    With ``home`` that folder is searched in place of the user's, and neither an environment variable nor the working
    folder is looked at. Links are not followed below a tool's own folder.
    """
    base, variables, projects = _here() if home is None else (home, {}, [])
    newest = _newest(_candidates(base, variables))
    looking = Looking()
    told = [(candidate, *_told(candidate, looking)) for candidate in newest]
    projects += [folder for _, _, folder in told if _is_near(folder)]
    more = _candidates(base, variables, list(dict.fromkeys(projects))[:_MOST_PROJECTS])
    told += [(candidate, *_told(candidate, looking)) for candidate in _newest(more)]
    best = heapq.nlargest(MOST, told, key=lambda one: one[0][:2])
    return tuple(record for _, record, _ in best)


def _here() -> tuple[Path, Mapping[str, str], list[str]]:
    try:
        base = Path.home()
    except RuntimeError:  # an account without a home folder
        base = Path()
    try:
        return base, os.environ, [str(Path.cwd())]
    except OSError:  # the working folder is gone
        return base, os.environ, []


def _is_near(folder: str) -> bool:
    """Whether a folder that a transcript names may be looked into: an absolute path that is not on a network."""
    try:
        return Path(folder).is_absolute() and not folder.startswith(("//", "\\\\"))
    except ValueError:
        return False


def _newest(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    once: dict[str, _Candidate] = {}
    for candidate in candidates:
        once.setdefault(candidate.path, candidate)
    return heapq.nlargest(MOST, once.values(), key=lambda candidate: candidate[:2])


def _candidates(home: Path, variables: Mapping[str, str], projects: list[str] | None = None) -> Iterator[_Candidate]:
    """Files of the tools' own folders, or, with ``projects``, of places inside these."""
    for place in PLACES:
        for root in place.roots:
            if root.startswith(PROJECT) != (projects is not None):
                continue
            for folder in folders(root, home, variables, projects or ()):
                budget = Budget()
                for pattern in place.patterns:
                    for path, status in files(str(folder), pattern, place.without, budget):
                        modified = max([status.st_mtime, *(_modified(one) for one in _beside(Path(path), place))])
                        yield _Candidate(modified, path, status.st_size, place)


def _beside(path: Path, place: Place) -> tuple[Path, ...]:
    names = (name.replace("{name}", path.name).replace("{stem}", path.stem) for name in place.beside)
    return tuple(Path(os.path.normpath(path.parent / name)) for name in names)


def _modified(path: Path) -> float:
    status = _status(path)
    return status.st_mtime if status else 0.0


def _status(path: Path) -> os.stat_result | None:
    """Of a regular file or a folder; None for anything else, or nothing."""
    try:
        status = path.lstat()
    except (OSError, ValueError):
        return None
    return status if stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode) else None


def _told(candidate: _Candidate, looking: Looking) -> tuple[Found, str]:
    """The record of a file, and the working folder that it names."""
    path, place = Path(candidate.path), candidate.place
    every = [(path, candidate.size)]  # each file with its bytes
    beside = []
    inside = 0
    for one in _beside(path, place):
        status = _status(one)
        if status is None:
            continue
        beside.append(one)
        if stat.S_ISREG(status.st_mode):
            every.append((one, status.st_size))
        else:
            inside += _inside(one, path)
    project = _project(path, place)
    record = Found(
        tool=place.tool,
        project=project.name,
        path=path,
        size=sum(size for _, size in every) + inside,
        modified=candidate.modified,
        compacted=looking.compacted(every, place.marks),
        beside=tuple(beside),
    )
    return record, project.folder


def _project(path: Path, place: Place) -> Project:
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError:
        head = b""
    return place.project(path, head)


def _inside(folder: Path, but: Path) -> int:
    """Bytes of the files in a folder, the first 2,000 of them."""
    try:
        with os.scandir(folder) as entries:
            listed = (entry for entry in islice(entries, _MOST_BESIDE) if entry.name != but.name)
            return sum(entry.stat(follow_symlinks=False).st_size for entry in listed)
    except OSError:
        return 0
