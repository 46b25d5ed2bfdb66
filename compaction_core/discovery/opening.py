"""The bytes of a session that lies on this computer, all its files together, and whether they changed."""

import io
import os
import stat
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import orjson

from compaction_core.errors import BadInput

LARGEST = 500_000_000
"""Bytes that are read of one session."""
MOST_FILES = 50_000


class Stamp(NamedTuple):
    """Changes whenever a session's files do: bytes in all, and the newest change in nanoseconds since 1970."""

    size: int
    modified: int


def stamp(path: Path, beside: Sequence[Path] = ()) -> Stamp | None:
    """The stamp of a file and of what lies beside it; None when the file is gone or is no regular file."""
    found: list[os.stat_result] = []
    for one in (path, *beside):
        try:
            found.append(one.stat())
        except (OSError, ValueError):
            if one is path:
                return None
    if not stat.S_ISREG(found[0].st_mode):
        return None
    return Stamp(sum(status.st_size for status in found), max(status.st_mtime_ns for status in found))


def content(path: Path, beside: Sequence[Path] = ()) -> bytes:
    """The file's bytes; with other files of the session, a zip file of all, which the importers read as its folder.

    Raises BadInput where the file cannot be read, or holds more than 500 MB.
    """
    total = 0
    parts: dict[Path, bytes] = {}
    for one in _files(path, beside):
        try:
            with one.open("rb") as file:
                data = file.read(LARGEST - total + 1)
        except OSError as error:
            if one == path:
                reason = error.strerror or str(error)
                raise BadInput(
                    f"Cannot read the file: {reason}. It may have been moved; open the list again."
                ) from error
            continue
        total += len(data)
        if total > LARGEST:
            raise BadInput(f"The session holds more than {LARGEST // 10**6:,} MB; load a part of it.")
        parts[one] = data
    return parts[path] if len(parts) == 1 else _zipped(parts)


def _zipped(parts: dict[Path, bytes]) -> bytes:
    base = Path(os.path.commonpath([path.parent for path in parts])).parent
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as file:
        for path, data in parts.items():
            file.writestr(zipfile.ZipInfo(path.relative_to(base).as_posix()), data)
    return packed.getvalue()


def _files(path: Path, beside: Sequence[Path]) -> Iterator[Path]:
    seen = {path}
    yield path
    for one in beside:
        for file in _listed(one) if one.is_dir() else (one,):
            if len(seen) >= MOST_FILES:
                raise BadInput(f"The session has more than {MOST_FILES:,} files; load a part of it.")
            if file not in seen and file.is_file():
                seen.add(file)
                yield file
        if one.parent.name == "message":  # opencode's storage: the parts of a message have a folder of their own
            for message in _listed(one):
                yield from _listed(one.parent.parent / "part" / message.stem)


def _listed(folder: Path) -> list[Path]:
    """The JSON files of a folder, by name."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".json" and not path.is_symlink())
    except OSError:
        return []


def whole_lines(data: bytes) -> bytes:
    """JSON lines without a last one that is still being written; any other bytes as they are.

    >>> whole_lines(b'{"a": 1}\\n{"b": ')
    b'{"a": 1}\\n'
    >>> whole_lines(b'{\\n "a": 1\\n}')
    b'{\\n "a": 1\\n}'
    """
    first, _, rest = data.partition(b"\n")
    last = data[data.rfind(b"\n") + 1 :]
    return data[: len(data) - len(last)] if rest and last.strip() and _is_row(first) and not _is_row(last) else data


def _is_row(line: bytes) -> bool:
    try:
        return isinstance(orjson.loads(line), dict)
    except orjson.JSONDecodeError:
        return False
