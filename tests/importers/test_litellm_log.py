"""LiteLLM's spend logs and logging payloads, OpenHands' completion files."""

import json
from typing import Any

from compaction_core.importers import load, load_all
from compaction_core.session import Session, Usage

ASK = {"role": "user", "content": "Hi"}


def reply(text: str, **usage: Any) -> dict[str, Any]:
    return {"model": "m-1", "choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def test_a_completion_file_tells_when_and_how_long() -> None:
    row = {"messages": [ASK], "response": reply("A"), "timestamp": 1767225602.5, "latency_sec": 1.5, "cost": 0.1}
    session = load(json.dumps(row))
    assert (session.format, outline(session)) == ("litellm_log", [("user", "Hi"), ("assistant", "A")])
    assert [m.timestamp for m in session.messages] == [1767225601.0, 1767225602.5]


def test_older_completion_files_hold_the_calls_before_they_became_text() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    row = {
        "messages": [ASK],
        "response": reply("<function=f></function>"),
        "fncall_messages": [ASK],
        "fncall_response": {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [call]}}]},
        "args": [],
        "kwargs": {"temperature": 0},
        "timestamp": 1767225602.5,
        "cost": 0.1,
    }
    assert [c.name for c in load(json.dumps(row)).messages[1].calls] == ["f"]


def test_a_spend_log_of_several_calls_is_one_conversation() -> None:
    rows = [
        {
            "request_id": f"r{at}",
            "call_type": "acompletion",
            "session_id": "s",
            "startTime": f"2026-01-01T00:00:0{at}Z",
            "endTime": f"2026-01-01T00:00:0{at}.500Z",
            "messages": json.dumps(messages),
            "response": json.dumps(reply(text, prompt_tokens=10 * (at + 1), completion_tokens=1)),
        }
        for at, (messages, text) in enumerate(
            [([ASK], "A"), ([ASK, {"role": "assistant", "content": "A"}, {"role": "user", "content": "More"}], "B")]
        )
    ]
    (session,) = load_all("\n".join(map(json.dumps, reversed(rows))))
    assert [text for _, text in outline(session)] == ["Hi", "A", "More", "B"]
    assert [m.usage for m in session.messages if m.usage] == [Usage(input=10, output=1), Usage(input=20, output=1)]


def test_the_request_that_the_proxy_took_stands_in_for_missing_messages() -> None:
    body = {"model": "m", "messages": [ASK], "tools": [{"name": "f"}]}
    row = {"call_type": "c", "messages": {}, "response": reply("A"), "proxy_server_request": {"body": body}}
    session = load(json.dumps([row]))
    assert (outline(session), session.tools) == ([("user", "Hi"), ("assistant", "A")], '[{"name":"f"}]')


def test_cached_tokens_are_told_twice_and_counted_once() -> None:
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 5,
        "prompt_tokens_details": {"cached_tokens": 60},
        "cache_read_input_tokens": 60,
        "cache_creation_input_tokens": 30,
    }
    row = {"call_type": "c", "messages": [ASK], "response": reply("A", **usage)}
    assert load(json.dumps(row)).messages[1].usage == Usage(input=10, cache_read=60, cache_write=30, output=5)


def test_a_reply_with_a_request_is_still_openai_chat() -> None:
    assert load(json.dumps({"request": {"messages": [ASK]}, "response": reply("A")})).format == "openai_chat"


def test_a_row_whose_answer_was_not_stored_or_stands_under_output() -> None:
    row = {"call_type": "acompletion", "messages": [ASK]}
    assert outline(load(json.dumps([row]))) == [("user", "Hi")]
    choice = json.dumps({"finish_reason": "stop", "message": {"role": "assistant", "content": "A"}})
    assert outline(load(json.dumps([{**row, "output": [choice]}]))) == [("user", "Hi"), ("assistant", "A")]
