"""Discovery on folders made for the test."""

import json
import os
from pathlib import Path

import pytest

from compaction_core import discovery
from compaction_core.discovery import Found, found


def put(path: Path, text: str, modified: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (modified, modified))
    return path


def row(cwd: str) -> str:
    return json.dumps({"type": "user", "cwd": cwd}) + "\n"


def test_both_tools_newest_first_with_project_size_and_time(tmp_path: Path) -> None:
    old = put(tmp_path / ".claude/projects/-home-me-app/s1.jsonl", row("/home/me/app"), 1_000)
    new = put(tmp_path / ".codex/sessions/2026/01/02/rollout-1.jsonl", row(r"C:\work\tool"), 2_000)

    assert found(tmp_path) == (
        Found(tool="Codex", project="tool", path=new, size=new.stat().st_size, modified=2_000.0),
        Found(tool="Claude Code", project="app", path=old, size=old.stat().st_size, modified=1_000.0),
    )


def test_sub_agents_other_files_and_empty_files_are_left_out(tmp_path: Path) -> None:
    project = tmp_path / ".claude/projects/-home-me-app"
    kept = put(project / "s1.jsonl", row("/home/me/app"), 1)
    put(project / "agent-1.jsonl", row("/home/me/app"), 2)
    put(project / "s1/subagents/agent-2.jsonl", row("/home/me/app"), 3)
    put(project / "s1/subagents/workflows/journal.jsonl", row("/home/me/app"), 4)
    put(project / "notes.md", "x", 5)
    put(project / "s2.jsonl", "", 6)
    put(tmp_path / ".codex/sessions/history.jsonl", row("/home/me/app"), 7)

    assert [file.path for file in found(tmp_path)] == [kept]


def test_a_file_that_names_no_folder_is_labelled_by_its_own(tmp_path: Path) -> None:
    put(tmp_path / ".claude/projects/-home-me-app/s1.jsonl", '{"cwd": 3, "x": "\\ud800"}\n', 1)

    assert [file.project for file in found(tmp_path)] == ["-home-me-app"]


def test_a_lone_surrogate_in_the_folder_name_does_not_survive(tmp_path: Path) -> None:
    put(tmp_path / ".claude/projects/p/s1.jsonl", '{"cwd": "/home/\\ud800x"}\n', 1)

    assert [file.project for file in found(tmp_path)] == ["?x"]


def test_nothing_there_is_no_error(tmp_path: Path) -> None:
    assert found(tmp_path / "nowhere") == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every folder")
def test_unreadable_folders_are_passed_over(tmp_path: Path) -> None:
    kept = put(tmp_path / ".claude/projects/open/s1.jsonl", row("/a"), 1)
    closed = put(tmp_path / ".claude/projects/closed/s2.jsonl", row("/b"), 2).parent
    closed.chmod(0)
    try:
        assert [file.path for file in found(tmp_path)] == [kept]
    finally:
        closed.chmod(0o700)


def test_a_dangling_link_and_a_folder_named_like_a_file_are_passed_over(tmp_path: Path) -> None:
    project = tmp_path / ".claude/projects/p"
    (project / "folder.jsonl").mkdir(parents=True)
    (project / "link.jsonl").symlink_to(tmp_path / "gone")

    assert found(tmp_path) == ()


def test_variables_move_the_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claude = put(tmp_path / "c/projects/p/s1.jsonl", row("/a"), 2)
    codex = put(tmp_path / "x/sessions/rollout-1.jsonl", row("/b"), 1)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "c"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "x"))

    assert [file.path for file in found()] == [claude, codex]


def test_only_the_newest_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "MOST", 2)
    for number in range(4):
        put(tmp_path / f".claude/projects/p/s{number}.jsonl", row("/a"), number)

    assert [file.path.name for file in found(tmp_path)] == ["s3.jsonl", "s2.jsonl"]
