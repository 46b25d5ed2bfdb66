"""Responses API files: requests, responses, logs, batches, streams, pages."""

import json
from typing import Any

import pytest

from compaction_core.errors import UnknownFormat
from compaction_core.importers import load, load_all
from compaction_core.session import Session, Usage

SAY = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "A"}]}
USAGE = {
    "input_tokens": 20,
    "input_tokens_details": {"cached_tokens": 15},
    "output_tokens": 4,
    "output_tokens_details": {"reasoning_tokens": 3},
}


def reply(identity: str, text: str = "A", **more: Any) -> dict[str, Any]:
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
    return {"object": "response", "id": identity, "model": "m-1", "output": [said], "usage": USAGE, **more}


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def test_a_request_alone() -> None:
    session = load(json.dumps({"model": "m", "instructions": "S", "input": "Hi", "tools": [{"type": "x"}]}))
    assert outline(session) == [("system", "S"), ("user", "Hi")]
    assert (session.format, session.model, session.tools) == ("openai_responses", "m", '[{"type":"x"}]')


def test_cached_tokens_are_part_of_the_input() -> None:
    session = load(json.dumps(reply("r", created_at=1767225600, completed_at=1767225605)))
    assert session.messages[0].usage == Usage(input=5, cache_read=15, output=4, reasoning=3)
    assert session.messages[0].timestamp == 1767225605.0


def test_instructions_in_the_response() -> None:
    assert outline(load(json.dumps(reply("r", instructions="S")))) == [("system", "S"), ("assistant", "A")]


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_log_of_requests_that_repeat_their_history(wrapped: bool) -> None:
    first = {"role": "user", "content": "1"}
    log = [
        {"request": {"model": "m", "input": [first]}, "response": reply("r1", "one")},
        {
            "request": {
                "model": "m",
                "input": [first, reply("r1", "one")["output"][0], {"role": "user", "content": "2"}],
            },
            "response": reply("r2", "two"),
        },
    ]
    if wrapped:
        log = [{"request": {"body": row["request"]}, "response": {"body": row["response"]}} for row in log]
    (session,) = load_all("\n".join(map(json.dumps, log)))
    assert outline(session) == [("user", "1"), ("assistant", "one"), ("user", "2"), ("assistant", "two")]


def test_a_response_that_names_the_one_before() -> None:
    log = [
        {"request": {"input": "1", "model": "m"}, "response": reply("r1", "one")},
        {"request": {"input": "other", "model": "m"}, "response": reply("r9", "nine")},
        {"request": {"input": "2", "model": "m"}, "response": reply("r2", "two", previous_response_id="r1")},
    ]
    first, second = load_all(json.dumps(log))
    assert [text for _, text in outline(first)] == ["1", "one", "2", "two"]
    assert [text for _, text in outline(second)] == ["other", "nine"]
    assert first.integrity.warnings == ()


def test_history_that_stands_elsewhere_is_told() -> None:
    session = load(json.dumps(reply("r2", previous_response_id="r1")))
    assert [w.code for w in session.integrity.warnings] == ["earlier_response"]


def test_a_stream_of_events() -> None:
    events = [
        {"type": "response.created", "response": {"object": "response", "id": "r", "output": []}},
        {"type": "response.output_text.delta", "delta": "A"},
        {"type": "response.completed", "response": reply("r")},
    ]
    session = load("\n".join(map(json.dumps, events)))
    assert outline(session) == [("assistant", "A")]


def test_items_one_a_line() -> None:
    lines = [{"type": "message", "role": "user", "content": "Hi"}, {**SAY, "id": "m"}]
    assert outline(load("\n".join(map(json.dumps, lines)))) == [("user", "Hi"), ("assistant", "A")]


def test_a_page_lists_the_newest_first() -> None:
    page = [
        {"type": "function_call_output", "id": "o", "call_id": "c", "output": "7"},
        {"type": "function_call", "id": "f", "call_id": "c", "name": "n", "arguments": "{}"},
        {"type": "message", "id": "u", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
    ]
    session = load(json.dumps({"object": "list", "data": page, "has_more": False}))
    assert outline(session) == [("user", "Hi"), ("assistant", ""), ("tool", "7")]
    assert session.orphans == ()


def test_lists_without_items_are_not_taken() -> None:
    assert load(json.dumps([{"role": "user", "content": "Hi"}])).format == "openai_chat"
    with pytest.raises(UnknownFormat):
        load(json.dumps({"input": "Hi", "output": "A"}))
