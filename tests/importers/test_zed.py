"""Zed's database: threads of three versions, compactions, sub-agents, packed rows."""

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from compaction_core.errors import BadInput
from compaction_core.importers import load, load_all
from compaction_core.session import File, Image, Opaque, Reasoning, Session, ToolCall, ToolResult, Usage
from tests.importers.databases import sqlite_file
from tests.importers.lines import codes, texts

Row = dict[str, Any]
IMAGE = {"source": "QUJD", "size": {"width": 1, "height": 1}}


def user(text: str, identity: str = "u") -> Row:
    return {"User": {"id": identity, "content": [{"Text": text}]}}


def agent(*content: Row, **results: Row) -> Row:
    return {"Agent": {"content": list(content), "tool_results": results, "reasoning_details": None}}


def used(identity: str, **more: Any) -> Row:
    call = {"id": identity, "name": "terminal", "raw_input": '{"a":1}', "input": {"a": 1}, "is_input_complete": True}
    return {"ToolUse": {**call, **more}}


def told(identity: str, content: Any, *, failed: bool = False) -> Row:
    return {"tool_use_id": identity, "tool_name": "terminal", "is_error": failed, "content": content, "output": None}


def thread(*messages: Any, **more: Any) -> Row:
    return {
        "title": "A talk",
        "messages": list(messages),
        "updated_at": "2026-01-02T03:04:05Z",
        "version": "0.3.0",
        **more,
    }


def database(path: Path, *threads: tuple[str, str | None, Any]) -> Path:
    columns = (
        "id TEXT PRIMARY KEY, summary TEXT NOT NULL, updated_at TEXT NOT NULL, data_type TEXT NOT NULL, "
        "data BLOB NOT NULL, parent_id TEXT"
    )
    listed = [
        [name, name, f"2026-01-02T03:04:0{at}Z", "zstd" if isinstance(data, bytes) else "json", data, parent]
        for at, (name, parent, data) in enumerate(threads)
    ]
    return sqlite_file(path / "threads.db", {"threads": (columns, listed)})


def read(path: Path, data: Any) -> Session:
    session = load(database(path, ("t", None, data)).read_bytes())
    assert Session.model_validate_json(session.model_dump_json()) == session
    return session


def test_messages_with_calls_results_and_tokens(tmp_path: Path) -> None:
    mention = {"Mention": {"uri": {"File": {"abs_path": "/w/a.py"}}, "content": "print()"}}
    asked = {"User": {"id": "u1", "content": [{"Text": "hi"}, mention, {"Image": IMAGE}]}}
    results = {"t": told("t", [{"Text": "out"}, {"Image": IMAGE}]), "w": told("w", {"Text": "no"}, failed=True)}
    thought = {"Thinking": {"text": "hm", "signature": "s"}}
    session = read(
        tmp_path,
        thread(
            asked,
            agent(thought, {"RedactedThinking": "x"}, {"Text": ""}, used("t"), used("w", input=None), **results),
            agent({"Text": "done"}),
            "Resume",
            agent({"Text": "more"}),
            request_token_usage={"u1": {"input_tokens": 10, "output_tokens": 2, "cache_read_input_tokens": 5}},
            model={"provider": "anthropic", "model": "claude-sonnet-4-5"},
        ),
    )
    roles = ["user", "assistant", "tool", "tool", "assistant", "user", "assistant"]
    assert [m.role for m in session.messages] == roles
    assert session.messages[0].parts[1] == File(name="/w/a.py", text="print()")
    assert isinstance(session.messages[0].parts[2], Image)
    assert session.messages[1].parts == (
        Reasoning(text="hm", signature="s"),
        Opaque(type="redacted_thinking", raw='"x"'),
        ToolCall(id="t", name="terminal", arguments='{"a":1}'),
        ToolCall(id="w", name="terminal", arguments='{"a":1}'),
    )
    assert session.messages[2].parts[0] == ToolResult(call_id="t", text="out")
    assert isinstance(session.messages[2].parts[1], Image)
    assert session.messages[3].parts == (ToolResult(call_id="w", text="no", is_error=True),)
    assert (session.messages[5].text, session.messages[5].flags) == ("Continue where you left off", ("meta",))
    assert session.messages[6].usage == Usage(input=10, cache_read=5, output=2) and session.messages[4].usage is None
    assert (session.format, session.title, session.model) == ("zed", "t", "claude-sonnet-4-5")
    assert session.messages[6].model == "claude-sonnet-4-5"


def test_a_compaction_keeps_the_newest_messages_of_the_person(tmp_path: Path) -> None:
    session = read(
        tmp_path,
        thread(
            user("x" * 70_000, "u1"), user("é" * 20_000, "u2"), agent({"Text": "first"}), user("last", "u3"),
            {"User": {"id": "marker", "content": []}},
            {"Compaction": {"Summary": "All so far."}},
            user("on", "u4"),
            {"Compaction": {"ProviderNative": {"provider": "openai", "items": [{"type": "compaction"}]}}},
        ),
    )  # fmt: skip
    assert [(c.index, c.kept) for c in session.compactions] == [(4, (1, 3)), (6, ())]
    assert session.messages[4].summary == "All so far."
    assert session.messages[4].text == (
        "The previous conversation was compacted. Use this summary as context:\n\nAll so far."
    )
    assert session.messages[6].summary == "" and isinstance(session.messages[6].parts[0], Opaque)


@pytest.mark.parametrize("version", ["0.1.0", "0.2.0", None])
def test_older_threads(tmp_path: Path, version: str | None) -> None:
    first: Row = {
        "id": 0,
        "role": "user",
        "segments": [{"type": "text", "text": "hi"}],
        "context": "<context>a</context>",
    }
    call = {"id": "t", "name": "terminal", "input": {"a": 1}}
    thought = {"type": "thinking", "text": "hm", "signature": "s"}
    said: Row = {
        "id": 1,
        "role": "assistant",
        "segments": [thought, {"type": "text", "text": "I look."}],
        "tool_uses": [call],
    }
    after: Row = {"id": 2, "role": "user", "segments": [{"type": "text", "text": "on"}]}
    (after if version == "0.1.0" else said)["tool_results"] = [told("t", "out")]
    if version is None:
        said = {**said, "segments": [], "text": "I look."}
    session = read(tmp_path, {"version": version, "summary": "A talk", "messages": [first, said, after]})
    assert [m.role for m in session.messages] == ["user", "assistant", "tool", "user"]
    assert session.messages[0].text == "<context>a</context>\nhi"
    assert session.messages[1].calls == (ToolCall(id="t", name="terminal", arguments='{"a":1}'),)
    assert session.messages[2].parts == (ToolResult(call_id="t", text="out"),)
    assert texts(session)[3] == "on"


def test_a_sub_agent_s_thread_stands_in_the_one_that_started_it(tmp_path: Path) -> None:
    path = database(
        tmp_path,
        ("deep", "inner", thread(user("deep"))),
        ("inner", "outer", thread(user("inner"))),
        ("outer", None, thread(user("outer"))),
        ("lost", "nowhere", thread(user("lost"))),
    )
    sessions = load_all(path.read_bytes())
    assert [texts(session) for session in sessions] == [["outer"], ["lost"]]
    assert [(t.id, [m.text for m in t.messages]) for t in sessions[0].threads] == [
        ("inner", ["inner"]),
        ("deep", ["deep"]),
    ]


def test_rows_are_packed_and_a_damaged_one_is_told(tmp_path: Path) -> None:
    data = json.dumps(thread(user("packed"), {"New": {}})).encode()
    packed = importlib.import_module("pyarrow").compress(data, codec="zstd", asbytes=True)
    (good,) = load_all(database(tmp_path, ("a", None, packed), ("b", None, packed[:20])).read_bytes())
    assert (texts(good), codes(good)) == (["packed"], ["unknown_rows", "unreadable_threads"])
    (tmp_path / "threads.db").unlink()
    with pytest.raises(BadInput, match=r"damaged|too early"):
        load_all(database(tmp_path, ("b", None, packed[:20])).read_bytes())
