"""Every place of the table, by one file that lies there."""

import sqlite3
from pathlib import Path

import pytest

from compaction_core.discovery import PLACES, content, found
from compaction_core.importers import load_all
from tests.discovery.files import put, row

CWD = row("/home/me/app")
CODE = ".config/Code/User"
FILES = [
    ("Claude Code", ".claude/projects/-home-me-app/s.jsonl", CWD, "app"),
    ("Codex", ".codex/archived_sessions/rollout-2026-01-02.jsonl", CWD, "app"),
    ("Codex", ".codex/sessions/2026/01/02/rollout-1.jsonl.zst", "packed", "02"),
    ("Gemini CLI", ".gemini/tmp/my-app/chats/session-2026-01-02-ab.jsonl", "{}", "my-app"),
    ("Gemini CLI", f".gemini/tmp/{'0123456789abcdef' * 4}/checkpoint-a.json", "{}", "01234567…"),
    ("Qwen Code", ".qwen/projects/-home-me-app/chats/s.jsonl", CWD, "app"),
    ("Copilot CLI", ".copilot/session-state/1/events.jsonl", '{"data":{"context":{"cwd":"/home/me/app"}}}', "app"),
    ("Copilot CLI", ".copilot/history-session-state/session_1.json", "{}", "history-session-state"),
    ("pi", ".pi/agent/sessions/--home-me-app--/1_s.jsonl", CWD, "app"),
    ("OMP", ".omp/agent/sessions/--home-me-app--/1_s.jsonl", CWD, "app"),
    ("OpenClaw", ".openclaw/agents/main/sessions/s.jsonl", CWD, "app"),
    ("opencode", ".local/share/opencode/opencode.db", "x", "opencode"),
    ("opencode", ".local/share/opencode/storage/session/p/ses_1.json", '{"directory": "/home/me/app"}', "app"),
    ("Cursor", ".config/Cursor/User/globalStorage/state.vscdb", "x", "Cursor"),
    ("Cursor", ".cursor/projects/home-me-app/agent-transcripts/1/1.jsonl", "{}", "home-me-app"),
    ("Cursor", f".cursor/chats/{'0123456789abcdef' * 2}/1/store.db", "x", "01234567…"),
    ("Cline", f"{CODE}/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json",
     '[{"role":"user","content":"# Current Working Directory (/home/me/app) Files"}]', "app"),
    ("Roo Code", ".config/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline/tasks/1/api_conversation_history.json",
     '[{"role":"user","content":"# Current Workspace Directory (/home/me/app) Files"}]', "app"),
    ("Kilo Code", "Library/Application Support/Cursor/User/globalStorage/kilocode.kilo-code/tasks/1/"
     "api_conversation_history.json", "[]", "1"),
    ("Kilo Code", ".local/share/kilo/kilo.db", "x", "kilo"),
    ("Cline", ".cline/data/sessions/1/1.messages.json", '{"cwd": "/home/me/app"}', "app"),
    ("VS Code Copilot Chat", "AppData/Roaming/Code/User/workspaceStorage/ab/chatSessions/1.jsonl", "{}", "no folder"),
    ("OpenHands", ".openhands/conversations/1/base_state.json", '{"workspace":{"working_dir":"/home/me/app"}}', "app"),
    ("OpenHands", ".openhands/sessions/abc/events/0.json", "{}", "abc"),
    ("Hermes", ".hermes/sessions/s1.jsonl", CWD, "app"),
    ("Hermes", "AppData/Local/hermes/profiles/work/sessions/s1.json", CWD, "app"),
    ("Hermes", ".hermes/state.db", "x", ".hermes"),
    ("Hermes", ".hermes/profiles/work/state.db", "x", "work"),
    ("Grok CLI", ".grok/sessions/%2Fhome%2Fme%2Fapp/1/chat_history.jsonl", "{}", "app"),
    ("DeepSeek Harness", ".dsh/sessions/--home-me-app--/1/session.v4.jsonl.zstd", "packed", "1"),
    ("DeepSeek Harness", ".dsh/sessions/--home-me-app--/1/session.jsonl", CWD, "app"),
    ("goose", ".local/share/goose/sessions/sessions.db", "x", "sessions"),
    ("goose", "AppData/Roaming/Block/goose/data/sessions/1.jsonl", '{"working_dir": "/home/me/app"}', "app"),
    ("Droid", ".factory/sessions/-home-me-app/1.jsonl", CWD, "app"),
    ("Amp", ".local/share/amp/threads/T-1.json", "{}", "threads"),
    ("Continue", ".continue/sessions/1.json", '{"workspaceDirectory": "file:///home/me/app"}', "app"),
    ("Kiro CLI", ".local/share/kiro-cli/data.sqlite3", "x", "kiro-cli"),
    ("Kiro CLI", "Library/Application Support/amazon-q/data.sqlite3", "x", "amazon-q"),
    ("Kiro CLI", ".kiro/sessions/cli/1.jsonl", "{}", "cli"),
    ("Kiro CLI", ".kiro/sessions/ab/sess_1/messages.jsonl", "{}", "sess_1"),
    ("Kimi Code", ".kimi-code/sessions/wd_app_0123456789ab/session_1/agents/main/wire.jsonl", "{}",
     "wd_app_0123456789ab"),
    ("Zed", "Library/Application Support/Zed/threads/threads.db", "x", "Zed"),
    ("Kimi CLI", f".kimi/sessions/{'0123456789abcdef' * 2}/1/context.jsonl", "{}", "01234567…"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("tool", "path", "text", "project"), FILES, ids=[f"{file[0]} {file[1][:20]}" for file in FILES]
)
def test_a_file_there_is_found(tmp_path: Path, tool: str, path: str, text: str, project: str) -> None:
    written = put(tmp_path / path, text)
    assert [(file.tool, file.path, file.project) for file in found(tmp_path)] == [(tool, written, project)]


def test_every_tool_of_the_table_has_such_a_file() -> None:
    of_projects = {"Crush", "SpecStory", "aider"}  # test_listing.py
    assert {place.tool for place in PLACES} == {file[0] for file in FILES} | of_projects


def test_a_chat_of_visual_studio_code_is_called_by_its_workspace(tmp_path: Path) -> None:
    storage = tmp_path / CODE / "workspaceStorage/ab"
    put(storage / "chatSessions/1.json", "{}")
    put(storage / "workspace.json", '{"folder": "file:///home/me/my%20app"}')
    assert [file.project for file in found(tmp_path)] == ["my app"]


def test_the_log_beside_opencode_s_database_is_read_with_it(tmp_path: Path) -> None:
    """The message is in the write-ahead log alone as long as opencode runs."""
    path = tmp_path / ".local/share/opencode/opencode.db"
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as live:
        live.execute("PRAGMA journal_mode = WAL")
        live.execute("CREATE TABLE session (id TEXT, title TEXT, directory TEXT, time_created INTEGER)")
        live.execute("CREATE TABLE message (id TEXT, session_id TEXT, data TEXT, time_created INTEGER)")
        live.execute("CREATE TABLE part (id TEXT, message_id TEXT, data TEXT)")
        live.execute("INSERT INTO session VALUES ('ses_1', 'a talk', '/home/me/app', 1)")
        live.commit()
        live.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        live.execute("""INSERT INTO message VALUES ('m1', 'ses_1', '{"role": "user"}', 2)""")
        live.execute("""INSERT INTO part VALUES ('p1', 'm1', '{"type": "text", "text": "hello"}')""")
        live.commit()
        (file,) = found(tmp_path)
        (session,) = load_all(content(file.path, file.beside))
    live.close()
    assert [message.text for message in session.messages] == ["hello"]


def test_the_log_beside_cursor_s_database_is_read_with_it(tmp_path: Path) -> None:
    path = tmp_path / ".config/Cursor/User/globalStorage/state.vscdb"
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as live:
        live.execute("PRAGMA journal_mode = WAL")
        live.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
        live.commit()
        live.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        live.execute("""INSERT INTO cursorDiskKV VALUES ('bubbleId:c:b', '{"type": 1, "text": "hello"}')""")
        live.commit()
        (file,) = found(tmp_path)
        (session,) = load_all(content(file.path, file.beside))
    live.close()
    assert (session.format, [message.text for message in session.messages]) == ("cursor_ide", ["hello"])


def test_a_session_of_opencode_s_old_storage_is_read_from_its_files(tmp_path: Path) -> None:
    storage = tmp_path / ".local/share/opencode/storage"
    for name in ("ses_1", "ses_2"):
        put(storage / f"session/p/{name}.json", f'{{"id": "{name}", "title": "{name}", "directory": "/home/me/app"}}')
        put(storage / f"message/{name}/m_{name}.json", f'{{"role": "user", "sessionID": "{name}"}}')
        put(storage / f"part/m_{name}/p1.json", f'{{"type": "text", "text": "hello from {name}"}}')
    file = next(file for file in found(tmp_path) if file.path.stem == "ses_2")
    (session,) = load_all(content(file.path, file.beside))
    assert (session.title, [message.text for message in session.messages]) == ("ses_2", ["hello from ses_2"])


def test_a_conversation_of_openhands_is_read_from_its_events(tmp_path: Path) -> None:
    folder = tmp_path / ".openhands/conversations/1"
    put(folder / "base_state.json", '{"id": "1"}')
    for number, text in enumerate(("hello", "and more")):
        put(
            folder / f"events/event-{number:05}-ab.json",
            f'{{"id": "{number}", "kind": "MessageEvent", "source": "user", "timestamp": "2026-01-02T03:04:05",'
            f'"llm_message": {{"role": "user", "content": [{{"type": "text", "text": "{text}"}}]}}}}',
        )
    (file,) = found(tmp_path)
    (session,) = load_all(content(file.path, file.beside))
    assert [message.text for message in session.messages] == ["hello", "and more"]


def test_a_task_of_cline_is_read_with_what_was_shown(tmp_path: Path) -> None:
    task = tmp_path / CODE / "globalStorage/saoudrizwan.claude-dev/tasks/1"
    put(task / "api_conversation_history.json", '[{"role": "user", "content": "<task>\\nhello</task>"}]')
    put(task / "ui_messages.json", '[{"ts": 1, "type": "say", "say": "text", "text": "hello"}]')
    (file,) = found(tmp_path)
    (session,) = load_all(content(file.path, file.beside))
    assert session.format == "cline" and "hello" in session.messages[0].text
