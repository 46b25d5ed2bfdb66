"""goose: the database, the JSON lines before it, an export; hidden messages and what hid them."""

import json
from pathlib import Path
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import Image, Message, Reasoning, Session, ToolCall
from tests.importers.databases import Tables, sqlite_file
from tests.importers.lines import jsonl, loaded, texts

Row = dict[str, Any]


def said(role: str, *content: Row | str, at: int = 0, user: bool = True, agent: bool = True) -> Row:
    blocks = [{"type": "text", "text": block} if isinstance(block, str) else block for block in content]
    seen = {"userVisible": user, "agentVisible": agent}
    return {"id": None, "role": role, "created": 1767323040 + at, "content": blocks, "metadata": seen}


def called(identity: str, **more: bool) -> list[Row]:
    call = {"status": "success", "value": {"name": "shell", "arguments": {"command": "ls"}}}
    result = {
        "status": "success",
        "value": {"content": [{"type": "text", "text": f"out {identity}"}], "isError": False},
    }
    return [
        said("assistant", {"type": "toolRequest", "id": identity, "toolCall": call}, **more),
        said("user", {"type": "toolResponse", "id": identity, "toolResult": result}, **more),
    ]


HEADER = {"working_dir": "/w", "description": "A talk", "message_count": 1, "total_tokens": None}


def database(path: Path, sessions: list[Row], messages: list[tuple[str, Row]]) -> Path:
    """The tables of schema 6 (``session_storage.rs``), as far as they are read, and one column more."""
    tables: Tables = {
        "sessions": (
            "id TEXT PRIMARY KEY, name TEXT, description TEXT, working_dir TEXT NOT NULL, created_at TIMESTAMP, "
            "model_config_json TEXT",
            [
                (one["id"], one.get("name"), "", "/w", one.get("created_at"), one.get("model_config_json"))
                for one in sessions
            ],
        ),
        "messages": (
            "id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL, "
            "content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL, tokens INTEGER, metadata_json TEXT",
            [
                (at, name, row["role"], row["content"], row["created"], None, row["metadata"])
                for at, (name, row) in enumerate(messages)
            ],
        ),
    }
    return sqlite_file(path / "sessions.db", tables)


def test_the_database_holds_sessions_oldest_first(tmp_path: Path) -> None:
    config = {"model_name": "claude-x", "context_limit": 200_000}
    sessions: list[Row] = [
        {"id": "b", "name": "Second", "created_at": "2026-01-02 00:00:01", "model_config_json": config},
        {"id": "a", "name": "", "created_at": "2026-01-02 00:00:00"},
    ]
    rows = [("a", said("user", "hi")), ("b", said("user", "one")), *(("b", row) for row in called("t"))]
    first, second = load_all(database(tmp_path, sessions, rows))
    assert (texts(first), first.title, first.model) == (["hi"], "hi", None)
    assert (second.format, second.title, second.model, second.context_window) == (
        "goose", "Second", "claude-x", 200_000,
    )  # fmt: skip
    assert second.messages[1].calls == (ToolCall(id="t", name="shell", arguments='{"command":"ls"}'),)
    assert len(second.result_of) == 1
    assert second.messages[0].timestamp == 1767323040


def test_lines_and_an_export_say_the_same() -> None:
    rows = [said("user", "hi"), *called("t"), said("assistant", "done")]
    lines = loaded(HEADER, *rows)
    exported = load(json.dumps({"id": "s", "name": "A talk", **HEADER, "conversation": rows}))
    assert lines.messages[1].line == 2
    assert [(m.role, m.text) for m in lines.messages] == [(m.role, m.text) for m in exported.messages]
    assert (lines.title, exported.title, lines.integrity.skipped_rows) == ("A talk", "A talk", 1)
    assert texts(loaded(*rows)) == texts(lines)


def test_every_kind_of_content() -> None:
    error = {"type": "toolResponse", "id": "t", "toolResult": {"status": "error", "error": "-32603: broken"}}
    refused = {"type": "toolResponse", "id": "u", "toolResult": {"status": "success", "value": {"isError": True}}}
    rich = {
        "type": "toolResponse",
        "id": "v",
        "toolResult": {
            "status": "success",
            "value": [
                {"type": "text", "text": "see"},
                {"type": "resource", "resource": {"uri": "file:///a", "text": "inside"}},
                {"type": "image", "data": "AAAA", "mimeType": "image/png"},
            ],
        },
    }
    bad = {"type": "toolRequest", "id": "w", "toolCall": {"status": "error", "error": "no such tool"}}
    thought = {"type": "thinking", "thinking": "hm", "signature": "s"}
    sealed = {"type": "redactedThinking", "data": "x"}
    asked: Row = {"type": "toolConfirmationRequest", "id": "t", "toolName": "shell", "arguments": {}, "prompt": None}
    session = loaded(
        HEADER, said("user", error, refused, rich), said("assistant", thought, sealed, bad), said("assistant", asked)
    )
    results = [message.result for message in session.messages[:3]]
    assert [(r.text, r.is_error) for r in results if r] == [
        ("-32603: broken", True), ('{"isError":true}', True), ("see\ninside", False),
    ]  # fmt: skip
    assert session.messages[2].parts[1] == Image(source="data:image/png;base64,AAAA", media_type="image/png")
    answer = session.messages[3]
    assert answer.parts[0] == Reasoning(text="hm", signature="s")
    assert [part.kind for part in answer.parts] == ["reasoning", "opaque", "tool_call"]
    assert answer.calls[0].arguments == "no such tool"
    assert (len(session.messages), session.integrity.skipped_rows) == (4, 2)


def compacted() -> list[Row]:
    """What ``compact_messages`` makes of a session that was compacted twice."""
    return [
        said("user", "one", agent=False),
        said("assistant", "1", agent=False),
        said("user", "First summary.", user=False, agent=False),
        said("assistant", "I go on.", user=False, agent=False),
        said("user", "two", agent=False),
        said("user", "Second summary.", user=False),
        said("assistant", "I go on.", user=False),
        said("user", "two"),
        said("assistant", "2"),
    ]


def test_compactions_are_read_off_what_each_side_sees() -> None:
    session = loaded(HEADER, *compacted())
    assert [(c.index, c.kind, c.kept) for c in session.compactions] == [(2, "compact", ()), (5, "compact", ())]
    assert [m.summary for m in session.messages if m.summary] == ["First summary.", "Second summary."]
    assert [m.flags for m in session.messages][2:7] == [(), ("meta", "synthetic"), (), (), ("meta", "synthetic")]
    assert session.context_start(9) == 5
    assert session.title == "A talk"


def test_a_call_that_was_summarized_on_its_own_is_pruned() -> None:
    rows = [said("user", "one"), *called("t", agent=False), said("assistant", "1"), said("user", "t: out.", user=False)]
    session = loaded(HEADER, *rows)
    assert [(c.index, c.kind) for c in session.compactions] == [(4, "clear")]
    assert [m.flags for m in session.messages] == [(), (), ("pruned",), (), ("meta", "synthetic")]


def test_other_chats_are_left_alone() -> None:
    """Without a header only what goose alone writes tells: a time of its own name, and its tool content."""
    plain = {"role": "user", "created": 1, "content": [{"type": "text", "text": "hi"}]}
    assert load(jsonl(plain, plain)).format != "goose"
    assert loaded(said("user", "hi"), said("assistant", "ho")).format == "goose"


@pytest.mark.parametrize("content", [5, "hi", {}, [None], [{"type": "toolRequest"}], [{"type": "toolResponse"}]])
def test_odd_content_is_kept_or_counted(content: Any, tmp_path: Path) -> None:
    odd = {**said("user"), "content": content}
    session: Session = load(database(tmp_path, [{"id": "a"}], [("a", said("user", "hi")), ("a", odd)]))
    assert isinstance(session.messages[0], Message)
    assert len(session.messages) + session.integrity.skipped_rows == 2
