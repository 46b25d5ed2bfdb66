"""Someone's own prompts as files of one folder: a file a version, its name the version's, whole or not there at all.

Files that others put there are read too; one that is broken is listed with the reason and left alone.
"""

import os
import re
import tempfile
import unicodedata
from collections.abc import Collection
from pathlib import Path

from compaction_core.errors import BadInput
from compaction_core.session import Record
from compaction_core.summarizers.prompts import Prompt, read

LARGEST, LONGEST, MOST = 200_000, 60_000, 100
"""Bytes of a file, characters of a prompt's text, files of a folder."""
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|\u200b-\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+')
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")


class Shelf(Record):
    """What a folder holds."""

    versions: tuple[Prompt, ...] = ()
    """By name; a version's name is its title too."""
    unreadable: tuple[tuple[str, str], ...] = ()
    """File names, each with what is wrong with it."""
    left_out: int = 0
    """Files beyond ``MOST``, which are not read."""
    problem: str = ""
    """Why the folder itself cannot be read."""


def shelf(folder: Path) -> Shelf:
    """Read a folder; one that is missing holds nothing. Never raises for what is in it."""
    try:
        files = _files(folder)
    except FileNotFoundError:
        return Shelf()
    except (OSError, ValueError) as error:
        return Shelf(problem=f"Cannot read the prompts folder: {_why(error)}. Choose another one.")
    versions: list[Prompt] = []
    unreadable: list[tuple[str, str]] = []
    for path in files[:MOST]:
        try:
            with path.open("rb") as file:
                versions.append(prompt_of(file.read(LARGEST + 1), path.stem))
        except (OSError, BadInput) as error:
            unreadable.append((path.name, _why(error)))
    return Shelf(versions=tuple(versions), unreadable=tuple(unreadable), left_out=max(0, len(files) - MOST))


def prompt_of(data: bytes, name: str) -> Prompt:
    """A prompt file's bytes as a version of that name; BadInput says what is wrong with them."""
    if len(data) > LARGEST:
        raise BadInput(f"The prompt file is larger than {LARGEST:,} bytes; a prompt is a page or two of text.")
    try:
        found = read(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise BadInput("The prompt file is no UTF-8 text; save it as UTF-8.") from error
    return _sized(found.model_copy(update={"title": name}))


def save(folder: Path, version: Prompt, name: str, replace: bool = False) -> Prompt:
    """Write a version and give it back as it is listed.

    Where the name is taken by something else, the version becomes "name 2", or takes its place if ``replace``. Raises
    BadInput where the folder is full or cannot be written.
    """
    name, version = file_name(name), _sized(version.model_copy(update={"text": version.text.strip()}))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = [path.stem for path in _files(folder)]
        kept = version.model_copy(update={"name": name, "title": name})
        if kept in shelf(folder).versions:
            return kept
        taken = next((one for one in names if one.casefold() == name.casefold()), None)
        if replace and taken is not None:
            name = taken
        elif len(names) >= MOST:
            raise BadInput(f"The prompts folder holds {MOST:,} files already; delete some, or choose another folder.")
        else:
            name = free_name(name, names)
        kept = version.model_copy(update={"name": name, "title": name})
        _write(folder / f"{name}.md", kept.as_file().encode("utf-8", "replace"), replace and taken is not None)
    except (OSError, ValueError) as error:
        raise BadInput(f"Cannot save the prompt: {_why(error)}. Choose another folder, or download it.") from error
    return kept


def delete(folder: Path, name: str) -> None:
    """Delete a version's file; one that is gone already is fine. BadInput where it cannot be deleted."""
    try:
        for path in _files(folder):
            if path.stem == name:
                path.unlink(missing_ok=True)
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise BadInput(f"Cannot delete the prompt: {_why(error)}. Delete its file by hand.") from error


def file_name(name: str) -> str:
    """A name that every file system takes: no path in it, at most 60 characters and 200 bytes.

    >>> file_name(" ../a: my prompt? "), file_name("NUL"), file_name("...")
    ('a my prompt', 'NUL prompt', 'prompt')
    """
    plain = " ".join(_FORBIDDEN.sub(" ", unicodedata.normalize("NFC", name)).split())
    plain = plain.strip(". ")[:60].encode("utf-8")[:200].decode("utf-8", "ignore").strip(". ")
    return f"{plain} prompt" if _RESERVED.fullmatch(plain) else plain or "prompt"


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, or with the first number from 2 on that makes it free, whatever the case.

    >>> free_name("french", ["French", "french 2"])
    'french 3'
    """
    held = {one.casefold() for one in taken}
    numbered = (name if number == 1 else f"{name} {number}" for number in range(1, len(held) + 2))
    return next(one for one in numbered if one.casefold() not in held)


def _sized(version: Prompt) -> Prompt:
    if not 0 < len(version.text) <= LONGEST:
        raise BadInput(f"The prompt's text is empty or longer than {LONGEST:,} characters; write a page or two.")
    return version


def _files(folder: Path) -> list[Path]:
    """The folder's prompt files, sorted by name."""
    with os.scandir(folder) as entries:
        names = [e.name for e in entries if e.name.endswith(".md") and not e.name.startswith(".") and e.is_file()]
    return [folder / name for name in sorted(names)]


def _write(path: Path, data: bytes, replace: bool) -> None:
    """Whole or not at all; without ``replace`` only where there is no such file yet."""
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    reserved = False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if not replace:
            path.open("xb").close()  # nobody else takes the name meanwhile
            reserved = True
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        if reserved:
            path.unlink(missing_ok=True)
        raise


def _why(error: Exception) -> str:
    said = error.strerror or "" if isinstance(error, OSError) else str(error)
    return (said or type(error).__name__).rstrip(".")
