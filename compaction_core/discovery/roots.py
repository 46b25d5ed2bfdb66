"""A place's roots as folders of this computer."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from compaction_core.discovery.places import EDITOR, PROJECT

_VARIABLE = re.compile(r"\$\{(\w+):-([^${}]*)\}")
_DEEPEST = 3
"""A variable may stand in the default of another, and that one in a third."""
_USER_FOLDERS = (
    "${XDG_CONFIG_HOME:-~/.config}/{}/User",  # Linux
    "~/Library/Application Support/{}/User",  # macOS
    "${APPDATA:-~/AppData/Roaming}/{}/User",  # Windows
)
_EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
_SERVERS = ("~/.vscode-server", "~/.vscode-server-insiders", "~/.cursor-server", "~/.windsurf-server")


def folders(root: str, home: Path, variables: Mapping[str, str], projects: Iterable[str] = ()) -> Iterator[Path]:
    """The folders that a root stands for, whether they are there or not; each once."""
    written: Iterable[str] = (root,)
    if root.startswith(EDITOR):
        written = (root.replace(EDITOR, user) for user in editors())
    elif root.startswith(PROJECT):
        written = (root.replace(PROJECT, project) for project in projects)
    yield from dict.fromkeys(_path(one, home, variables) for one in written)


def editors() -> Iterator[str]:
    """The user folders of Visual Studio Code and of the editors made from it, and of their remote servers."""
    for template in _USER_FOLDERS:
        for name in _EDITORS:
            yield template.replace("{}", name)
    for server in _SERVERS:
        yield f"{server}/data/User"


def _path(written: str, home: Path, variables: Mapping[str, str]) -> Path:
    for _ in range(_DEEPEST):
        written = _VARIABLE.sub(lambda match: variables.get(match[1], "").strip() or match[2], written)
    if written == "~" or written.startswith(("~/", "~\\")):
        return home / written[2:]
    return Path(written)
