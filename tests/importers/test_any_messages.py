"""Messages and blocks of every dialect a trace may hold."""

import json
from typing import Any

import pytest

from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.traces.any_value import answer_messages, prompt_messages
from compaction_core.session import File, Image, Message, Opaque, Part, Reasoning, Text, ToolCall, ToolResult


def prompt(value: Any) -> list[Message]:
    return prompt_messages(value, CallIds())


def outline(messages: list[Message]) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in messages]


@pytest.mark.parametrize(
    ("block", "part"),
    [
        ("x", Text(text="x")),
        ({"type": "text", "content": "x"}, Text(text="x")),
        ({"text": "x"}, Text(text="x")),
        ({"text": "x", "thought": True}, Reasoning(text="x")),
        ({"type": "reasoning", "content": "x"}, Reasoning(text="x")),
        ({"reasoningContent": {"reasoningText": {"text": "x", "signature": "s"}}}, Reasoning(text="x", signature="s")),
        ({"type": "tool-call", "toolCallId": "c", "toolName": "f", "args": {}}, ToolCall(id="c", name="f")),
        ({"functionCall": {"id": "c", "name": "f", "args": {}}}, ToolCall(id="c", name="f")),
        ({"function_call": {"name": "f", "args": {}}}, ToolCall(id="call-0", name="f")),
        ({"toolUse": {"toolUseId": "c", "name": "f", "input": {}}}, ToolCall(id="c", name="f")),
        (
            {"inline_data": {"mime_type": "image/png", "data": "AAAA"}},
            Image(source="data:image/png;base64,AAAA", media_type="image/png"),
        ),
        ({"type": "uri", "modality": "image", "uri": "https://e.x/a"}, Image(source="https://e.x/a")),
        ({"type": "blob", "mime_type": "audio/wav", "content": "AAAA"}, File(name="file")),
        ({"fileData": {"fileUri": "gs://a/b.pdf", "mimeType": "application/pdf"}}, File(name="gs://a/b.pdf")),
        ({"type": "image", "image": {"image": {"url": "https://e.x/a"}}}, Image(source="https://e.x/a")),
        ({"executableCode": {"code": "1"}}, Text(text="1")),
        ({"type": "hologram"}, Opaque(type="hologram", raw='{"type":"hologram"}')),
        ({"odd": 1}, Opaque(type="untyped", raw='{"odd":1}')),
    ],
)
def test_blocks(block: Any, part: Part) -> None:
    (message,) = prompt([{"role": "assistant", "parts": [block]}])
    assert message.parts == (part,)


@pytest.mark.parametrize(
    ("block", "result"),
    [
        ({"type": "tool_call_response", "id": "c", "result": {"a": 1}}, ToolResult(call_id="c", text='{"a":1}')),
        ({"functionResponse": {"id": "c", "name": "f", "response": {"a": 1}}}, ToolResult(call_id="c", text='{"a":1}')),
        (
            {"toolResult": {"toolUseId": "c", "content": [{"json": {"a": 1}}], "status": "error"}},
            ToolResult(call_id="c", text='{"a":1}', is_error=True),
        ),
        (
            {"type": "tool-result", "toolCallId": "c", "output": {"type": "error-text", "value": "no"}},
            ToolResult(call_id="c", text="no", is_error=True),
        ),
        ({"type": "tool-result", "toolCallId": "c", "result": "x"}, ToolResult(call_id="c", text="x")),
    ],
)
def test_results_stand_in_messages_of_their_own(block: Any, result: ToolResult) -> None:
    messages = prompt([{"role": "user", "parts": [{"text": "go"}, block]}])
    assert [message.role for message in messages] == ["tool", "user"]
    assert messages[0].result == result


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        ("Hi", [("user", "Hi")]),
        ({"messages": [["human", "Hi"]], "system": "S"}, [("system", "S"), ("user", "Hi")]),
        ({"prompt": "Hi", "system": "S"}, [("system", "S"), ("user", "Hi")]),
        ({"args": ["Hi"]}, [("user", "Hi")]),
        ({"kwargs": {"messages": [{"role": "user", "content": "Hi"}]}}, [("user", "Hi")]),
        ({"input": [{"role": "user", "content": "Hi"}], "instructions": "S"}, [("system", "S"), ("user", "Hi")]),
        (json.dumps(json.dumps({"question": "Hi"})), [("user", "Hi")]),
        ([{"message": {"role": "user", "content": "Hi"}}], [("user", "Hi")]),
        ({"content": "role"}, []),
        ({"temperature": 1}, []),
        (None, []),
        ([], []),
        ("", []),
    ],
)
def test_inputs(value: Any, messages: list[tuple[str, str]]) -> None:
    assert outline(prompt(value)) == messages


@pytest.mark.parametrize(
    "value",
    [
        "A",
        {"content": "A"},
        {"choices": [{"message": {"role": "assistant", "content": "A"}}]},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "A"}]}}]},
        {"generations": [[{"text": "A"}]]},
        {"output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "A"}]}]},
        {"output": {"content": [{"type": "text", "text": "A"}]}},
        [{"type": "text", "text": "A"}],
        {"message": {"role": "assistant", "content": "A"}},
    ],
)
def test_outputs(value: Any) -> None:
    assert outline(answer_messages(value, CallIds())) == [("assistant", "A")]


def test_a_tools_name_in_place_of_its_role() -> None:
    call = {"role": "assistant", "content": "", "tool_calls": [{"id": "c", "name": "f", "args": {}}]}
    messages = prompt([call, {"role": "f", "content": "7"}, {"role": "critic", "content": "x"}])
    assert messages[1].result == ToolResult(call_id="c", text="7")
    assert prompt([{"role": "critic", "content": "x"}])[0].flags == ("meta",)


def test_nothing_deep_is_followed_for_ever() -> None:
    value: Any = "Hi"
    for _ in range(5_000):
        value = {"input": [value]}
    assert prompt(value) == []
