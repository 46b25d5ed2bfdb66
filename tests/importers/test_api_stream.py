"""Saved streams of five APIs: the answer is the one that the API gives when nothing is streamed.

The events are those of the providers' references; where an API ends its stream with the whole answer, that is proof.
"""

import json
import time
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.errors import UnknownFormat
from compaction_core.importers import load, load_all
from compaction_core.session import Message, Opaque, Reasoning, Session, Text, ToolCall, Usage
from tests.importers.lines import codes, jsonl

Value = dict[str, Any]


def sse(*events: Value, ending: str = "\n", done: bool = False) -> bytes:
    """The events as a server sends them: named by their type where they have one."""
    lines: list[str] = []
    for event in events:
        lines += [f"event: {event['type']}"] if "type" in event else []
        lines += [f"data: {json.dumps(event)}", ""]
    return ending.join([*lines, *(["data: [DONE]", ""] if done else []), ""]).encode()


def start(**usage: int) -> Value:
    return {"type": "message_start", "message": {"id": "m", "model": "claude-x", "content": [], "usage": usage}}


def block(index: int, kind: str, *deltas: Value, **more: Any) -> list[Value]:
    began = {"type": "content_block_start", "index": index, "content_block": {"type": kind, **more}}
    return [
        began,
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def end(reason: str = "end_turn", **usage: int) -> list[Value]:
    delta = {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage}
    return [delta, {"type": "message_stop"}]


def chunk(delta: Value, finish: str | None = None, **more: Any) -> Value:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "model": "gpt-x", "choices": [choice], **more}


def call(index: int, **more: Any) -> Value:
    return {"tool_calls": [{"index": index, **more}]}


def only(data: bytes) -> Message:
    (session,) = load_all(data)
    assert session.format == "api_stream"
    assert Session.model_validate_json(session.model_dump_json()) == session
    (message,) = session.messages
    return message


MESSAGES = [
    start(input_tokens=9, cache_read_input_tokens=100, output_tokens=1),
    *block(
        0, "thinking", {"type": "thinking_delta", "thinking": "hm"},
        {"type": "signature_delta", "signature": "s"}, thinking="",
    ),
    *block(1, "text", {"type": "text_delta", "text": "Un"}, {"type": "text_delta", "text": "o"}, text=""),
    *block(
        2, "tool_use", {"type": "input_json_delta", "partial_json": '{"a": "'},
        {"type": "input_json_delta", "partial_json": 'é"}'}, id="t", name="f", input={},
    ),
    *block(3, "tool_use", id="u", name="g", input={}),
    *end("tool_use", output_tokens=40),
]  # fmt: skip


@pytest.mark.parametrize(
    "data", [sse(*MESSAGES), sse(*MESSAGES, ending="\r\n"), jsonl(*MESSAGES), json.dumps(MESSAGES)]
)
def test_anthropic_events_as_text_as_lines_and_as_a_list(data: Any) -> None:
    message = only(data if isinstance(data, bytes) else data.encode())
    assert message.parts == (
        Reasoning(text="hm", signature="s"),
        Text(text="Uno"),
        ToolCall(id="t", name="f", arguments='{"a":"é"}'),
        ToolCall(id="u", name="g"),
    )
    assert message.usage == Usage(input=9, cache_read=100, output=40)
    assert (message.id, message.model, message.stop_reason) == ("m", "claude-x", "tool_use")
    assert codes(load(data)) == []


def test_what_curl_shows_in_front_and_comments_are_passed_over() -> None:
    head = b"HTTP/2 200 \r\ncontent-type: text/event-stream\r\nx: y\r\n\r\n: OPENROUTER PROCESSING\n\n"
    assert only(head + sse(chunk({"content": "A"}, "stop"), done=True)).text == "A"


def test_a_native_compaction_is_a_summary() -> None:
    deltas = [{"type": "compaction_delta", "content": text} for text in ("All ", "so far.")]
    (session,) = load_all(sse(start(), *block(0, "compaction", *deltas, content=None), *end()))
    assert (session.messages[0].summary, len(session.compactions)) == ("All so far.", 1)


def test_a_cut_stream_keeps_what_came() -> None:
    at = next(i for i, event in enumerate(MESSAGES) if event.get("index") == 2) + 2
    whole = sse(*MESSAGES[:at])
    message = only(whole)
    assert message.text == "Uno"
    assert message.calls == (ToolCall(id="t", name="f", arguments='{"a": "'),)
    assert message.usage == Usage(input=9, cache_read=100, output=1)
    assert codes(load(whole)) == ["cut_stream"]
    assert codes(load(whole + b'event: content_block_delta\ndata: {"type": "con')) == ["cut_last_line", "cut_stream"]


def test_an_error_in_the_stream_is_told() -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    session = load(sse(*MESSAGES[:8], error))
    assert codes(session) == ["stream_error", "cut_stream"]
    assert "Overloaded" in session.integrity.warnings[0].text
    assert only(sse(start(), error)).parts == ()
    with pytest.raises(UnknownFormat):
        load(sse(error))


def test_openai_chunks_with_parallel_calls_thoughts_and_the_usage_at_the_end() -> None:
    usage = {"prompt_tokens": 30, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": 10}}
    chunks = [
        chunk({"role": "assistant", "content": None, "reasoning_content": "th"}),
        chunk({"reasoning_content": "ought"}),
        chunk({"content": "Two "}),
        chunk({"content": "calls."}),
        chunk(call(0, id="a", type="function", function={"name": "f", "arguments": ""})),
        chunk(call(0, function={"arguments": '{"x"'})),
        chunk(call(1, id="b", type="function", function={"name": "g", "arguments": "{}"})),
        chunk(call(0, function={"arguments": ": 1}"})),
        chunk({}, "tool_calls"),
        {"id": "c", "object": "chat.completion.chunk", "model": "gpt-x", "choices": [], "usage": usage},
    ]
    message = only(sse(*chunks, done=True))
    assert message.parts == (
        Reasoning(text="thought"),
        Text(text="Two calls."),
        ToolCall(id="a", name="f", arguments='{"x": 1}'),
        ToolCall(id="b", name="g"),
    )
    assert (message.usage, message.stop_reason, message.model) == (
        Usage(input=20, cache_read=10, output=9), "tool_calls", "gpt-x",
    )  # fmt: skip
    assert codes(load(sse(*chunks, done=True))) == []
    assert codes(load(sse(*chunks[:4]))) == ["cut_stream"]


def test_servers_that_number_every_call_0_or_none() -> None:
    """Google's compatible endpoint sent index 0 for each call of an answer, others send whole calls without one."""
    function = {"name": "f", "arguments": "{}"}
    same = [chunk(call(0, id=name, function=function)) for name in "ab"]
    bare = [chunk({"tool_calls": [{"id": name, "function": function}]}) for name in "ab"]
    for chunks in (same, bare):
        message = only(sse(*chunks, chunk({}, "tool_calls")))
        assert message.calls == (ToolCall(id="a", name="f"), ToolCall(id="b", name="f"))


def test_answers_one_after_the_other_are_sessions_of_their_own() -> None:
    one, two = chunk({"content": "1"}, "stop"), chunk({"content": "2"}, "stop")
    found = load_all(sse(one, {**two, "id": "d"}, *MESSAGES))
    assert [session.messages[0].text for session in found] == ["1", "2", "Uno"]
    extra = chunk({}, None)
    extra["choices"].append({"index": 1, "delta": {"content": "other"}})
    assert codes(load(sse(one, extra, done=True))) == ["choices"]


def response(**more: Any) -> Value:
    return {"id": "r", "object": "response", "model": "gpt-y", "status": "in_progress", "output": [], **more}


SAID = {"type": "message", "id": "i1", "role": "assistant", "content": [{"type": "output_text", "text": "Uno"}]}
CALLED = {"type": "function_call", "id": "i2", "call_id": "t", "name": "f", "arguments": '{"a":1}'}
RESPONSES: list[Value] = [
    {"type": "response.created", "response": response()},
    {"type": "response.output_item.added", "output_index": 0, "item": {"type": "reasoning", "id": "i0", "summary": []}},
    {
        "type": "response.reasoning_summary_text.delta",
        "output_index": 0,
        "item_id": "i0",
        "summary_index": 0,
        "delta": "h",
    },
    {
        "type": "response.reasoning_summary_text.delta",
        "output_index": 0,
        "item_id": "i0",
        "summary_index": 0,
        "delta": "m",
    },
    {"type": "response.output_item.added", "output_index": 1, "item": {**SAID, "content": []}},
    {"type": "response.output_text.delta", "output_index": 1, "item_id": "i1", "content_index": 0, "delta": "U"},
    {"type": "response.output_text.delta", "output_index": 1, "item_id": "i1", "content_index": 0, "delta": "no"},
    {"type": "response.output_item.done", "output_index": 1, "item": SAID},
    {"type": "response.output_item.added", "output_index": 2, "item": {**CALLED, "arguments": ""}},
    {"type": "response.function_call_arguments.delta", "output_index": 2, "item_id": "i2", "delta": '{"a"'},
    {"type": "response.function_call_arguments.delta", "output_index": 2, "item_id": "i2", "delta": ":1}"},
]
THOUGHT = {"type": "reasoning", "id": "i0", "summary": [{"type": "summary_text", "text": "hm"}]}
COMPLETED = response(status="completed", output=[THOUGHT, SAID, CALLED], usage={"input_tokens": 7, "output_tokens": 5})


def test_responses_events_with_their_end_and_without_it_say_the_same() -> None:
    whole = only(sse(*RESPONSES, {"type": "response.completed", "response": COMPLETED}))
    assert whole.parts == load(json.dumps(COMPLETED)).messages[0].parts
    assert (whole.usage, whole.stop_reason) == (Usage(input=7, output=5), "completed")
    cut = only(sse(*RESPONSES))
    assert cut.parts == whole.parts
    assert codes(load(sse(*RESPONSES))) == ["cut_stream"]
    empty = {"type": "response.completed", "response": {**COMPLETED, "output": []}}
    assert only(sse(*RESPONSES, empty)).parts == whole.parts


def test_rows_of_responses_events_are_the_other_importer_s_where_the_end_is_there() -> None:
    ended = [*RESPONSES, {"type": "response.completed", "response": COMPLETED}]
    assert load(jsonl(*ended)).format == "openai_responses"
    assert load(jsonl(*RESPONSES)).format == "api_stream"


def test_an_item_whose_beginning_was_cut_is_kept_by_its_pieces() -> None:
    message = only(sse(RESPONSES[0], *RESPONSES[9:]))
    assert [part.kind for part in message.parts] == ["tool_call"]
    assert message.calls[0].arguments == '{"a":1}'
    unknown = {"type": "response.output_item.done", "output_index": 0, "item": {"type": "new_thing", "x": 1}}
    assert only(sse(RESPONSES[0], unknown)).parts == (Opaque(type="new_thing", raw='{"type":"new_thing","x":1}'),)


def test_a_stream_of_the_gemini_api() -> None:
    said = [{"parts": [{"text": text}], "role": "model"} for text in ("Se", "ven.")]
    chunks: list[Value] = [{"candidates": [{"content": content}], "responseId": "g"} for content in said]
    chunks[1]["candidates"][0]["finishReason"] = "STOP"
    chunks[1]["usageMetadata"] = {"promptTokenCount": 4, "candidatesTokenCount": 2}
    message = only(sse(*chunks))
    assert (message.text, message.stop_reason, message.usage) == ("Seven.", "STOP", Usage(input=4, output=2))


def test_lines_of_ollama() -> None:
    """``docs/api.md``: each line a message, the last with ``done`` and the counts; calls come whole, without ids."""
    base = {"model": "llama3.2", "created_at": "2026-01-01T00:00:00Z", "done": False}
    calls = [{"function": {"name": "f", "arguments": {"a": 1}}}]
    rows = [
        {**base, "message": {"role": "assistant", "content": "", "thinking": "h"}},
        {**base, "message": {"role": "assistant", "content": "", "thinking": "m"}},
        {**base, "message": {"role": "assistant", "content": "Un"}},
        {**base, "message": {"role": "assistant", "content": "o", "tool_calls": calls}},
        {**base, "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop",
         "prompt_eval_count": 26, "eval_count": 8},
    ]  # fmt: skip
    message = only(jsonl(*rows))
    assert message.parts == (
        Reasoning(text="hm"), Text(text="Uno"), ToolCall(id="call-0", name="f", arguments='{"a":1}'),
    )  # fmt: skip
    assert (message.usage, message.stop_reason) == (Usage(input=26, output=8), "stop")
    assert [session.messages[0].text for session in load_all(jsonl(*rows, *rows))] == ["Uno", "Uno"]


def _cut(text: str, places: Iterable[int]) -> list[str]:
    marks = [0, *sorted({at % (len(text) + 1) for at in places}), len(text)]
    return [text[a:b] for a, b in pairwise(marks)]


@given(st.text(min_size=1), st.lists(st.integers(0, 1_000)))
def test_wherever_a_text_is_cut_it_comes_together_again(text: str, places: list[int]) -> None:
    text = text.encode("utf-8", "replace").decode()
    pieces = _cut(text, places)
    deltas = [{"type": "text_delta", "text": piece} for piece in pieces]
    assert only(sse(start(), *block(0, "text", *deltas, text=""), *end())).text == text
    assert only(sse(*(chunk({"content": piece}) for piece in pieces), chunk({}, "stop"))).text == text


def test_a_hundred_thousand_pieces_take_seconds_at_most() -> None:
    """Text grows by joining once: adding to a string would copy it for each token."""
    deltas = [{"type": "text_delta", "text": "12345678"}] * 100_000
    data = sse(start(), *block(0, "text", *deltas, text=""), *end())
    began = time.process_time()
    assert len(only(data).text) == 800_000
    assert time.process_time() - began < 10
