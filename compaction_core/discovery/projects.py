"""What a session's project is called: the folder its file names, else a folder that it lies in."""

import json
import re
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import NamedTuple
from urllib.parse import unquote

HEAD_BYTES = 16_384
_HASH = re.compile(r"[0-9a-f]{32,}")
_SHOWN_OF_HASH = 8
_MOST_WORKSPACE_BYTES = 65_536


class Project(NamedTuple):
    """A name, and the working folder where the file tells it."""

    name: str
    folder: str = ""


ProjectOf = Callable[[Path, bytes], Project]
"""From a file's path and its first ``HEAD_BYTES`` bytes."""


def named(key: str, in_text: str = "") -> ProjectOf:
    """The folder that stands under ``key`` in the JSON near the start, else the file's own folder.

    Or, with ``in_text``, in brackets on a line of a prompt that begins so.
    """
    patterns = [re.compile(rb'"%s"\s*:\s*("(?:[^"\\]|\\.)*")' % key.encode())]
    if in_text:
        patterns.append(re.compile(rb"%s[^\n(\\\"]{0,60}\(([^)\"\n]{1,400})\)" % in_text.encode()))

    def project(path: Path, head: bytes) -> Project:
        for pattern in patterns:
            match = pattern.search(head)
            written = match[1] if match else b""
            told = _text(written if written.startswith(b'"') else b'"' + written + b'"')
            if name := _last(told):
                return Project(name, told)
        return Project(_clean(path.parent.name))

    return project


def folder(place: int, below: str = "") -> ProjectOf:
    """The name of a folder on the way: counted from the one called ``below``, or (-1: its own) from the file."""

    def project(path: Path, head: bytes) -> Project:  # noqa: ARG001
        parts = path.parts
        at = len(parts) - 1 - parts[::-1].index(below) + place if below in parts else len(parts) - 1 + place
        return Project(_clean(parts[at]) if 0 <= at < len(parts) - 1 else "")

    return project


def workspace(path: Path, head: bytes) -> Project:  # noqa: ARG001
    """The folder or workspace that Visual Studio Code had open: ``workspace.json`` beside the chats tells."""
    try:
        with (path.parents[1] / "workspace.json").open("rb") as file:
            told = json.loads(file.read(_MOST_WORKSPACE_BYTES))
        address = told.get("folder") or told.get("workspace") or told.get("configuration")
        name = _last(unquote(address)) if isinstance(address, str) else ""
    except (OSError, ValueError, AttributeError, RecursionError):
        name = ""
    return Project(name.removesuffix(".code-workspace") or "no folder")


def _text(written: bytes) -> str:
    try:
        told = json.loads(written.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return ""
    return told if isinstance(told, str) else ""


def _last(told: str) -> str:
    parts = [part for part in re.split(r"[\\/]", told) if part]
    return _clean(parts[-1]) if parts else ""


def _clean(name: str) -> str:
    """Fit for a list: no lone surrogates, percent signs undone, a hash by its first digits."""
    if "%2F" in name or "%5C" in name:
        name = PurePath(re.split(r"[\\/]", unquote(name))[-1]).name or name
    if _HASH.fullmatch(name):
        name = name[:_SHOWN_OF_HASH] + "…"
    return name.encode("utf-8", "replace").decode()
