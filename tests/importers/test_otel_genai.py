"""OpenTelemetry traces: each convention that libraries write tells the same talk."""

import json
from typing import Any

import pytest

from compaction_core.errors import EmptyTranscript, UnknownFormat
from compaction_core.importers import load, load_all
from compaction_core.session import Session, ToolCall, ToolResult, Usage

CALL = {"id": "c1", "type": "function", "function": {"name": "count", "arguments": '{"a":1}'}}
CHAT: list[dict[str, Any]] = [
    {"role": "system", "content": "S"},
    {"role": "user", "content": "Hi"},
    {"role": "assistant", "content": "", "tool_calls": [CALL]},
    {"role": "tool", "content": "7", "tool_call_id": "c1"},
]


def otlp(value: Any) -> dict[str, Any]:
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case list():
            return {"arrayValue": {"values": [otlp(item) for item in value]}}
        case dict():
            return {"kvlistValue": {"values": [{"key": key, "value": otlp(item)} for key, item in value.items()]}}
    return {"stringValue": value}


def attributes(values: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": otlp(value)} for key, value in values.items()]


def span(number: int, values: dict[str, Any], parent: int = 0, events: Any = (), **more: Any) -> dict[str, Any]:
    return {
        "traceId": "t",
        "spanId": str(number),
        "parentSpanId": str(parent or ""),
        "name": f"span {number}",
        "startTimeUnixNano": str((1767225600 + number) * 10**9),
        "endTimeUnixNano": str((1767225600 + number) * 10**9 + 5 * 10**8),
        "attributes": attributes(values),
        "events": [{"name": name, "attributes": attributes(inner)} for name, inner in events],
        **more,
    }


def export(*spans: dict[str, Any]) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


def read(*spans: dict[str, Any]) -> Session:
    return load(json.dumps(export(*spans)))


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def holds_the_talk(session: Session) -> None:
    assert session.format == "otel_genai"
    assert outline(session) == [("system", "S"), ("user", "Hi"), ("assistant", ""), ("tool", "7"), ("assistant", "A")]
    assert session.messages[2].calls == (ToolCall(id="c1", name="count", arguments='{"a":1}'),)
    assert session.messages[3].result == ToolResult(call_id="c1", text="7")
    assert session.messages[4].model == "m-1"
    assert session.messages[4].usage == Usage(input=20, cache_read=10, output=5)


GENAI = {
    "gen_ai.operation.name": "chat",
    "gen_ai.response.model": "m-1",
    "gen_ai.usage.input_tokens": 30,
    "gen_ai.usage.cache_read.input_tokens": 10,
    "gen_ai.usage.output_tokens": 5,
}
INSTRUCTIONS = [{"type": "text", "content": "S"}]
PARTS: list[dict[str, Any]] = [
    {"role": "user", "parts": [{"type": "text", "content": "Hi"}]},
    {"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "count", "arguments": {"a": 1}}]},
    {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": "7"}]},
]
ANSWER = [{"role": "assistant", "parts": [{"type": "text", "content": "A"}], "finish_reason": "stop"}]


@pytest.mark.parametrize("write", [json.dumps, lambda value: value], ids=["strings", "structured"])
def test_genai_attributes(write: Any) -> None:
    told = {
        "gen_ai.system_instructions": write(INSTRUCTIONS),
        "gen_ai.input.messages": write(PARTS),
        "gen_ai.output.messages": write(ANSWER),
        "gen_ai.tool.definitions": write([{"name": "count"}]),
    }
    session = read(span(1, GENAI | told))
    holds_the_talk(session)
    assert session.tools == '[{"name":"count"}]'
    assert (session.messages[1].timestamp, session.messages[4].timestamp) == (None, 1767225601.5)


def test_genai_details_on_an_event() -> None:
    details = {
        "gen_ai.system_instructions": json.dumps(INSTRUCTIONS),
        "gen_ai.input.messages": json.dumps(PARTS),
        "gen_ai.output.messages": json.dumps(ANSWER),
    }
    holds_the_talk(read(span(1, GENAI, events=[("gen_ai.client.inference.operation.details", details)])))


EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("gen_ai.system.message", {"content": "S"}),
    ("gen_ai.user.message", {"content": "Hi"}),
    ("gen_ai.assistant.message", {"tool_calls": [CALL]}),
    ("gen_ai.tool.message", {"content": "7", "id": "c1"}),
    ("gen_ai.choice", {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "A"}}),
]


def test_genai_events_of_a_span() -> None:
    holds_the_talk(read(span(1, GENAI, events=EVENTS)))


def test_genai_events_whose_content_is_json() -> None:
    events = [(name, {"gen_ai.event.content": json.dumps(body)}) for name, body in EVENTS]
    holds_the_talk(read(span(1, GENAI, events=events)))


def test_genai_events_as_an_attribute() -> None:
    listed = [{"event.name": name, "gen_ai.message.index": at, **body} for at, (name, body) in enumerate(EVENTS)]
    holds_the_talk(read(span(1, GENAI | {"events": json.dumps(listed)})))


def test_genai_events_as_log_records() -> None:
    records = [
        {
            "traceId": "t",
            "spanId": "1",
            "eventName": name,
            "timeUnixNano": str((1767225601 + at) * 10**9),
            "body": otlp(body),
        }
        for at, (name, body) in enumerate(EVENTS)
    ]
    logs = {"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]}
    holds_the_talk(load("\n".join(map(json.dumps, [export(span(1, GENAI)), logs]))))


def test_the_oldest_events_hold_the_whole_prompt() -> None:
    events = [
        ("gen_ai.content.prompt", {"gen_ai.prompt": json.dumps(CHAT)}),
        ("gen_ai.content.completion", {"gen_ai.completion": json.dumps([{"role": "assistant", "content": "A"}])}),
    ]
    holds_the_talk(read(span(1, GENAI, events=events)))


def test_openllmetry() -> None:
    told: dict[str, Any] = {
        "llm.request.type": "chat",
        "gen_ai.request.model": "m-1",
        "gen_ai.usage.prompt_tokens": 30,
        "gen_ai.usage.cache_read_input_tokens": 10,
        "gen_ai.usage.completion_tokens": 5,
        "gen_ai.prompt.2.tool_calls.0.id": "c1",
        "gen_ai.prompt.2.tool_calls.0.name": "count",
        "gen_ai.prompt.2.tool_calls.0.arguments": '{"a":1}',
        "gen_ai.prompt.3.tool_call_id": "c1",
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.content": "A",
        "llm.request.functions.0.name": "count",
    }
    for at, message in enumerate(CHAT):
        told |= {f"gen_ai.prompt.{at}.role": message["role"], f"gen_ai.prompt.{at}.content": message["content"]}
    session = read(span(1, told))
    holds_the_talk(session)
    assert session.tools == '[{"name":"count"}]'


OPEN_INFERENCE: dict[str, Any] = {
    "openinference.span.kind": "LLM",
    "llm.model_name": "m-1",
    "llm.token_count.prompt": 30,
    "llm.token_count.prompt_details.cache_read": 10,
    "llm.token_count.completion": 5,
    "llm.input_messages.0.message.role": "system",
    "llm.input_messages.0.message.contents.0.message_content.type": "text",
    "llm.input_messages.0.message.contents.0.message_content.text": "S",
    "llm.input_messages.1.message.role": "user",
    "llm.input_messages.1.message.content": "Hi",
    "llm.input_messages.2.message.role": "assistant",
    "llm.input_messages.2.message.tool_calls.0.tool_call.id": "c1",
    "llm.input_messages.2.message.tool_calls.0.tool_call.function.name": "count",
    "llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments": '{"a":1}',
    "llm.input_messages.3.message.role": "tool",
    "llm.input_messages.3.message.content": "7",
    "llm.input_messages.3.message.tool_call_id": "c1",
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.content": "A",
    "llm.tools.0.tool.json_schema": '{"name": "count"}',
}


def test_openinference() -> None:
    session = read(span(1, OPEN_INFERENCE))
    holds_the_talk(session)
    assert session.tools == '[{"name":"count"}]'


def test_openinference_rows_with_nested_attributes() -> None:
    message = {"message.role": "assistant", "message.tool_calls": [{"tool_call.function.name": "f"}]}
    row = {
        "name": "x",
        "span_kind": "LLM",
        "context": {"trace_id": "t", "span_id": "1"},
        "start_time": "2026-01-01T00:00:00Z",
        "attributes": {
            "llm": {
                "model_name": "m-1",
                "input_messages": [{"message.role": "user", "message.content": "Hi"}],
                "output_messages": [message],
            }
        },
    }
    session = load(json.dumps([row]))
    assert outline(session) == [("user", "Hi"), ("assistant", "")]
    assert session.messages[1].calls[0].name == "f"


def test_vercel() -> None:
    prompt = [
        {"role": "system", "content": "S"},
        {"role": "user", "content": [{"type": "text", "text": "Hi"}]},
        {
            "role": "assistant",
            "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "count", "input": {"a": 1}}],
        },
        {
            "role": "tool",
            "content": [
                {
                    "type": "tool-result",
                    "toolCallId": "c1",
                    "toolName": "count",
                    "output": {"type": "text", "value": "7"},
                }
            ],
        },
    ]
    outer = span(1, {"ai.operationId": "ai.generateText", "ai.prompt": json.dumps({"prompt": "Hi"})})
    inner = span(
        2,
        {
            "ai.operationId": "ai.generateText.doGenerate",
            "ai.prompt.messages": json.dumps(prompt),
            "ai.prompt.tools": ['{"name": "count"}'],
            "ai.response.text": "A",
            "ai.response.model": "m-1",
            "ai.usage.inputTokens": 30,
            "ai.usage.cachedInputTokens": 10,
            "ai.usage.outputTokens": 5,
        },
        parent=1,
    )
    session = read(outer, inner)
    holds_the_talk(session)
    assert session.tools == '[{"name":"count"}]'


def test_vercel_calls_and_their_tool_spans() -> None:
    calls = [{"toolCallType": "function", "toolCallId": "c1", "toolName": "count", "args": '{"a":1}'}]
    model = {
        "ai.operationId": "ai.streamText.doStream",
        "ai.prompt.messages": json.dumps([{"role": "user", "content": "Hi"}]),
        "ai.response.toolCalls": json.dumps(calls),
    }
    tool = {
        "ai.operationId": "ai.toolCall",
        "ai.toolCall.id": "c1",
        "ai.toolCall.name": "count",
        "ai.toolCall.result": "7",
    }
    session = read(span(1, model), span(2, tool, status={"code": 2}))
    assert session.messages[1].calls == (ToolCall(id="c1", name="count", arguments='{"a":1}'),)
    assert session.messages[2].result == ToolResult(call_id="c1", text="7", is_error=True)


def test_a_console_exporters_objects_one_after_the_other() -> None:
    told = GENAI | {"gen_ai.input.messages": json.dumps(PARTS[:1]), "gen_ai.output.messages": json.dumps(ANSWER)}
    spans = [
        {
            "name": "chat",
            "context": {"trace_id": "0xt", "span_id": f"0x{at}"},
            "parent_id": None,
            "start_time": "2026-01-01T00:00:00.000000Z",
            "end_time": "2026-01-01T00:00:01.000000Z",
            "status": {"status_code": "UNSET"},
            "attributes": told if at else {"http.url": "x"},
            "events": [],
        }
        for at in range(2)
    ]
    session = load("\n".join(json.dumps(each, indent=4) for each in spans))
    assert outline(session) == [("user", "Hi"), ("assistant", "A")]
    assert session.integrity.skipped_rows == 1


def test_jaeger() -> None:
    tags = [{"key": key, "type": "string", "value": str(value)} for key, value in OPEN_INFERENCE.items()]
    made = {"traceID": "t", "spanID": "1", "operationName": "x", "startTime": 1767225600 * 10**6, "duration": 5 * 10**5}
    session = load(
        json.dumps({"data": [{"traceID": "t", "spans": [{**made, "tags": tags, "references": [], "logs": []}]}]})
    )
    holds_the_talk(session)
    assert session.messages[4].timestamp == 1767225600.5


def test_a_sub_agent_in_a_tool_is_a_thread() -> None:
    def model(number: int, text: str, parent: int) -> dict[str, Any]:
        asked = [{"role": "user", "parts": [{"type": "text", "content": text}]}]
        told = {"gen_ai.input.messages": json.dumps(asked), "gen_ai.output.messages": json.dumps(ANSWER)}
        return span(number, GENAI | told, parent)

    tool = span(3, {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ask"}, parent=1)
    session = read(span(1, {"gen_ai.operation.name": "invoke_agent"}), model(2, "Hi", 1), tool, model(4, "Find.", 3))
    assert outline(session) == [("user", "Hi"), ("assistant", "A")]
    assert [thread.messages[0].text for thread in session.threads] == ["Find."]


def test_two_sessions_in_one_export() -> None:
    def model(number: int, group: str) -> dict[str, Any]:
        told = {"gen_ai.input.messages": json.dumps(PARTS[:1]), "gen_ai.output.messages": json.dumps(ANSWER)}
        return span(number, GENAI | told | {"gen_ai.conversation.id": group})

    assert len(load_all(json.dumps(export(model(1, "a"), model(2, "b"))))) == 2


def test_gemini_requests() -> None:
    request = {
        "config": {"system_instruction": "S", "tools": [{"function_declarations": [{"name": "f"}]}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Hi"}]},
            {"role": "model", "parts": [{"function_call": {"name": "f", "args": {"a": 1}}}]},
            {"role": "user", "parts": [{"function_response": {"name": "f", "response": {"x": 1}}}]},
        ],
    }
    answer = {"content": {"role": "model", "parts": [{"text": "A"}, {"text": "hm", "thought": True}]}}
    told = {"gcp.vertex.agent.llm_request": json.dumps(request), "gcp.vertex.agent.llm_response": json.dumps(answer)}
    session = read(span(1, GENAI | told))
    assert outline(session) == [
        ("system", "S"),
        ("user", "Hi"),
        ("assistant", ""),
        ("tool", '{"x":1}'),
        ("assistant", "A"),
    ]
    assert session.unanswered == ()


def test_a_trace_without_content_says_so() -> None:
    with pytest.raises(EmptyTranscript):
        read(span(1, GENAI))


def test_other_traces_are_not_taken() -> None:
    with pytest.raises(UnknownFormat):
        load(json.dumps([{"span_id": "1", "attributes": {"http.url": "x"}}]))


def test_a_trace_as_tempo_gives_it() -> None:
    told = GENAI | {"gen_ai.input.messages": "Hi", "gen_ai.output.messages": "A"}
    batch = export(span(1, told))["resourceSpans"]
    for value in ({"batches": batch}, {"trace": {"resourceSpans": batch}}):
        assert outline(load(json.dumps(value))) == [("user", "Hi"), ("assistant", "A")]


def test_spans_without_ids_stay_apart() -> None:
    told = GENAI | {"gen_ai.input.messages": "Hi", "gen_ai.output.messages": "A"}
    spans = [span(at, told | {"gen_ai.conversation.id": str(at)}, spanId=None) for at in range(2)]
    assert len(load_all(json.dumps(export(*spans)))) == 2
