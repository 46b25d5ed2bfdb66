"""What a session's project is called."""

from pathlib import Path

import pytest

from compaction_core.discovery.projects import folder, named, workspace
from tests.discovery.files import put


@pytest.mark.parametrize(
    ("head", "name", "told"),
    [
        (b'{"cwd": "/home/me/app"}', "app", "/home/me/app"),
        (b'{"cwd": "C:\\\\work\\\\tool\\\\"}', "tool", "C:\\work\\tool\\"),
        (b'{"cwd": 3}', "own", ""),
        (b'{"cwd": "/home/\\ud800x"}', "?x", "/home/\ud800x"),
        (b'{"cwd": "/", "x": "\\ud800"}', "own", ""),
        (b'{"cwd": "/home/never closed', "own", ""),
        (b"\xff\x00", "own", ""),
    ],
)
def test_the_last_part_of_the_folder_that_the_file_names(head: bytes, name: str, told: str) -> None:
    assert named("cwd")(Path("/x/own/s.jsonl"), head) == (name, told)


def test_a_folder_named_on_a_line_of_a_prompt() -> None:
    head = b'[{"text":"<environment_details>\\n# Current Working Directory (/home/me/app) Files\\n"}]'
    assert named("cwd", in_text="Current W")(Path("/x/own/s.json"), head) == ("app", "/home/me/app")


def test_a_folder_on_the_way() -> None:
    assert folder(1, "tmp")(Path("/home/tmp/.g/tmp/slug/chats/s.json"), b"").name == "slug"
    assert folder(-1)(Path("/home/me/app/.aider.chat.history.md"), b"").name == "app"
    assert folder(1, "missing")(Path("/a/s.json"), b"").name == ""


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ('{"folder": "file:///home/me/app"}', "app"),
        ('{"workspace": "file:///home/me/all.code-workspace"}', "all"),
        ('{"folder": 3}', "no folder"),
        ("[]", "no folder"),
        ("not JSON", "no folder"),
    ],
)
def test_the_workspace_that_was_open(tmp_path: Path, told: str, name: str) -> None:
    put(tmp_path / "workspace.json", told)
    assert workspace(tmp_path / "chatSessions/1.json", b"").name == name
