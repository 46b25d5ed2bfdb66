"""Gemini CLI: old JSON, the log with its operations, checkpoints."""

import json
from typing import Any

import pytest

from compaction_core.importers import load
from compaction_core.session import Image, Reasoning, Session
from tests.importers.lines import codes, loaded, texts

Row = dict[str, Any]
HEAD: Row = {"sessionId": "s", "projectHash": "h", "startTime": "2026-02-01T10:00:00Z", "kind": "main"}


def user(identity: str, content: Any) -> Row:
    return {"id": identity, "timestamp": "2026-02-01T10:00:00Z", "type": "user", "content": content}


def gemini(identity: str, content: Any = "", **more: Any) -> Row:
    return {"id": identity, "timestamp": "2026-02-01T10:00:00Z", "type": "gemini", "content": content, **more}


def tool(identity: str, output: str, **more: Any) -> Row:
    response = {"functionResponse": {"id": identity, "name": "ls", "response": {"output": output}}}
    return {"id": identity, "name": "ls", "args": {}, "result": [response], "status": "success", **more}


def document(*messages: Row) -> Session:
    return load(json.dumps({**HEAD, "messages": list(messages)}).encode())


def test_a_row_with_a_known_id_updates_the_message() -> None:
    session = loaded(HEAD, user("u", "hi"), gemini("g", "wor"), {"$set": {"summary": "A talk"}}, gemini("g", "working"))
    assert texts(session) == ["hi", "working"]
    assert session.messages[1].line == 2
    assert (session.title, session.integrity.merged_rows) == ("A talk", 1)


def test_rewinding_takes_back_the_message_and_all_after_it() -> None:
    rows = [user("u1", "one"), gemini("g1", "1"), user("u2", "two"), gemini("g2", "2")]
    session = loaded(HEAD, *rows, {"$rewindTo": "u2"}, user("u3", "three"))
    assert texts(session) == ["one", "1", "three"]
    assert codes(session) == ["branches"]
    assert texts(loaded(HEAD, *rows, {"$rewindTo": "nowhere"}, user("u3", "three"))) == ["three"]


def test_a_list_that_is_set_with_a_new_message_is_a_compression() -> None:
    rows = [user("u1", "one"), gemini("g1", "1"), user("u2", "two"), gemini("g2", "2")]
    listed = [user("new1", "<state_snapshot>half</state_snapshot>"), gemini("new2", "Got it."), *rows[2:]]
    session = loaded(HEAD, *rows, {"$set": {"messages": listed}}, user("u3", "three"))
    assert texts(session) == ["one", "1", "two", "2", "<state_snapshot>half</state_snapshot>", "Got it.", "three"]
    (compaction,) = session.compactions
    assert (compaction.index, compaction.kept) == (4, (2, 3))
    assert session.messages[4].summary == "<state_snapshot>half</state_snapshot>"
    assert session.messages[5].summary is None


def test_a_list_that_is_set_with_shorter_results_clears_them() -> None:
    rows = [user("u", "one"), gemini("g", toolCalls=[tool("c1", "long output"), tool("c2", "other")])]
    masked = [user("u", [{"text": "one"}]), gemini("g", toolCalls=[tool("c1", "masked"), tool("c2", "other")])]
    session = loaded(HEAD, *rows, {"$set": {"messages": masked}})
    assert texts(session) == ["one", "", "long output", "other"]
    assert [c.kind for c in session.compactions] == ["clear"]
    assert not loaded(HEAD, *rows, {"$set": {"messages": rows}}).compactions


def test_a_list_that_is_set_without_the_last_messages_is_a_rewind() -> None:
    rows = [user("u1", "one"), gemini("g1", "1"), user("u2", "two")]
    assert texts(loaded(HEAD, *rows, {"$set": {"messages": rows[:2]}})) == ["one", "1"]
    session = loaded(HEAD, *rows, {"$set": {"messages": rows[1:]}})
    assert session.compactions[0].kept == (1, 2)
    assert session.messages[3].summary == ""


def test_calls_and_results_are_told_once() -> None:
    call = {"functionCall": {"id": "c1", "name": "ls", "args": {}}}
    response = {"functionResponse": {"id": "c1", "name": "ls", "response": {"output": "a.txt"}}}
    session = document(user("u", "hi"), gemini("g", [call], toolCalls=[tool("c1", "a.txt")]), user("r", [response]))
    assert [m.role for m in session.messages] == ["user", "assistant", "tool"]
    assert [call.id for call in session.messages[1].calls] == ["c1"]


def test_errors_and_cancelled_calls() -> None:
    error = {"functionResponse": {"id": "c", "name": "ls", "response": {"error": "no"}}}
    failed = tool("c", "", status="error") | {"result": [error]}
    session = document(user("u", "hi"), gemini("g", toolCalls=[failed, tool("d", "", status="executing", result=None)]))
    result = session.messages[2].result
    assert result is not None and (result.text, result.is_error) == ("no", True)
    assert session.unanswered == ((1, "d"),)


def test_parts_of_all_kinds() -> None:
    content = [
        "plain",
        {"text": "hm", "thought": True},
        {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}},
    ]
    session = document(user("u", "hi"), gemini("g", [*content, {"executableCode": {"code": "1"}}]))
    kinds = [part.kind for part in session.messages[1].parts]
    assert kinds == ["text", "reasoning", "image", "opaque"]


def test_old_files_tell_a_compression_on_the_screen_only() -> None:
    note = {"id": "i", "type": "info", "content": "Chat history compressed from 90000 to 12000 tokens."}
    session = document(user("u", "one"), gemini("g", "1"), note, user("u2", "two"))
    (compaction,) = session.compactions
    assert (compaction.index, compaction.tokens_before, compaction.tokens_after) == (2, 90_000, 12_000)
    assert session.messages[2].summary == ""
    assert texts(session)[3] == "two"


def test_the_start_of_a_session_is_not_typed() -> None:
    session = document(user("u", "<session_context>\nToday is ...\n</session_context>"), user("v", "Sort it."))
    assert [m.flags for m in session.messages] == [("meta",), ()]
    assert session.title == "Sort it."


CONTENTS = [
    {"role": "user", "parts": [{"text": "This is the Gemini CLI. We set up the context."}]},
    {"role": "user", "parts": [{"text": "<state_snapshot>half</state_snapshot>"}]},
    {"role": "model", "parts": [{"text": "think", "thought": True}, {"functionCall": {"name": "ls", "args": {}}}]},
    {
        "role": "user",
        "parts": [
            {"functionResponse": {"name": "ls", "response": {"output": "x"}}},
            {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}},
        ],
    },
]


@pytest.mark.parametrize("value", [CONTENTS, {"history": CONTENTS, "authType": "x"}], ids=["bare", "history"])
def test_checkpoints(value: Any) -> None:
    session = load(json.dumps(value).encode())
    assert session.format == "gemini_cli"
    assert [m.role for m in session.messages] == ["user", "user", "assistant", "tool"]
    assert isinstance(session.messages[2].parts[0], Reasoning)
    assert len(session.result_of) == 1
    assert isinstance(session.messages[3].parts[1], Image)
    (compaction,) = session.compactions  # what stands before it is still in the list
    assert (compaction.index, compaction.kept) == (1, (0,))


def test_many_operations_take_linear_time() -> None:
    rows = [user(f"u{n}", "x") for n in range(8_000)]
    operations = [{"$set": {"messages": [rows[5]]}}, {"$rewindTo": "zzz"}, user("q", "x")] * 4_000
    session = loaded(HEAD, *rows, *operations)
    # the rows, a note and a prompt; then, 3,999 times, the message that comes back and a prompt
    assert (len(session.messages), len(session.compactions)) == (8_000 + 2 + 3_999 * 2, 4_000)


def test_a_result_that_is_plain_text() -> None:
    calls = [{"id": "t", "name": "ls", "args": {}, "result": "a.txt", "status": "success"}]
    answer = {"id": "2", "type": "gemini", "timestamp": "2026-01-01T00:00:01Z", "content": "", "toolCalls": calls}
    session = load(json.dumps({"sessionId": "s", "projectHash": "h", "messages": [answer]}))
    assert [m.text for m in session.messages] == ["", "a.txt"] and len(session.result_of) == 1


def test_an_answer_under_the_name_of_the_api() -> None:
    answer = {"id": "g", "timestamp": "2026-02-01T10:00:00Z", "type": "model", "parts": [{"text": "Captured."}]}
    session = document(user("u", "hi"), answer)
    assert [(m.role, m.text) for m in session.messages] == [("user", "hi"), ("assistant", "Captured.")]
