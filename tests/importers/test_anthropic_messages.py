"""Messages API: what its requests, replies and blocks become."""

import json
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import File, Image, Opaque, Reasoning, Session, ToolCall, ToolResult, Usage


def chat(*messages: dict[str, Any], **more: Any) -> Session:
    return load(json.dumps({"model": "claude-opus-4-6", "system": "S", "messages": messages, **more}))


def said(role: str, *content: Any) -> dict[str, Any]:
    return {"role": role, "content": list(content)}


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def test_a_request() -> None:
    session = chat(
        {"role": "user", "content": "Hi"}, said("assistant", {"type": "text", "text": "A"}), tools=[{"name": "f"}]
    )

    assert outline(session) == [("system", "S"), ("user", "Hi"), ("assistant", "A")]
    assert (session.format, session.model, session.tools, session.title) == (
        "anthropic_messages",
        "claude-opus-4-6",
        '[{"name":"f"}]',
        "Hi",
    )


def test_a_system_of_blocks_and_consecutive_messages_of_one_role_stay_separate() -> None:
    session = chat(
        {"role": "user", "content": "1"}, {"role": "user", "content": "2"}, system=[{"type": "text", "text": "T"}]
    )

    assert outline(session) == [("system", "T"), ("user", "1"), ("user", "2")]


def test_results_come_before_the_rest_of_their_message() -> None:
    use = {"type": "tool_use", "id": "t1", "name": "f", "input": {"x": 1}}
    answer = {"type": "tool_result", "tool_use_id": "t1", "content": "no", "is_error": True}
    session = load(json.dumps([said("assistant", use), said("user", {"type": "text", "text": "go"}, answer)]))

    assert session.messages[0].calls == (ToolCall(id="t1", name="f", arguments='{"x":1}'),)
    assert outline(session)[1:] == [("tool", "no"), ("user", "go")]
    assert session.messages[1].parts == (ToolResult(call_id="t1", text="no", is_error=True),)


def test_blocks() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "eHl6"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
        {"type": "document", "title": "T", "source": {"type": "text", "media_type": "text/plain", "data": "words"}},
        {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}},
        {"type": "search_result", "source": "https://e.x", "content": [{"type": "text", "text": "found"}]},
        {"type": "container_upload", "file_id": "f"},
        {"type": "tool_use", "id": "t1"},
    ]
    assert chat(said("assistant", *blocks)).messages[1].parts == (
        Reasoning(text="hm", signature="c2ln"),
        Opaque(type="redacted_thinking", raw='{"type":"redacted_thinking","data":"eHl6"}'),
        Image(source="data:image/png;base64,AAAA", media_type="image/png"),
        File(name="T", media_type="text/plain", text="words"),
        File(name="document", media_type="application/pdf"),
        File(name="https://e.x", media_type="text/plain", text="found"),
        Opaque(type="container_upload", raw='{"type":"container_upload","file_id":"f"}'),
        Opaque(type="tool_use", raw='{"type":"tool_use","id":"t1"}'),
    )


def test_a_providers_tool_answers_in_a_message_of_its_own() -> None:
    reply = {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "stop_reason": "end_turn",
        "usage": {
            "input_tokens": 5,
            "cache_read_input_tokens": 7,
            "cache_creation_input_tokens": 11,
            "output_tokens": 13,
        },
        "content": [
            {"type": "text", "text": "I search."},
            {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}},
            {
                "type": "web_search_tool_result",
                "tool_use_id": "s1",
                "content": [{"type": "web_search_result", "title": "X", "url": "u"}],
            },
            {"type": "mcp_tool_use", "id": "s2", "name": "m", "server_name": "n", "input": {}},
            {
                "type": "mcp_tool_result",
                "tool_use_id": "s2",
                "is_error": True,
                "content": [{"type": "text", "text": "no"}],
            },
            {"type": "text", "text": "Found."},
        ],
    }
    session = load(json.dumps(reply))

    assert outline(session) == [
        ("assistant", "I search."),
        ("tool", "X\nu"),
        ("assistant", ""),
        ("tool", "no"),
        ("assistant", "Found."),
    ]
    assert session.unanswered == ()
    assert [m.usage for m in session.messages] == [None] * 4 + [Usage(input=5, cache_read=7, cache_write=11, output=13)]
    assert session.messages[4].stop_reason == "end_turn"
    assert session.model == "claude-sonnet-4-5"


def test_code_execution_gives_its_output() -> None:
    answer = {"type": "bash_code_execution_result", "stdout": "out", "stderr": "err", "return_code": 0}
    block = {"type": "bash_code_execution_tool_result", "tool_use_id": "s1", "content": answer}

    assert chat(said("assistant", block)).messages[1].parts == (ToolResult(call_id="s1", text="out\nerr"),)


def test_a_native_compaction_hides_what_is_before_it() -> None:
    session = chat(
        {"role": "user", "content": "Hi"},
        said("assistant", {"type": "compaction", "content": "So far."}, {"type": "text", "text": "On."}),
        said("assistant", {"type": "compaction", "content": None}),
    )
    assert [(m.text, m.summary) for m in session.messages[2:4]] == [("So far.", "So far."), ("On.", None)]
    assert [(c.index, c.kind) for c in session.compactions] == [(2, "compact")]
    assert session.context_start(4) == 2
    assert isinstance(session.messages[4].parts[0], Opaque)


def test_context_edits_are_told() -> None:
    edits = {"applied_edits": [{"type": "clear_tool_uses_20250919", "cleared_tool_uses": 3}]}
    (warning,) = chat({"role": "user", "content": "Hi"}, context_management=edits).integrity.warnings

    assert warning.code == "applied_edits"
    assert "clear_tool_uses_20250919" in warning.text


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_request_with_its_reply(wrapped: bool) -> None:
    request = {"system": "S", "messages": [{"role": "user", "content": "Hi"}]}
    reply = {
        "type": "message",
        "role": "assistant",
        "model": "m-2",
        "content": [{"type": "text", "text": "A"}],
        "usage": {},
    }
    log = {"request": {"body": request} if wrapped else request, "response": {"body": reply} if wrapped else reply}
    session = load(json.dumps(log))

    assert outline(session) == [("system", "S"), ("user", "Hi"), ("assistant", "A")]
    assert session.messages[2].model == "m-2"


def test_one_conversation_a_line() -> None:
    line = json.dumps({"system": "S", "messages": [{"role": "user", "content": "Hi"}]})
    first, second = load_all(f"{line}\nbroken\n{line}\n")

    assert outline(first) == outline(second) == [("system", "S"), ("user", "Hi")]
    assert [[m.line for m in session.messages] for session in (first, second)] == [[None, 0], [None, 2]]
    assert first.integrity.unreadable == (1,)


def test_lines_of_a_message_batch() -> None:
    asked = {"custom_id": "1", "params": {"model": "c", "messages": [{"role": "user", "content": "u"}]}}
    reply = {
        "type": "message",
        "role": "assistant",
        "model": "c",
        "content": [{"type": "text", "text": "a"}],
        "usage": {},
    }
    answered = {"custom_id": "1", "result": {"type": "succeeded", "message": reply}}
    assert load(json.dumps(asked) + "\n").messages[0].text == "u"
    assert load(json.dumps(answered) + "\n").messages[0].text == "a"


def test_context_edits_that_are_no_list_are_passed_over() -> None:
    reply = {"type": "message", "role": "assistant", "stop_reason": None, "content": [{"type": "text", "text": "A"}]}
    session = load(json.dumps({**reply, "context_management": {"applied_edits": 5}}))
    assert (session.messages[0].text, session.integrity.warnings) == ("A", ())
