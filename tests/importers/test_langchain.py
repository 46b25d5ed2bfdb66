"""LangChain messages in their three spellings, and the states they stand in."""

import json
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import Reasoning, Session, Text, ToolCall, ToolResult, Usage


def constructor(name: str, **fields: Any) -> dict[str, Any]:
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", name], "kwargs": fields}


def typed(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "data": {"content": "", **fields}}


def flat(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "content": "", "additional_kwargs": {}, **fields}


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


CALL = {"name": "f", "args": {"a": 1}, "id": "c", "type": "tool_call"}


@pytest.mark.parametrize(
    "messages",
    [
        [
            constructor("SystemMessage", content="S"),
            constructor("HumanMessage", content="Hi"),
            constructor("AIMessageChunk", content="", tool_calls=[CALL]),
            constructor("ToolMessage", content="7", tool_call_id="c", status="error"),
        ],
        [
            typed("system", content="S"),
            typed("human", content="Hi"),
            typed("ai", tool_calls=[CALL]),
            typed("tool", content="7", tool_call_id="c", status="error"),
        ],
        [
            flat("system", content="S"),
            flat("human", content="Hi"),
            flat("ai", tool_calls=[CALL]),
            flat("tool", content="7", tool_call_id="c", status="error"),
        ],
    ],
    ids=["dumps", "messages_to_dict", "model_dump"],
)
@pytest.mark.parametrize("around", ["bare", "messages", "values"])
def test_spellings_and_places(messages: list[Any], around: str) -> None:
    whole = {"bare": messages, "messages": {"messages": messages}, "values": {"values": {"messages": messages}}}[around]
    session = load(json.dumps(whole))
    assert session.format == "langchain"
    assert outline(session) == [("system", "S"), ("user", "Hi"), ("assistant", ""), ("tool", "7")]
    assert session.messages[2].calls == (ToolCall(id="c", name="f", arguments='{"a":1}'),)
    assert session.messages[3].result == ToolResult(call_id="c", text="7", is_error=True)


def test_usage_model_and_thinking() -> None:
    answer = constructor(
        "AIMessage",
        content=[{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "A"}],
        usage_metadata={
            "input_tokens": 30,
            "output_tokens": 9,
            "input_token_details": {"cache_read": 10, "cache_creation": 5},
            "output_token_details": {"reasoning": 4},
        },
        response_metadata={"model_name": "m-1", "finish_reason": "stop"},
    )
    message = load(json.dumps([constructor("HumanMessage", content="Hi"), answer])).messages[1]
    assert message.parts == (Reasoning(text="hm"), Text(text="A"))
    assert message.usage == Usage(input=15, cache_read=10, cache_write=5, output=9, reasoning=4)
    assert (message.model, message.stop_reason) == ("m-1", "stop")


def test_a_call_told_as_block_and_as_call_is_one() -> None:
    block = {"type": "tool_use", "id": "c", "name": "f", "input": {"a": 1}}
    answer = constructor("AIMessage", content=[block], tool_calls=[CALL])
    assert len(load(json.dumps([constructor("HumanMessage", content="Hi"), answer])).messages[1].calls) == 1


def test_calls_of_the_provider_and_calls_that_could_not_be_parsed() -> None:
    own = {"id": "p", "type": "function", "function": {"name": "g", "arguments": "{}"}}
    bad = {"name": "f", "args": "{oops", "id": "b", "error": "x", "type": "invalid_tool_call"}
    session = load(
        json.dumps(
            [
                constructor("AIMessage", content="", additional_kwargs={"tool_calls": [own]}),
                constructor("AIMessage", content="", invalid_tool_calls=[bad]),
            ]
        )
    )
    assert [c for m in session.messages for c in m.calls] == [
        ToolCall(id="p", name="g"),
        ToolCall(id="b", name="f", arguments="{oops"),
    ]


def test_the_summary_of_the_middleware_is_a_recorded_compaction() -> None:
    text = "Here is the story so far:\n\nBlue."
    messages = [
        constructor("SystemMessage", content="S"),
        constructor("HumanMessage", content=text, additional_kwargs={"lc_source": "summarization"}),
        constructor("AIMessage", content="On."),
    ]
    session = load(json.dumps(messages))
    assert [c.index for c in session.compactions] == [1]
    assert (session.messages[1].text, session.messages[1].summary) == (text, "Blue.")


def test_entries_that_are_no_messages_are_counted() -> None:
    removal = constructor("RemoveMessage", content="", id="x")
    session = load(
        json.dumps([constructor("HumanMessage", content="Hi"), removal, constructor("AIMessage", content="A")])
    )
    assert len(session.messages) == 2
    assert [w.code for w in session.integrity.warnings] == ["no_message"]


def test_one_state_a_line() -> None:
    line = json.dumps({"messages": [typed("human", content="Hi")]})
    assert [[m.line for m in s.messages] for s in load_all(f"{line}\n{line}")] == [[0], [1]]
