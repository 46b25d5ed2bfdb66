"""Transcripts that lie on this computer: the sessions of Claude Code and Codex, newest first.

Claude Code keeps them in ``~/.claude/projects`` (``CLAUDE_CONFIG_DIR`` moves ``~/.claude``), Codex in
``~/.codex/sessions`` (``CODEX_HOME`` moves ``~/.codex``). Sub-agents' own files are left out.
"""

import heapq
import json
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from compaction_core.session import Record

MOST = 500
_MOST_SEEN = 200_000
_HEAD_BYTES = 16_384
_CWD = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.)*")')

Tool = Literal["Claude Code", "Codex"]


class Found(Record):
    """One transcript file: ``size`` in bytes, ``modified`` in seconds since 1970."""

    tool: Tool
    project: str
    """Name of the folder the agent worked in."""
    path: Path
    size: int
    modified: float


def found(home: Path | None = None) -> tuple[Found, ...]:
    """The newest 500 transcripts. Folders and files that cannot be read are passed over; never raises.

    With ``home`` that folder is searched in place of the user's, and no environment variable is looked at.
    """
    candidates = (candidate for tool, root in _roots(home) for candidate in _files(tool, root))
    newest = heapq.nlargest(MOST, candidates, key=lambda candidate: (candidate[2], str(candidate[1])))
    return tuple(
        Found(tool=tool, project=_project(path), path=path, size=size, modified=modified)
        for tool, path, modified, size in newest
    )


def _roots(home: Path | None) -> Iterator[tuple[Tool, Path]]:
    variables = os.environ if home is None else {}
    try:
        base = home if home is not None else Path.home()
    except RuntimeError:  # an account without a home folder
        base = Path()
    claude, codex = variables.get("CLAUDE_CONFIG_DIR"), variables.get("CODEX_HOME")
    yield "Claude Code", (Path(claude) if claude else base / ".claude") / "projects"
    yield "Codex", (Path(codex) if codex else base / ".codex") / "sessions"


def _files(tool: Tool, root: Path) -> Iterator[tuple[Tool, Path, float, int]]:
    """Transcript files below a folder with their time and size; os.walk passes over what it may not read."""
    seen = 0
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if name != "subagents")
        seen += len(names)
        for name in names:
            if not _is_transcript(tool, name):
                continue
            path = Path(folder, name)
            try:
                status = path.stat()
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode) and status.st_size:
                yield tool, path, status.st_mtime, status.st_size
        if seen > _MOST_SEEN:
            return


def _is_transcript(tool: Tool, name: str) -> bool:
    if not name.endswith(".jsonl"):
        return False
    return name.startswith("rollout-") if tool == "Codex" else not name.startswith("agent-")


def _project(path: Path) -> str:
    """The last part of the working folder that the file names near its start, else the file's own folder."""
    try:
        with path.open("rb") as file:
            match = _CWD.search(file.read(_HEAD_BYTES))
        folder = json.loads(match[1].decode("utf-8", "replace")) if match else ""
    except (OSError, ValueError):
        folder = ""
    parts = [part for part in re.split(r"[\\/]", folder) if part]
    name = parts[-1] if parts else path.parent.name
    return name.encode("utf-8", "replace").decode()
