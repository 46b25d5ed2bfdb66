"""Letta agent files of both schemas, and message lists of its API."""

import json
from typing import Any

import pytest

from compaction_core.errors import EmptyTranscript
from compaction_core.importers import load, load_all
from compaction_core.session import Image, Opaque, Reasoning, Session, Text, ToolCall, ToolResult


def envelope(kind: str, message: str, **more: Any) -> str:
    return json.dumps({"type": kind, "message": message, **more})


def stored(identity: str, role: str, text: str | None = None, **more: Any) -> dict[str, Any]:
    content = [] if text is None else [{"type": "text", "text": text}]
    return {"type": "message", "id": identity, "role": role, "content": content, **more}


def agent(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "a", "agent_type": "letta_v1_agent", "messages": list(messages), **more}


def file(*agents: dict[str, Any], **more: Any) -> str:
    return json.dumps({"agents": list(agents), "blocks": [], "tools": [], **more})


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


SYSTEM, OLD, ANSWER, NEW = (
    stored("m0", "system", "S"),
    stored("m1", "user", "old"),
    stored("m2", "assistant", "answer"),
    stored("m3", "user", "new"),
)
SUMMARY = stored(
    "m4",
    "user",
    envelope(
        "system_alert",
        "Note: some messages are hidden.\nThe following is a summary of the previous messages:\n It went well.",
        compaction_stats={"trigger": "manual", "context_tokens_before": 50, "context_tokens_after": 20},
    ),
    created_at="2026-02-01T10:00:00+00:00",
)


def test_the_context_has_its_own_order_and_what_left_it_stands_before() -> None:
    # the file lists the summary last; the context lists it second
    session = load(file(agent(SYSTEM, OLD, ANSWER, NEW, SUMMARY, in_context_message_ids=["m0", "m4", "m3"])))

    assert [message.id for message in session.messages] == ["m0", "m1", "m2", "m4", "m3"]
    assert session.messages[3].summary == "It went well."
    (compaction,) = session.compactions
    assert (compaction.index, compaction.kept, compaction.trigger) == (3, (0,), "manual")
    assert (compaction.tokens_before, compaction.tokens_after, compaction.timestamp) == (50, 20, 1769940000.0)
    assert [warning.code for warning in session.integrity.warnings] == ["hidden_messages"]


def test_messages_that_left_without_a_summary_get_a_note() -> None:
    session = load(file(agent(SYSTEM, OLD, ANSWER, NEW, in_context_message_ids=["m0", "m3"])))

    assert [message.summary for message in session.messages] == [None, None, None, "", None]
    assert session.messages[3].flags == ("synthetic",)
    assert [(c.index, c.kept) for c in session.compactions] == [(3, (0,))]


def test_a_context_that_lists_messages_the_file_lacks_says_so() -> None:
    session = load(file(agent(SYSTEM, NEW, in_context_message_ids=["m0", "gone", "m3"])))

    assert outline(session) == [("system", "S"), ("user", "new")]
    assert [warning.code for warning in session.integrity.warnings] == ["missing_messages"]


def test_the_first_schema_counts_the_context_by_place() -> None:
    flat = agent(OLD, ANSWER, NEW, core_memory=[], in_context_message_indices=[2], system="S")
    flat |= {"tools": [{"name": "t", "json_schema": {"name": "t"}}], "version": "0.7.0"}
    session = load(json.dumps(flat))

    assert [message.text for message in session.messages[:3]] == ["S", "old", "answer"]
    assert session.messages[-1].text == "new"
    assert [c.index for c in session.compactions] == [3]
    assert (session.tools, session.version) == ('[{"name":"t"}]', "0.7.0")


def test_agents_are_conversations_with_their_own_tools() -> None:
    tools = [{"id": "t1", "json_schema": {"name": "one"}}, {"id": "t2", "json_schema": {"name": "two"}}]
    config = {"handle": "anthropic/x", "model": "x", "context_window": 32000}
    text = file(agent(OLD, tool_ids=["t2"], llm_config=config), agent(name="empty"), agent(NEW), tools=tools)
    first, second = load_all(text)

    assert (first.tools, first.model, first.context_window) == ('[{"name":"two"}]', "anthropic/x", 32000)
    assert (second.title, outline(second)) == ("a", [("user", "new")])
    assert load_all(json.dumps(text).encode()) == load_all(text)  # some exports hold the file as one string


def test_an_agent_without_messages_is_told() -> None:
    with pytest.raises(EmptyTranscript, match="holds no message"):
        load(file(agent(system="S")))


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("typed", ()),
        (envelope("user_message", "typed"), ()),
        (envelope("heartbeat", "", reason="x"), ("meta",)),
        (envelope("login", ""), ("meta",)),
        (envelope("system_alert", "You are low on memory."), ("meta",)),
        ("<system-reminder>x</system-reminder>", ("meta",)),
    ],
)
def test_envelopes_tell_what_was_typed(text: str, flags: tuple[str, ...]) -> None:
    message = load(file(agent(stored("m", "user", text)))).messages[0]

    assert (message.flags, message.text) == (flags, text)  # the model reads the envelope too


def test_titles_leave_the_envelope_out() -> None:
    assert load(file(agent(stored("m", "user", envelope("user_message", "Hello")), name=""))).title == "Hello"


def test_contents_of_a_message() -> None:
    picture = {"type": "image", "source": {"type": "url", "url": "http://x/y.png"}}
    blocks = [
        {"type": "reasoning", "reasoning": "R", "signature": "s"},
        {"type": "redacted_reasoning", "data": "x"},
        {"type": "omitted_reasoning"},
        {"type": "summarized_reasoning", "summary": [{"text": "A"}, {"text": "B"}]},
        picture,
        {"type": "tool_call", "id": "c1", "name": "f", "input": {"a": 1}},
    ]
    calls = [
        {"id": "c1", "function": {"name": "f", "arguments": '{"a":1}'}},
        {"id": "c2", "function": {"name": "g", "arguments": "{}"}},
    ]
    message = load(file(agent({"role": "assistant", "content": blocks, "tool_calls": calls, "model": "m"}))).messages[0]

    assert message.parts == (
        Reasoning(text="R", signature="s"),
        Opaque(type="redacted_reasoning", raw='{"type":"redacted_reasoning","data":"x"}'),
        Reasoning(text="A\nB"),
        Image(source="http://x/y.png"),
        ToolCall(id="c1", name="f", arguments='{"a":1}'),
        ToolCall(id="c2", name="g"),
    )
    assert message.model == "m"


def test_parallel_returns_are_one_message_each() -> None:
    returns = [
        {"tool_call_id": "c1", "status": "success", "func_response": "1"},
        {"tool_call_id": "c2", "status": "error", "func_response": "2"},
    ]
    session = load(file(agent(stored("m", "tool", "1", tool_call_id="c1", tool_returns=returns))))

    assert [message.result for message in session.messages] == [
        ToolResult(call_id="c1", text="1"),
        ToolResult(call_id="c2", text="2", is_error=True),
    ]


def test_approvals_are_calls_and_answers_to_them_are_none() -> None:
    asked = {"role": "approval", "tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": "{}"}}]}
    answered = {"role": "approval", "approve": True, "approvals": [{"type": "approval", "tool_call_id": "c1"}]}
    session = load(file(agent(asked, answered, stored("m", "tool", "done", tool_call_id="c1"))))

    assert [message.role for message in session.messages] == ["assistant", "tool"]
    assert (len(session.result_of), session.integrity.skipped_rows) == (1, 1)


def row(kind: str, identity: str, second: int, **more: Any) -> dict[str, Any]:
    return {"message_type": kind, "id": identity, "date": f"2026-02-01T10:00:0{second}+00:00", **more}


API = [
    row("system_message", "m0", 0, content="S"),
    row("user_message", "m1", 1, content="Hi"),
    row("event_message", "e", 2, event_type="compaction", event_data={"trigger": "t", "context_token_estimate": 9}),
    row("summary_message", "m2", 2, summary="They met."),
    row("reasoning_message", "m3", 3, reasoning="R"),
    row("tool_call_message", "m3", 3, tool_call={"name": "f", "arguments": "{}", "tool_call_id": "c1"}),
    row("assistant_message", "m3", 3, content="Wait."),
    row("tool_return_message", "m4", 4, tool_return="7", status="success", tool_call_id="c1"),
]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(API),
        json.dumps(API[::-1]),  # the API gives the newest first
        json.dumps({"messages": API}),
        "\n".join(json.dumps(one) for one in API),
    ],
    ids=["oldest first", "newest first", "wrapped", "lines"],
)
def test_rows_of_the_api_with_one_id_are_one_message(text: str) -> None:
    session = load(text)

    assert [message.role for message in session.messages] == ["system", "user", "user", "assistant", "tool"]
    said = session.messages[3]
    assert said.parts == (Reasoning(text="R"), Text(text="Wait."), ToolCall(id="c1", name="f"))
    assert session.messages[2].summary == "They met."
    (compaction,) = session.compactions
    assert (compaction.index, compaction.kept) == (2, (0,))
    assert (session.integrity.merged_rows, session.integrity.skipped_rows) == (2, 1)


def test_the_event_before_a_summary_tells_its_trigger() -> None:
    (compaction,) = load(json.dumps(API)).compactions

    assert (compaction.trigger, compaction.tokens_before) == ("t", 9)
