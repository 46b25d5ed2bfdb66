"""The list, on folders made for the test."""

import os
from pathlib import Path

import pytest

from compaction_core.discovery import Found, found, listing
from tests.discovery.files import put, row


def test_newest_first_with_project_size_time_and_whether_compacted(tmp_path: Path) -> None:
    mark = '{"type":"system","subtype":"compact_boundary"}\n'
    old = put(tmp_path / ".claude/projects/-home-me-app/s1.jsonl", row("/home/me/app") + mark, 1_000)
    new = put(tmp_path / ".codex/sessions/2026/01/02/rollout-1.jsonl", row(r"C:\work\tool"), 2_000)
    assert found(tmp_path) == (
        Found(tool="Codex", project="tool", path=new, size=new.stat().st_size, modified=2_000.0, compacted=False),
        Found(tool="Claude Code", project="app", path=old, size=old.stat().st_size, modified=1_000.0, compacted=True),
    )


def test_sub_agents_other_files_and_empty_files_are_left_out(tmp_path: Path) -> None:
    project = tmp_path / ".claude/projects/-home-me-app"
    kept = put(project / "s1.jsonl", row("/home/me/app"))
    put(project / "agent-1.jsonl", row("/home/me/app"))
    put(project / "s1/subagents/agent-2.jsonl", row("/home/me/app"))
    put(project / "s1/subagents/workflows/journal.jsonl", row("/home/me/app"))
    put(project / "notes.md", "x")
    put(project / "s2.jsonl", "")
    put(tmp_path / ".codex/sessions/history.jsonl", row("/home/me/app"))
    put(tmp_path / ".gemini/tmp/app/chats/parent/child.jsonl", "{}")
    put(tmp_path / ".cursor/projects/p/agent-transcripts/s/subagents/x.jsonl", "{}")
    assert [file.path for file in found(tmp_path)] == [kept]


def test_nothing_there_is_no_error(tmp_path: Path) -> None:
    assert found(tmp_path / "nowhere") == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every folder")
def test_unreadable_folders_and_files_are_passed_over(tmp_path: Path) -> None:
    kept = put(tmp_path / ".claude/projects/open/s1.jsonl", row("/a"))
    closed = put(tmp_path / ".claude/projects/closed/s2.jsonl", row("/b")).parent
    unread = put(tmp_path / ".claude/projects/open/s3.jsonl", row("/c"), 1)
    closed.chmod(0)
    unread.chmod(0)
    try:
        assert [(file.path, file.compacted) for file in found(tmp_path)] == [(kept, False), (unread, None)]
    finally:
        closed.chmod(0o700)


def test_links_loops_of_links_and_folders_named_like_files_are_passed_over(tmp_path: Path) -> None:
    project = tmp_path / ".claude/projects/p"
    (project / "folder.jsonl").mkdir(parents=True)
    (project / "gone.jsonl").symlink_to(tmp_path / "gone")
    (project / "other.jsonl").symlink_to(put(tmp_path / "secret.txt", "x"))
    (tmp_path / ".claude/projects/loop").symlink_to(tmp_path / ".claude/projects")
    os.mkfifo(project / "pipe.jsonl")
    assert found(tmp_path) == ()


def test_a_tool_s_own_folder_may_be_a_link(tmp_path: Path) -> None:
    put(tmp_path / "elsewhere/p/s1.jsonl", row("/a"))
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/projects").symlink_to(tmp_path / "elsewhere")
    assert len(found(tmp_path)) == 1


def test_variables_move_the_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claude = put(tmp_path / "c/projects/p/s1.jsonl", row("/a"), 2)
    codex = put(tmp_path / "x/sessions/rollout-1.jsonl", row("/b"), 1)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "c"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "x"))
    assert [file.path for file in found()] == [claude, codex]
    assert found(tmp_path / "home") == ()


def test_only_the_newest_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST", 2)
    for number in range(4):
        put(tmp_path / f".claude/projects/p/s{number}.jsonl", row("/a"), number)
    assert [file.path.name for file in found(tmp_path)] == ["s3.jsonl", "s2.jsonl"]


def test_histories_in_the_projects_that_transcripts_name(tmp_path: Path) -> None:
    app = tmp_path / "work/app"
    put(tmp_path / "home/.claude/projects/p/s1.jsonl", row(str(app)), 1)
    spec = put(app / ".specstory/history/2026-01-02_talk.md", "x", 2)
    aider = put(app / ".aider.chat.history.md", "x", 3)
    crush = put(app / ".crush/crush.db", "x", 4)
    put(tmp_path / "work/other/.aider.chat.history.md", "x", 4)
    listed = [(file.tool, file.project, file.path) for file in found(tmp_path / "home")]
    assert listed[:3] == [("Crush", "app", crush), ("aider", "app", aider), ("SpecStory", "app", spec)]
    assert len(listed) == 4


def test_histories_in_the_folder_the_app_was_started_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aider = put(tmp_path / "app/.aider.chat.history.md", "x", 3)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "app")
    assert aider in [file.path for file in found()]


@pytest.mark.parametrize("folder", ["relative/app", "//server/share", r"\\server\share", "", "\0"])
def test_no_folder_on_a_network_or_without_a_root_is_looked_into(folder: str) -> None:
    assert not listing._is_near(folder)


def test_a_session_of_several_files_counts_them_all(tmp_path: Path) -> None:
    """Five bytes of history, seven of the screen, four of the metadata; the newest of the three times."""
    task = tmp_path / ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1"
    put(task / "api_conversation_history.json", "[   ]", 1)
    put(task / "ui_messages.json", "[     ]", 5)
    put(task / "task_metadata.json", "[  ]", 3)
    (file,) = found(tmp_path)
    assert (file.size, file.modified) == (16, 5.0)
    assert [path.name for path in file.beside] == ["ui_messages.json", "task_metadata.json"]
