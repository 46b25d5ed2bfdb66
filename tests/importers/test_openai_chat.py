"""Chat completions: lists, wrappers, and what servers add to a message."""

import json
from typing import Any

import pytest

from compaction_core.errors import EmptyTranscript
from compaction_core.importers import load, load_all
from compaction_core.session import (
    File,
    Image,
    Message,
    Opaque,
    Reasoning,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Usage,
)

HI = {"role": "user", "content": "Hi"}


def chat(*messages: Any) -> Session:
    return load(json.dumps([HI, *messages]))


def only(message: dict[str, Any]) -> Message:
    return chat(message).messages[1]


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


@pytest.mark.parametrize(
    ("named", "role"),
    [("system", "system"), ("developer", "developer"), ("user", "user"), ("assistant", "assistant"), ("tool", "tool")],
)
def test_roles(named: str, role: str) -> None:
    assert only({"role": named, "content": "x", "name": "n"}).role == role
    assert only({"role": named, "content": "x", "name": "n"}).name == "n"


def test_an_unknown_role_is_shown_as_injected_and_told() -> None:
    session = chat({"role": "critic", "content": "x"}, {"content": "y"})

    assert [(m.role, m.name, m.flags) for m in session.messages[1:]] == [
        ("user", "critic", ("meta",)),
        ("user", None, ("meta",)),
    ]
    assert [w.code for w in session.integrity.warnings] == ["unknown_role", "unknown_role"]


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (None, ()),
        ("", ()),
        ("x", (Text(text="x"),)),
        (["x", {"type": "text", "text": "y"}], (Text(text="x"), Text(text="y"))),
        ([{"type": "refusal", "refusal": "no"}], (Text(text="no"),)),
        ([{"type": "image_url", "image_url": {"url": "http://x/y.png"}}], (Image(source="http://x/y.png"),)),
        ([{"type": "image_url", "image_url": "http://x/y.png"}], (Image(source="http://x/y.png"),)),
        (
            [{"type": "input_audio", "input_audio": {"format": "wav", "data": "AA"}}],
            (File(name="audio", media_type="audio/wav"),),
        ),
        ([{"type": "file", "file": {"filename": "a.pdf", "file_data": "AA"}}], (File(name="a.pdf"),)),
        ([{"type": "hologram"}], (Opaque(type="hologram", raw='{"type":"hologram"}'),)),
        ([{"type": "text"}], (Opaque(type="text", raw='{"type":"text"}'),)),
    ],
)
def test_content(content: Any, parts: tuple[Any, ...]) -> None:
    assert only({"role": "user", "content": content}).parts == parts


@pytest.mark.parametrize(
    ("field", "parts"),
    [
        ({"reasoning_content": "hm"}, [Reasoning(text="hm")]),
        ({"reasoning": "hm", "reasoning_content": "hm"}, [Reasoning(text="hm")]),
        (
            {"thinking_blocks": [{"type": "thinking", "thinking": "hm", "signature": "s"}]},
            [Reasoning(text="hm", signature="s")],
        ),
        ({"reasoning": None, "refusal": "no"}, []),
    ],
)
def test_thinking_comes_first_and_once(field: dict[str, Any], parts: list[Any]) -> None:
    refusal = [Text(text="no")] if "refusal" in field else []
    assert list(only({"role": "assistant", "content": "x", **field}).parts) == [*parts, Text(text="x"), *refusal]


def test_calls_keep_their_arguments_even_if_they_are_no_json() -> None:
    calls = [
        {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{not json"}},
        {"id": None, "type": "custom", "custom": {"name": "g", "input": "raw"}},
        {"id": "c3", "function": {"name": "h", "arguments": {"a": 1}}},
    ]
    answers = [
        {"role": "tool", "tool_call_id": "c1", "content": ""},
        {"role": "tool", "content": [{"type": "text", "text": "ok"}]},
    ]
    session = chat({"role": "assistant", "content": None, "tool_calls": calls}, *answers)

    assert session.messages[1].calls == (
        ToolCall(id="c1", name="f", arguments="{not json"),
        ToolCall(id="call-0", name="g", arguments="raw"),
        ToolCall(id="c3", name="h", arguments='{"a":1}'),
    )
    assert session.messages[3].result == ToolResult(call_id="call-0", text="ok")
    assert session.unanswered == ((1, "c3"),)


def test_legacy_functions_are_paired_by_name() -> None:
    session = chat(
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": ""}},
        {"role": "assistant", "content": None, "function_call": {"name": "g", "arguments": "{}"}},
        {"role": "function", "name": "g", "content": "1"},
        {"role": "function", "name": "f", "content": "2"},
        {"role": "function", "name": "f", "content": "3"},
    )
    assert session.result_of == {(2, "call-1"): 3, (1, "call-0"): 4}
    assert session.orphans == (5,)


def test_a_request_with_its_reply() -> None:
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "prompt_tokens_details": {"cached_tokens": 60},
        "completion_tokens_details": {"reasoning_tokens": 5},
    }
    reply = {"id": "r", "model": "gpt-x-1", "created": 1769940000, "usage": usage}
    reply["choices"] = [
        {"message": {"role": "assistant", "content": "A"}, "finish_reason": "stop"},
        {"message": {"content": "B"}},
    ]
    session = load(
        json.dumps(
            {"request": {"model": "gpt-x", "messages": [HI], "tools": [{"type": "function"}]}, "response": reply}
        )
    )

    assert outline(session) == [("user", "Hi"), ("assistant", "A")]
    answer = session.messages[1]
    assert (answer.model, answer.stop_reason, answer.timestamp) == ("gpt-x-1", "stop", 1769940000.0)
    # prompt_tokens includes the cached part
    assert answer.usage == Usage(input=40, cache_read=60, output=20, reasoning=5)
    assert (session.model, session.tools) == ("gpt-x-1", '[{"type":"function"}]')
    assert [w.code for w in session.integrity.warnings] == ["choices"]


def test_a_reply_that_the_list_already_holds_is_not_doubled() -> None:
    answer = {"role": "assistant", "content": "A"}
    session = load(
        json.dumps({"messages": [HI, answer], "choices": [{"message": answer}], "usage": {"completion_tokens": 2}})
    )

    assert outline(session) == [("user", "Hi"), ("assistant", "A")]
    assert session.messages[1].usage == Usage(output=2)


def test_several_conversations() -> None:
    lines = "\n".join(json.dumps({"messages": [{"role": "user", "content": str(n)}]}) for n in range(3))
    runs = json.dumps([{"task_id": n, "reward": 0, "traj": [{"role": "user", "content": str(n)}]} for n in range(3)])
    lists = json.dumps([[{"role": "user", "content": str(n)}] for n in range(3)])

    for source in (lines, runs, lists):
        assert [session.messages[0].text for session in load_all(source)] == ["0", "1", "2"]
    assert [session.messages[0].line for session in load_all(lines)] == [0, 1, 2]
    assert load(lines, conversation=2).title == "2"


def test_one_message_a_line_is_one_conversation() -> None:
    session = load('{"role": "user", "content": "Hi"}\nbroken\n{"role": "assistant", "content": "A"}\n')

    assert outline(session) == [("user", "Hi"), ("assistant", "A")]
    assert [m.line for m in session.messages] == [0, 2]
    assert session.integrity.unreadable == (1,)


def test_one_message_object_and_preference_pairs() -> None:
    assert outline(load(json.dumps(HI))) == [("user", "Hi")]
    pair = {"input": {"messages": [HI]}, "preferred_output": [{"role": "assistant", "content": "A"}]}
    assert outline(load(json.dumps(pair))) == [("user", "Hi"), ("assistant", "A")]


@pytest.mark.parametrize("mark", [{"x_kind": "summary"}, {"metadata": {"compaction": {"summary": "So far."}}}])
def test_a_message_can_say_that_it_is_a_summary(mark: dict[str, Any]) -> None:
    session = chat({"role": "user", "content": "So far.", **mark})

    assert [m.summary for m in session.messages] == [None, "So far."]


def test_entries_that_are_no_messages_are_told() -> None:
    session = chat({"role": "assistant", "content": "A"}, 7)

    assert outline(session) == [("user", "Hi"), ("assistant", "A")]
    assert [w.code for w in session.integrity.warnings] == ["no_message"]


def test_an_empty_list_of_messages_says_so() -> None:
    with pytest.raises(EmptyTranscript, match="holds no message"):
        load('{"messages": []}')


def test_lines_of_a_batch() -> None:
    asked = {
        "custom_id": "1",
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {"model": "m", "messages": [HI]},
    }
    answer = {"model": "m", "choices": [{"message": {"role": "assistant", "content": "A"}}]}
    replied = {"custom_id": "1", "response": {"status_code": 200, "body": answer}, "error": None}

    assert outline(load(json.dumps(asked))) == [("user", "Hi")]
    assert [outline(s) for s in load_all("\n".join([json.dumps(replied)] * 2))] == [[("assistant", "A")]] * 2
