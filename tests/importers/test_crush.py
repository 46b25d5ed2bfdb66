"""Crush's database: messages in the order they were made, summaries, sub-agents, packed parts."""

import importlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.importers.crush.parts import pieces, stored
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.session import File, Image, Reasoning, RecordedCompaction, Text, ToolCall, ToolResult
from tests.importers.databases import sqlite_file
from tests.importers.lines import texts

Row = dict[str, Any]
START = 1767323040


def text(told: str) -> Row:
    return {"type": "text", "data": {"text": told}}


def message(session: str, role: str, *parts: Row, at: int = 0, **more: Any) -> Row:
    return {"session_id": session, "role": role, "parts": list(parts), "created_at": START + at, **more}


def database(path: Path, sessions: list[Row], messages: list[Row], *, old: bool = False) -> Path:
    """The tables of ``internal/db/migrations`` (2025-04-24 with 2025-05-15, and ``is_summary_message`` unless old)."""
    about = ("id", "parent_session_id", "title", "summary_message_id", "created_at")
    told = ("id", "session_id", "role", "parts", "model", "created_at")
    more = () if old else ("is_summary_message",)
    keys = (*told, *more)
    columns = "id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL, parts BLOB NOT NULL default '[]', "
    columns += "model TEXT, created_at INTEGER NOT NULL" + (", is_summary_message INTEGER" if more else "")
    numbered = [{"id": f"m{9 - at}", **row} for at, row in enumerate(messages)]
    return sqlite_file(
        path / "crush.db",
        {
            "sessions": (
                "id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT NOT NULL, summary_message_id TEXT, "
                "created_at INTEGER NOT NULL",
                [[{"title": "", "created_at": START, **row}.get(key) for key in about] for row in sessions],
            ),
            "messages": (columns, [[row.get(key) for key in keys] for row in numbered]),
        },
    )


def test_messages_stand_in_the_order_they_were_made(tmp_path: Path) -> None:
    call = {"type": "tool_call", "data": {"id": "t", "name": "bash", "input": '{"a": 1}', "finished": True}}
    result = {"type": "tool_result", "data": {"tool_call_id": "t", "name": "bash", "content": "out", "is_error": True}}
    thought = {"type": "reasoning", "data": {"thinking": "hm", "signature": "s"}}
    rows = [
        message("s", "assistant", text("done"), {"type": "finish", "data": {"reason": "end_turn"}}, at=3, model="m"),
        message("s", "user", text("hi")),
        message("s", "assistant", thought, text(""), call, at=1, model="m"),
        message("s", "tool", result, at=2),
    ]
    session = load(database(tmp_path, [{"id": "s", "title": "T"}], rows))
    assert [m.role for m in session.messages] == ["user", "assistant", "tool", "assistant"]
    assert session.messages[1].parts == (
        Reasoning(text="hm", signature="s"), ToolCall(id="t", name="bash", arguments='{"a": 1}'),
    )  # fmt: skip
    assert session.messages[2].parts == (ToolResult(call_id="t", text="out", is_error=True),)
    assert (session.messages[3].stop_reason, session.messages[3].timestamp) == ("end_turn", START + 3)
    assert (session.format, session.title, session.model) == ("crush", "T", "m")


@pytest.mark.parametrize("old", [False, True])
def test_a_summary_is_the_user_s_and_hides_all_before_it(tmp_path: Path, old: bool) -> None:
    """Older files name the last summary alone."""
    rows = [
        message("s", "user", text("one")),
        message("s", "assistant", text("First."), at=1, is_summary_message=1),
        message("s", "user", text("two"), at=2),
        message("s", "assistant", text("Second."), at=3, is_summary_message=1, id="last", model="m"),
        message("s", "user", text("three"), at=4),
    ]
    session = load(database(tmp_path, [{"id": "s", "summary_message_id": "last"}], rows, old=old))
    expected = [(3, "Second.")] if old else [(1, "First."), (3, "Second.")]
    assert [(c.index, session.messages[c.index].summary) for c in session.compactions] == expected
    assert session.compactions[-1] == RecordedCompaction(index=3, timestamp=START + 3)
    assert session.messages[3].role == "user"


def test_sessions_of_sub_agents_are_threads(tmp_path: Path) -> None:
    sessions = [
        {"id": "b", "created_at": START + 1},
        {"id": "a"},
        {"id": "x", "parent_session_id": "a"},
        {"id": "y", "parent_session_id": "x"},
        {"id": "title-a", "parent_session_id": "a"},
        {"id": "p", "parent_session_id": "q"},
        {"id": "q", "parent_session_id": "p"},
    ]
    rows = [message(name, "user", text(name), at=at) for at, name in enumerate("abxypq")]
    found = load_all(database(tmp_path, sessions, rows))
    assert [(texts(session)[0], [thread.id for thread in session.threads]) for session in found] == [
        ("a", ["x", "y"]), ("p", []), ("q", []), ("b", []),
    ]  # fmt: skip


def test_every_kind_of_part() -> None:
    parts = [
        {"type": "image_url", "data": {"url": "https://example.com/a.png"}},
        {"type": "binary", "data": {"Path": "a.png", "MIMEType": "image/png", "Data": "AAAA"}},
        {"type": "binary", "data": {"Path": "a.txt", "MIMEType": "text/plain", "Data": "AAAA"}},
        {"type": "shell_command", "data": {"command": "ls", "output": "a", "exit_code": 0}},
        {"type": "tool_result", "data": {"tool_call_id": "t", "content": "", "data": "AAAA", "mime_type": "image/png"}},
    ]
    said, result = pieces(parts, "user", CallIds())
    png = Image(source="data:image/png;base64,AAAA", media_type="image/png")
    assert said.parts[:3] == (
        Image(source="https://example.com/a.png"), png, File(name="a.txt", media_type="text/plain"),
    )  # fmt: skip
    assert said.parts[3].kind == "opaque"
    assert result.parts == (ToolResult(call_id="t", text=""), png)


def test_packed_parts_are_unpacked_and_broken_ones_are_none() -> None:
    packed = importlib.import_module("pyarrow").compress(json.dumps([text("hi")]).encode(), codec="zstd", asbytes=True)
    assert stored(packed) == [text("hi")]
    assert pieces(stored(packed), "user", CallIds())[0].parts == (Text(text="hi"),)
    assert [stored(cell) for cell in (packed[:-3], b"[", None, 5, "{}", b"\x28\xb5\x2f\xfd")] == [[]] * 6


def test_the_log_beside_the_database_is_read_with_it(tmp_path: Path) -> None:
    path = database(tmp_path, [{"id": "s"}], [message("s", "user", text("hi"))])
    with sqlite3.connect(path) as live:
        live.execute("PRAGMA journal_mode = WAL")
        parts = json.dumps([text("new")])
        live.execute("INSERT INTO messages VALUES ('m', 's', 'user', ?, NULL, ?, 0)", (parts, START + 1))
        live.commit()
        assert texts(load(tmp_path)) == ["hi", "new"]
    live.close()
