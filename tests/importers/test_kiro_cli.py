"""Kiro and Amazon Q: turns of the database, rows of the second and of the third engine."""

import json
from pathlib import Path
from typing import Any

from compaction_core.importers import load, load_all
from compaction_core.session import Reasoning, Text, ToolCall, ToolResult
from tests.importers.databases import sqlite_file
from tests.importers.lines import codes, loaded, texts

Value = dict[str, Any]


def turn(content: Value, assistant: Value, **about: Any) -> Value:
    return {
        "user": {"content": content, "timestamp": "2026-01-02T03:04:00Z"},
        "assistant": assistant,
        "request_metadata": about,
    }


def prompt(text: str) -> Value:
    return {"Prompt": {"prompt": text}}


def results(*told: Value) -> Value:
    return {"ToolUseResults": {"tool_use_results": list(told)}}


def answer(text: str) -> Value:
    return {"Response": {"message_id": "r", "content": text}}


CALL = {
    "ToolUse": {
        "message_id": "u",
        "content": "Looking.",
        "tool_uses": [{"id": "t", "name": "fs_read", "args": {"a": 1}}],
    }
}
OUT = {"tool_use_id": "t", "content": [{"Text": "out"}, {"Json": {"x": 1}}], "status": "Success"}


def conversation(*history: Any, **more: Any) -> Value:
    return {"conversation_id": "c", "history": list(history), "latest_summary": None, **more}


def test_turns_of_a_conversation() -> None:
    moment = {"stream_end_timestamp_ms": 1767323045000, "model_id": "m-1"}
    value = conversation(
        turn(prompt("hi"), CALL, **moment),
        turn(results(OUT), answer("Done."), **moment),
        model_info={"model_id": "m-0", "context_window_tokens": 200_000},
    )
    session = load(json.dumps(value))
    assert [m.role for m in session.messages] == ["user", "assistant", "tool", "assistant"]
    assert session.messages[1].parts == (Text(text="Looking."), ToolCall(id="t", name="fs_read", arguments='{"a":1}'))
    assert session.messages[2].parts == (ToolResult(call_id="t", text='out\n{"x":1}'),)
    assert (session.messages[3].timestamp, session.messages[0].timestamp) == (1767323045.0, 1767323040.0)
    assert (session.format, session.model, session.context_window) == ("kiro_cli", "m-1", 200_000)


def test_older_files_hold_pairs_and_a_summary_stands_for_what_is_gone() -> None:
    cancelled = {"CancelledToolUses": {"prompt": "stop", "tool_use_results": [{**OUT, "status": "Error"}]}}
    value = conversation(
        [{"content": cancelled}, answer("Stopped.")], latest_summary=["All so far.", {"request_id": "r"}]
    )
    session = load(json.dumps(value))
    assert texts(session) == ["All so far.", 'out\n{"x":1}', "stop", "Stopped."]
    assert session.messages[1].result is not None and session.messages[1].result.is_error
    assert [(c.index, session.messages[c.index].summary) for c in session.compactions] == [(0, "All so far.")]


def test_the_database_of_both_generations(tmp_path: Path) -> None:
    path = sqlite_file(
        tmp_path / "data.sqlite3",
        {
            "conversations": (
                "key TEXT PRIMARY KEY, value TEXT",
                [("/w", conversation(turn(prompt("old"), answer("1"))))],
            ),
            "conversations_v2": (
                "key TEXT NOT NULL, conversation_id TEXT NOT NULL, value TEXT NOT NULL, created_at INTEGER NOT NULL, "
                "updated_at INTEGER NOT NULL, PRIMARY KEY (key, conversation_id)",
                [
                    ("/w", "b", conversation(turn(prompt("second"), answer("2"))), 2, 2),
                    ("/w", "a", conversation(turn(prompt("first"), answer("1"))), 1, 3),
                    ("/w", "z", {"not": "one"}, 3, 3),
                ],
            ),
        },
    )
    assert [session.title for session in load_all(path)] == ["old", "first", "second"]


def test_rows_of_the_second_engine() -> None:
    def row(kind: str, *blocks: Value, **more: Any) -> Value:
        return {"version": "v1", "kind": kind, "data": {"message_id": "m", "content": list(blocks), **more}}

    failed = {"toolUseId": "t", "content": [{"kind": "json", "data": {"exit_status": "1"}}], "status": "error"}
    session = loaded(
        row(
            "Prompt",
            {"kind": "text", "data": "hi"},
            {"kind": "image", "data": {"format": "png"}},
            meta={"timestamp": 1767323040},
        ),
        row(
            "AssistantMessage",
            {"kind": "thinking", "data": {"text": "hm"}},
            {"kind": "text", "data": ""},
            {"kind": "toolUse", "data": {"toolUseId": "t", "name": "shell", "input": {"command": "ls"}}},
        ),
        row("ToolResults", {"kind": "toolResult", "data": failed}),
        {"version": "v1", "kind": "Compaction", "data": {}},
    )
    assert [part.kind for part in session.messages[0].parts] == ["text", "opaque"]
    assert session.messages[0].timestamp == 1767323040.0
    assert session.messages[1].parts == (
        Reasoning(text="hm"),
        ToolCall(id="t", name="shell", arguments='{"command":"ls"}'),
    )
    assert session.messages[2].parts == (ToolResult(call_id="t", text='{"exit_status":"1"}', is_error=True),)
    assert (codes(session), session.integrity.skipped_rows) == (["unknown_rows"], 1)


def test_rows_of_the_third_engine() -> None:
    def row(kind: str, **payload: Any) -> Value:
        return {"timestamp": "2026-01-02T03:04:00Z", "payload": {"type": kind, **payload}}

    session = loaded(
        row("user", content="hi"),
        row("assistant", operationType="Think", content="hm"),
        row("assistant", operationType="Say", content="Looking."),
        row("tool_call", toolCallId="a", toolName="ls", args={}),
        row("tool_call", toolCallId="b", toolName="ls", args={}),
        row("tool_result", toolCallId="a", content="1"),
        row("tool_result", toolCallId="b", content="2", success=False),
        row("assistant", operationType="Say", content="Done."),
        row("usage_summary", promptTurnSummaries=[]),
    )
    assert [(m.role, m.text, len(m.calls)) for m in session.messages] == [
        ("user", "hi", 0), ("assistant", "Looking.", 2), ("tool", "1", 0), ("tool", "2", 0), ("assistant", "Done.", 0),
    ]  # fmt: skip
    assert session.messages[3].result is not None and session.messages[3].result.is_error
    assert session.integrity.skipped_rows == 2
