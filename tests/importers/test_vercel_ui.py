"""Messages of the Vercel AI SDK: versions 4 to 6, and those for models."""

import json
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import File, Image, Message, Opaque, Reasoning, Session, Text, ToolCall, ToolResult, Usage

ASKED = {"id": "1", "role": "user", "parts": [{"type": "text", "text": "hi"}]}


def read(*parts: Any, **more: Any) -> Session:
    return load(json.dumps([ASKED, {"id": "2", "role": "assistant", "parts": list(parts), **more}]))


def outline(session: Session) -> list[tuple[Any, ...]]:
    return [message.parts for message in session.messages[1:]]


def test_each_step_is_an_answer_and_its_results_follow_it() -> None:
    tool = {"type": "tool-look", "toolCallId": "a", "state": "output-available", "input": {"p": 1}, "output": {"n": 1}}
    session = read(
        {"type": "step-start"},
        {"type": "reasoning", "text": "hm"},
        tool,
        {**tool, "toolCallId": "b", "output": "text"},
        {"type": "step-start"},
        {"type": "text", "text": "done"},
    )
    assert outline(session) == [
        (
            Reasoning(text="hm"),
            ToolCall(id="a", name="look", arguments='{"p":1}'),
            ToolCall(id="b", name="look", arguments='{"p":1}'),
        ),
        (ToolResult(call_id="a", text='{"n":1}'),),
        (ToolResult(call_id="b", text="text"),),
        (Text(text="done"),),
    ]


@pytest.mark.parametrize(
    ("state", "more", "result"),
    [
        ("input-streaming", {}, None),
        ("input-available", {}, None),
        ("approval-requested", {"approval": {"id": "x"}}, None),
        ("output-error", {"errorText": "boom"}, ToolResult(call_id="a", text="boom", is_error=True)),
        (
            "output-denied",
            {"approval": {"approved": False, "reason": "not now"}},
            ToolResult(call_id="a", text="not now", is_error=True),
        ),
    ],
)
def test_states_of_a_tool(state: str, more: dict[str, Any], result: ToolResult | None) -> None:
    session = read({"type": "dynamic-tool", "toolName": "t", "toolCallId": "a", "state": state, "input": None, **more})
    assert session.messages[1].calls == (ToolCall(id="a", name="t", arguments="{}"),)
    assert [m.result for m in session.messages[2:]] == ([result] if result else [])


def test_files_sources_data_and_the_unknown() -> None:
    session = read(
        {"type": "file", "mediaType": "image/png", "url": "data:image/png;base64,AA=="},
        {"type": "file", "mediaType": "application/pdf", "filename": "a.pdf", "url": "http://x/a.pdf"},
        {"type": "source-url", "url": "http://x"},
        {"type": "data-chart", "data": {}},
        {"type": "hologram"},
    )
    assert session.messages[1].parts == (
        Image(source="data:image/png;base64,AA==", media_type="image/png"),
        File(name="a.pdf", media_type="application/pdf"),
        Opaque(type="hologram", raw='{"type":"hologram"}'),
    )
    assert session.integrity.skipped_rows == 2


def test_metadata_tells_time_model_and_usage() -> None:
    usage = {"inputTokens": 100, "cachedInputTokens": 60, "outputTokens": 7, "reasoningTokens": 2}
    details = {"createdAt": 1769940000000, "model": "model-x", "totalUsage": usage}
    message = read({"type": "text", "text": "a"}, metadata=details).messages[1]
    assert (message.timestamp, message.model) == (1769940000.0, "model-x")
    assert message.usage == Usage(input=40, cache_read=60, output=7, reasoning=2)  # the input includes the cache


def test_version_4() -> None:
    invocation = {"state": "result", "toolCallId": "a", "toolName": "t", "args": {"p": 1}, "result": [1]}
    answer = {"role": "assistant", "content": "done", "reasoning": "hm", "createdAt": "2026-02-01T10:00:00Z"}
    attached = {"name": "a.txt", "contentType": "text/plain", "url": "http://x"}
    asked = {"role": "user", "content": "hi", "experimental_attachments": [attached]}
    for session in (
        load(json.dumps([asked, {**answer, "toolInvocations": [invocation]}])),
        load(json.dumps([asked, {**answer, "parts": [
            {"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "done"},
            {"type": "tool-invocation", "toolInvocation": invocation}]}])),
    ):  # fmt: skip
        assert [m.parts for m in session.messages] == [
            (Text(text="hi"), File(name="a.txt", media_type="text/plain")),
            (Reasoning(text="hm"), Text(text="done"), ToolCall(id="a", name="t", arguments='{"p":1}')),
            (ToolResult(call_id="a", text="[1]"),),
        ]


def test_messages_for_models() -> None:
    call = {"type": "tool-call", "toolCallId": "a", "toolName": "t", "input": {"p": 1}}
    shown = {"type": "content", "value": [{"type": "text", "text": "r"}, {"type": "media", "data": "AA", "mediaType": "image/png"}]}  # noqa: E501  # fmt: skip
    results = [{"type": "tool-result", "toolCallId": "a", "toolName": "t", "output": output} for output in
               ({"type": "text", "value": "r"}, {"type": "error-json", "value": {"e": 1}}, shown)]  # fmt: skip
    messages = [
        {"role": "system", "content": "S"},
        {"role": "user", "content": [{"type": "text", "text": "hi"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "look"}, call]},
        *({"role": "tool", "content": [result]} for result in results),
    ]
    session = load(json.dumps({"messages": messages, "tools": {"t": {}}}))
    assert [m.role for m in session.messages] == ["system", "user", "assistant", "tool", "tool", "tool"]
    assert [m.parts for m in session.messages[3:]] == [
        (ToolResult(call_id="a", text="r"),),
        (ToolResult(call_id="a", text='{"e":1}', is_error=True),),
        (ToolResult(call_id="a", text="r"), Image(source="data:image/png;base64,AA", media_type="image/png")),
    ]
    assert session.tools == '{"t":{}}'


def test_a_call_on_a_message_of_the_user_is_the_models() -> None:
    invocation = {"state": "call", "toolCallId": "a", "toolName": "t", "args": {}}
    session = load(json.dumps([{"role": "user", "content": "x", "toolInvocations": [invocation]}]))
    assert session.messages == (
        Message(role="user", parts=(Text(text="x"),)),
        Message(role="assistant", parts=(ToolCall(id="a", name="t", arguments="{}"),)),
    )


def test_a_message_a_line_and_a_list_of_chats() -> None:
    lines = "\n".join(json.dumps(ASKED) for _ in range(3))
    assert len(load(lines).messages) == 3
    assert len(load_all(json.dumps([[ASKED], [ASKED]]))) == 2
    assert [s.title for s in load_all(json.dumps([{"title": "T", "messages": [ASKED]}]))] == ["T"]
