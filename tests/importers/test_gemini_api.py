"""Gemini API files: requests, responses, logs, batches, tuning rows, saved streams; both spellings of the keys.

Shapes are those of the API's reference and of Vertex AI's pages on batch prediction and preference tuning.
"""

import json
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import Image, Message, Reasoning, Session, ToolCall, Usage
from tests.importers.lines import codes, jsonl, loaded

Value = dict[str, Any]
ASK: Value = {"role": "user", "parts": [{"text": "1"}]}
USAGE: Value = {"promptTokenCount": 10, "candidatesTokenCount": 2, "totalTokenCount": 12}


def said(*parts: Value, role: str = "model") -> Value:
    return {"role": role, "parts": list(parts)}


def reply(*parts: Value, **more: Any) -> Value:
    candidate = {"content": said(*parts), "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "usageMetadata": USAGE, "modelVersion": "gemini-2.5-pro", **more}


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def answer(session: Session) -> Message:
    return session.messages[-1]


def test_a_request_alone() -> None:
    body = {"systemInstruction": {"parts": [{"text": "S"}]}, "contents": [ASK], "tools": [{"googleSearch": {}}]}
    session = load(json.dumps({**body, "model": "models/gemini-2.5-pro"}))
    assert outline(session) == [("system", "S"), ("user", "1")]
    assert (session.format, session.model, session.tools) == (
        "gemini_api", "gemini-2.5-pro", '[{"googleSearch":{}}]',
    )  # fmt: skip


@pytest.mark.parametrize("contents", ["1", ASK, [ASK], [{"parts": {"text": "1"}}]])
def test_contents_in_every_form_that_the_clients_take(contents: Any) -> None:
    assert outline(load(json.dumps({"model": "m", "contents": contents}))) == [("user", "1")]


def test_a_response_alone() -> None:
    session = load(json.dumps(reply({"text": "why", "thought": True}, {"text": "A"}, responseId="r")))
    assert session.messages[0].parts[0] == Reasoning(text="why")
    assert (answer(session).text, answer(session).id, answer(session).stop_reason) == ("A", "r", "STOP")
    assert answer(session).model == "gemini-2.5-pro"


def test_thoughts_and_tool_prompts_are_beside_the_other_counts_and_the_cache_inside() -> None:
    """The reference: total = prompt + candidates + tool use prompt + thoughts; the prompt includes the cached part."""
    counts = {
        **{"promptTokenCount": 100, "cachedContentTokenCount": 60, "candidatesTokenCount": 5},
        **{"thoughtsTokenCount": 30, "toolUsePromptTokenCount": 7, "totalTokenCount": 142},
    }
    usage = Usage(input=47, cache_read=60, output=35, reasoning=30)
    assert answer(load(json.dumps({**reply({"text": "A"}), "usageMetadata": counts}))).usage == usage
    assert usage.total == counts["totalTokenCount"]


def test_calls_without_ids_find_their_results_by_name_and_order() -> None:
    calls = [{"functionCall": {"name": name, "args": {"at": at}}} for at, name in enumerate("abb")]
    results = [{"functionResponse": {"name": name, "response": {"output": name}}} for name in "bab"]
    session = load(json.dumps({"contents": [ASK, said(*calls), said(*results, role="function")]}))
    assert [session.messages[at].role for at in range(5)] == ["user", "assistant", "tool", "tool", "tool"]
    assert len(session.result_of) == 3
    assert not session.orphans


def test_keys_in_snake_case_with_nulls_are_read_alike() -> None:
    parts: list[Value] = [
        {"function_call": {"id": "c", "name": "f", "args": {"function_call": 1}}, "text": None, "thought": None},
        {"inline_data": {"mime_type": "image/png", "data": "AAAA", "display_name": None}, "text": None},
    ]
    response = {"candidates": [{"content": said(*parts), "finish_reason": "STOP"}], "response_id": "r"}
    usage = {"prompt_token_count": 3, "candidates_token_count": 1, "thoughts_token_count": None}
    made = answer(load(json.dumps({**response, "usage_metadata": usage, "model_version": "m"})))
    assert made.parts == (
        ToolCall(id="c", name="f", arguments='{"function_call":1}'),
        Image(source="data:image/png;base64,AAAA", media_type="image/png"),
    )
    assert (made.usage, made.model, made.id) == (Usage(input=3, output=1), "m", "r")


def test_a_bare_list_in_snake_case_shows_its_calls() -> None:
    """A list with the roles user and model alone is also what Gemini CLI saves: that importer takes it."""
    parts = [{"function_call": {"name": "f", "args": {}}, "text": None}]
    session = load([ASK, said(*parts)])
    assert [call.name for call in session.messages[1].calls] == ["f"]
    assert load([ASK, said(*parts), {"role": "function", "parts": [{"text": "x"}]}]).format == "gemini_api"


def test_code_that_the_api_ran_is_a_call_and_its_result() -> None:
    parts = (
        {"text": "Let me see."},
        {"executableCode": {"language": "PYTHON", "code": "print(7)"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "7\n"}},
        {"text": "Seven."},
    )
    session = load(json.dumps(reply(*parts)))
    assert outline(session) == [("assistant", "Let me see."), ("tool", "7\n"), ("assistant", "Seven.")]
    assert [call.arguments for call in session.messages[0].calls] == ['{"language":"PYTHON","code":"print(7)"}']
    assert len(session.result_of) == 1
    assert [message.usage is not None for message in session.messages] == [False, False, True]
    failed = {"codeExecutionResult": {"outcome": "OUTCOME_FAILED", "output": "no"}}
    result = load(json.dumps(reply(parts[1], failed))).messages[1].result
    assert result is not None
    assert (result.is_error, result.text) == (True, "no")


def test_images_of_a_result_stand_beside_it() -> None:
    inner = {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}
    part = {"functionResponse": {"id": "c", "name": "f", "response": {"output": "x"}, "parts": [inner]}}
    made = load(json.dumps({"contents": [ASK, said(part, role="user")]})).messages[1]
    assert [one.kind for one in made.parts] == ["tool_result", "image"]


def test_a_log_of_calls_that_repeat_their_history_is_one_conversation() -> None:
    rows = [
        {"request": {"contents": [ASK]}, "response": reply({"text": "one"}, responseId="a")},
        {
            "request": {"contents": [ASK, said({"text": "one"}), said({"text": "2"}, role="user")]},
            "response": reply({"text": "two"}, responseId="b"),
        },
    ]
    session = loaded(*rows)
    assert outline(session) == [("user", "1"), ("assistant", "one"), ("user", "2"), ("assistant", "two")]
    assert [message.usage for message in session.messages if message.usage] == [Usage(input=10, output=2)] * 2
    inside = [{"request": json.dumps(row["request"]), "response": json.dumps(row["response"])} for row in rows]
    assert outline(load(json.dumps(inside))) == outline(session)


def test_rows_of_a_batch_are_conversations_of_their_own_even_if_they_ask_the_same() -> None:
    """Vertex AI's output: ``status``, ``processed_time``, ``request`` with parts as one object, ``response``."""
    rows = [
        {
            "status": "",
            "processed_time": f"2026-01-02T03:04:0{at}.5+00:00",
            "request": {"contents": [{"parts": {"text": "Give me a recipe."}, "role": "user"}]},
            "response": reply({"text": f"{at}"}),
        }
        for at in range(3)
    ]
    found = load_all(jsonl(*rows))
    assert [answer(session).text for session in found] == ["0", "1", "2"]
    assert answer(found[1]).timestamp == 1767323041.5
    output = [{"key": f"k{at}", "response": reply({"text": str(at)})} for at in range(2)]
    assert [outline(session) for session in load_all(jsonl(*output))] == [[("assistant", "0")], [("assistant", "1")]]


def test_tuning_rows_and_the_preferred_completion() -> None:
    tuning = {"systemInstruction": {"role": "system", "parts": [{"text": "S"}]}, "contents": [ASK, said({"text": "A"})]}
    sessions = load_all(jsonl(tuning, tuning))
    assert [outline(session) for session in sessions] == [[("system", "S"), ("user", "1"), ("assistant", "A")]] * 2
    choices = [{"score": score, "completion": said({"text": text})} for score, text in ((0, "worse"), (1, "better"))]
    preferred = load(
        json.dumps({"system_instruction": {"parts": [{"text": "S"}]}, "contents": [ASK], "completions": choices})
    )
    assert outline(preferred) == [("system", "S"), ("user", "1"), ("assistant", "better")]


def test_the_chunks_of_a_stream_are_one_answer() -> None:
    chunks = [
        reply({"text": "thin", "thought": True}, responseId="r"),
        reply({"text": "king", "thought": True}, responseId="r"),
        reply({"text": "Se"}, responseId="r"),
        reply({"text": "ven."}, {"functionCall": {"name": "f", "args": {}}}, responseId="r"),
        {
            **reply({"text": "", "thoughtSignature": "s"}, responseId="r"),
            "usageMetadata": {**USAGE, "promptTokenCount": 9},
        },
    ]
    del chunks[0]["candidates"][0]["finishReason"]
    session = load(json.dumps(chunks))
    assert len(session.messages) == 1
    assert [part.kind for part in answer(session).parts] == ["reasoning", "text", "tool_call"]
    assert answer(session).parts[0] == Reasoning(text="thinking")
    assert (answer(session).text, answer(session).stop_reason) == ("Seven.", "STOP")
    assert answer(session).usage == Usage(input=9, output=2)


def test_what_is_not_shown_is_told() -> None:
    two = reply({"text": "A"})
    two["candidates"] *= 2
    assert codes(load(json.dumps({"request": {"contents": [ASK], "cachedContent": "c/1"}, "response": two}))) == [
        "choices",
        "cached_content",
    ]
    blocked = {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 3}}
    assert codes(load(json.dumps({"request": {"contents": [ASK]}, "response": blocked}))) == ["blocked"]
