"""OpenHands: events of its SDK (V1) and of the releases before it (V0), and what condensations left."""

import json
from typing import Any

import pytest

from compaction_core.errors import EmptyTranscript
from compaction_core.importers import load, load_all
from compaction_core.session import Image, Reasoning, Session, Text, ToolCall, ToolResult, Usage


def v1(kind: str, identity: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "id": identity, "timestamp": "2026-02-01T10:00:00", "source": "agent", **more}


def typed(identity: str, text: str, **more: Any) -> dict[str, Any]:
    message = {"role": "user", "content": [{"type": "text", "text": text}]}
    return v1("MessageEvent", identity, **{"source": "user", "llm_message": message, **more})


def action(identity: str, call: str, response: str = "r", **more: Any) -> dict[str, Any]:
    told = {"id": call, "name": "f", "arguments": "{}"}
    return v1(
        "ActionEvent", identity, tool_name="f", tool_call_id=call, tool_call=told, llm_response_id=response, **more
    )


def seen(identity: str, call: str, text: str, **more: Any) -> dict[str, Any]:
    observation = {"content": [{"type": "text", "text": text}], "is_error": False}
    return v1("ObservationEvent", identity, tool_name="f", tool_call_id=call, observation=observation, **more)


def condensed(identity: str, *forgotten: str, summary: str | None = "So far.") -> dict[str, Any]:
    return v1("Condensation", identity, forgotten_event_ids=list(forgotten), summary=summary)


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


HI = typed("e1", "Hi")


def test_calls_of_one_reply_are_one_message() -> None:
    thought = [{"type": "text", "text": "Two."}]
    events = [
        HI,
        action("e2", "c1", thought=thought, reasoning_content="Think."),
        action("e3", "c2", thought=[]),
        seen("e4", "c1", "one"),
        seen("e5", "c2", "two"),
        action("e6", "c3", "r2"),
    ]
    session = load(json.dumps(events))

    said = session.messages[1]
    assert said.parts == (
        Reasoning(text="Think."),
        Text(text="Two."),
        ToolCall(id="c1", name="f"),
        ToolCall(id="c2", name="f"),
    )
    assert [message.role for message in session.messages] == ["user", "assistant", "tool", "tool", "assistant"]
    assert (len(session.result_of), session.integrity.merged_rows) == (2, 1)


def test_a_condensation_hides_what_it_forgot_and_no_more() -> None:
    events = [
        v1("SystemPromptEvent", "e0", system_prompt={"text": "S"}, dynamic_context={"text": "Here."}, tools=[{"n": 1}]),
        HI,
        action("e2", "c1"),
        seen("e3", "c1", "one"),
        typed("e4", "More"),
        condensed("e5", "e2", "e3"),
        typed("e6", "Still more"),
        condensed("e7", "e4", "e5-summary", summary="Later."),
    ]
    session = load(json.dumps(events))

    assert session.messages[0].text == "S\nHere."
    assert [(c.index, c.kept) for c in session.compactions] == [(5, (0, 1, 4)), (7, (0, 1, 6))]
    assert [message.summary for message in session.messages if message.summary] == ["So far.", "Later."]
    assert session.tools == '[{"n":1}]'


def test_a_condensation_without_summary_or_with_unknown_events() -> None:
    request = v1("CondensationRequest", "e2", reason="context_limit")
    session = load(json.dumps([HI, request, condensed("e3", "e1", "nowhere", summary=None)]))

    assert (session.messages[1].summary, session.messages[1].flags) == ("", ("synthetic",))
    assert [(c.index, c.kept, c.trigger) for c in session.compactions] == [(1, (), "context_limit")]
    assert [warning.code for warning in session.integrity.warnings] == ["forgotten_events"]


def test_results_of_every_kind() -> None:
    session = load(
        json.dumps(
            [
                seen("e1", "c1", "a", extended_content=[{"type": "text", "text": "rule"}]),
                v1("AgentErrorEvent", "e2", tool_name="f", tool_call_id="c2", error="no such tool"),
                v1("UserRejectObservation", "e3", tool_name="f", tool_call_id="c3", rejection_reason="too risky"),
            ]
        )
    )

    assert [message.result for message in session.messages] == [
        ToolResult(call_id="c1", text="a\nrule"),
        ToolResult(call_id="c2", text="no such tool", is_error=True),
        ToolResult(call_id="c3", text="Rejected: too risky", is_error=True),
    ]
    assert session.orphans == (0, 1, 2)


def test_only_the_user_typed() -> None:
    session = load(json.dumps([HI, typed("e2", "Keep going.", source="environment")]))

    assert [message.flags for message in session.messages] == [(), ("meta",)]


def totals(prompt: int, output: int, read: int, last: int) -> dict[str, Any]:
    counted = {"prompt_tokens": prompt, "completion_tokens": output, "cache_read_tokens": read, "per_turn_token": last}
    told = {"agent": {"model_name": "m", "accumulated_token_usage": counted}, "condenser": {"model_name": "other"}}
    return v1("ConversationStateUpdateEvent", "s", key="stats", value={"usage_to_metrics": told})


def test_usage_is_the_difference_of_running_totals() -> None:
    events = [HI, totals(100, 5, 0, 105), action("e2", "c1"), totals(250, 9, 90, 154), action("e3", "c2", "r2")]
    session = load(json.dumps(events))

    assert [(m.usage, m.model) for m in session.messages[1:]] == [
        (Usage(input=100, output=5), "m"),
        (Usage(input=60, cache_read=90, output=4), "m"),
    ]


def test_totals_that_began_before_the_file_tell_nothing_of_one_call() -> None:
    session = load(json.dumps([HI, totals(900, 50, 0, 100), action("e2", "c1")]))

    assert session.messages[1].usage is None


def test_lines_with_kinds_of_a_later_release() -> None:
    session = load("\n".join(json.dumps(event) for event in (HI, v1("DreamEvent", "e2"), seen("e3", "c", "x"))))

    assert [message.line for message in session.messages] == [0, 2]
    assert [warning.code for warning in session.integrity.warnings] == ["unknown_rows"]


def test_the_base_state_says_where_the_messages_are() -> None:
    state = {"id": "x", "agent": {"kind": "Agent"}, "workspace": {}, "execution_status": "idle"}
    with pytest.raises(EmptyTranscript, match="events lie in files beside it"):
        load(json.dumps(state))


def v0(number: int, source: str = "agent", **more: Any) -> dict[str, Any]:
    return {"id": number, "timestamp": "2026-02-01T10:00:00", "source": source, **more}


def said(number: int, text: str, source: str = "user", **more: Any) -> dict[str, Any]:
    return v0(number, source, action="message", args={"content": text, **more})


def metadata(call: str, response: str) -> dict[str, Any]:
    calls = [{"id": call, "type": "function", "function": {"name": "execute_bash", "arguments": '{"command": "ls"}'}}]
    message = {"role": "assistant", "content": "I look.", "tool_calls": calls}
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 60}}
    usage["cache_creation_input_tokens"] = 30
    reply = {"id": response, "model": "m", "choices": [{"message": message, "finish_reason": "tool_calls"}]}
    return {"function_name": "execute_bash", "tool_call_id": call, "model_response": {**reply, "usage": usage}}


RUN = {"command": "ls", "thought": "I look.", "hidden": False}


def test_v0_events_with_function_calling() -> None:
    told = metadata("c1", "r1")
    events = [
        v0(0, action="system", args={"content": "S", "tools": [{"n": 1}]}),
        said(1, "Hi", image_urls=["http://x/y.png"]),
        v0(2, action="run", args=RUN, tool_call_metadata=told),
        v0(
            3,
            observation="run",
            cause=2,
            content="notes",
            extras={"metadata": {"suffix": "\n[0]"}},
            tool_call_metadata=told,
        ),
        v0(4, "environment", observation="agent_state_changed", content="", extras={"agent_state": "running"}),
        said(5, "Done.", "agent"),
    ]
    session = load(json.dumps(events))

    assert outline(session) == [
        ("system", "S"),
        ("user", "Hi"),
        ("assistant", "I look."),
        ("tool", "notes\n[0]"),
        ("assistant", "Done."),
    ]
    assert session.messages[1].parts[1] == Image(source="http://x/y.png")
    assert session.messages[2].calls == (ToolCall(id="c1", name="execute_bash", arguments='{"command": "ls"}'),)
    # prompt_tokens count the cached tokens and those written to the cache
    assert session.messages[2].usage == Usage(input=10, cache_read=60, cache_write=30, output=7)
    assert (session.tools, session.version, session.integrity.skipped_rows) == ('[{"n":1}]', "V0", 1)


def test_v0_events_without_function_calling_find_their_action_by_cause() -> None:
    events = [
        said(1, "Hi"),
        v0(2, action="run", args=RUN),
        v0(3, observation="error", cause=2, content="no shell", extras={}),
        v0(4, observation="error", content="lost", extras={}),
    ]
    session = load(json.dumps({"trajectory": events}))

    assert session.messages[1].calls == (ToolCall(id="event-2", name="run", arguments='{"command":"ls"}'),)
    assert session.messages[2].result == ToolResult(call_id="event-2", text="no shell", is_error=True)
    assert session.messages[3].flags == ("meta", "error")


def test_v0_condensations_name_a_range_or_a_list() -> None:
    by_range = {"forgotten_events_start_id": 2, "forgotten_events_end_id": 3, "summary": "A.", "summary_offset": 1}
    by_list = {"forgotten_event_ids": [1], "summary": "B."}
    events = [said(1, "a"), said(2, "b"), said(3, "c"), said(4, "d")]
    events += [v0(5, action="condensation", args=by_range), v0(6, action="condensation", args=by_list)]
    session = load(json.dumps(events))

    assert [(c.index, c.kept) for c in session.compactions] == [(4, (0, 3)), (5, (3,))]
    assert [message.summary for message in session.messages[4:]] == ["A.", "B."]


def test_v0_delegates_are_threads() -> None:
    events = [
        said(1, "Hi"),
        v0(2, action="delegate", args={"agent": "Browser", "inputs": {}}),
        said(3, "Inside.", "agent"),
        v0(4, observation="delegate", cause=2, content="Found.", extras={}),
    ]
    session = load(json.dumps(events))

    assert [message.role for message in session.messages] == ["user", "assistant", "tool"]
    assert [(t.id, [m.text for m in t.messages]) for t in session.threads] == [("delegate-2", ["Inside."])]


def test_v0_recalled_texts_enter_the_context() -> None:
    extras = {"repo_instructions": "Use tabs.", "microagent_knowledge": [{"name": "git", "content": "Commit."}]}
    session = load(json.dumps([said(1, "Hi"), v0(2, "environment", observation="recall", content="", extras=extras)]))

    assert (session.messages[1].text, session.messages[1].flags) == ("Use tabs.\n\nCommit.", ("meta",))


def test_an_evaluations_output_holds_a_conversation_a_line() -> None:
    pairs = [[said(1, "Hi"), v0(2, observation="null", content="", extras={})]]
    lines = "\n".join(json.dumps({"instance_id": name, "history": pairs}) for name in ("a", "b"))

    assert [(session.title, outline(session)) for session in load_all(lines)] == [
        ("a", [("user", "Hi")]),
        ("b", [("user", "Hi")]),
    ]


def test_calls_of_an_agent_behind_the_agent_client_protocol() -> None:
    def told(number: int, **more: Any) -> dict[str, Any]:
        event = {"kind": "ACPToolCallEvent", "id": str(number), "source": "agent", "tool_call_id": "t", "title": "Read"}
        return {**event, "timestamp": f"2026-01-01T00:00:0{number}", **more}

    said = {"role": "user", "content": [{"type": "text", "text": "go"}]}
    asked = {
        "kind": "MessageEvent",
        "id": "0",
        "source": "user",
        "timestamp": "2026-01-01T00:00:00",
        "llm_message": said,
    }
    events = [
        asked,
        told(1, status="pending", raw_input={"path": "a"}),
        told(2, status="in_progress"),
        told(3, status="completed", raw_output="text"),
        told(4, status="completed", raw_output="text"),
    ]
    session = load(json.dumps(events))
    assert [(m.role, m.text, [call.name for call in m.calls]) for m in session.messages] == [
        ("user", "go", []),
        ("assistant", "", ["Read"]),
        ("tool", "text", []),
    ]
    assert len(session.result_of) == 1
