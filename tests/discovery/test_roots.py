"""Roots as folders: home, variables, editors, projects."""

from pathlib import Path

import pytest

from compaction_core.discovery.roots import folders

HOME = Path("/home/me")


@pytest.mark.parametrize(
    ("root", "variables", "path"),
    [
        ("~/.x", {}, "/home/me/.x"),
        ("${A:-~/.x}/in", {}, "/home/me/.x/in"),
        ("${A:-~/.x}/in", {"A": "/moved"}, "/moved/in"),
        ("${A:-~/.x}/in", {"A": "~/moved"}, "/home/me/moved/in"),
        ("${A:-~/.x}/in", {"A": " "}, "/home/me/.x/in"),
        ("${A:-${B:-~/.x}/d}/in", {"B": "/b"}, "/b/d/in"),
        ("${A:-${B:-~/.x}/d}/in", {"A": "/a", "B": "/b"}, "/a/in"),
        ("${A:-~/.x}", {"A": "${A:-y}"}, "${A:-y}"),
        ("${A:-~}/.x", {}, "/home/me/.x"),
    ],
)
def test_what_a_variable_moves(root: str, variables: dict[str, str], path: str) -> None:
    assert list(folders(root, HOME, variables)) == [Path(path)]


def test_the_editors_of_three_systems() -> None:
    found = set(folders("<editor>/in", HOME, {"APPDATA": "/roaming"}))
    assert {
        Path("/home/me/.config/Code/User/in"),
        Path("/home/me/Library/Application Support/Windsurf/User/in"),
        Path("/roaming/VSCodium/User/in"),
        Path("/home/me/.vscode-server/data/User/in"),
    } < found


def test_projects_once_each() -> None:
    assert list(folders("<project>/in", HOME, {}, ["/a", "/b", "/a"])) == [Path("/a/in"), Path("/b/in")]
    assert list(folders("<project>", HOME, {})) == []
