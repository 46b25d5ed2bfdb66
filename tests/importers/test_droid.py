"""Droid's rows: messages, compactions with and without their summary, rows of other kinds."""

from typing import Any

import pytest

from compaction_core.session import Reasoning, ToolCall, ToolResult
from tests.importers.lines import codes, loaded, texts

Row = dict[str, Any]
START: Row = {"type": "session_start", "id": "s", "title": "A talk", "cwd": "/w"}


def said(role: str, *blocks: Row | str, identity: str = "m") -> Row:
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    message = {"role": role, "content": content}
    return {"type": "message", "id": identity, "timestamp": "2026-01-02T03:04:05.000Z", "message": message}


def test_messages_with_calls_and_results() -> None:
    call = {"type": "tool_use", "id": "t", "name": "Read", "input": {"file": "a"}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "no", "is_error": True}
    thought = {"type": "thinking", "text": "hm"}
    reminder = "<system-reminder>Be brief.</system-reminder>"
    session = loaded(
        START, said("user", reminder), said("user", "hi"), said("assistant", thought, call), said("user", result)
    )
    assert [m.role for m in session.messages] == ["user", "user", "assistant", "tool"]
    assert [m.flags for m in session.messages] == [("meta",), (), (), ()]
    assert session.messages[2].parts == (Reasoning(text="hm"), ToolCall(id="t", name="Read", arguments='{"file":"a"}'))
    assert session.messages[3].parts == (ToolResult(call_id="t", text="no", is_error=True),)
    assert (session.format, session.title, session.messages[1].timestamp) == ("droid", "A talk", 1767323045.0)
    assert (session.messages[1].line, session.integrity.skipped_rows) == (2, 1)


@pytest.mark.parametrize(
    ("told", "summary"),
    [
        ({"summary": "All so far."}, "All so far."),
        ({"summary": {"title": "Progress", "body": "Done."}}, "Progress\nDone."),
        ({"summaryText": "All so far."}, "All so far."),
        ({}, ""),
        ({"summary": 5}, ""),
    ],
)
def test_a_compaction_is_kept_with_the_summary_that_it_holds(told: Row, summary: str) -> None:
    row = {"type": "compaction_state", "timestamp": "2026-01-02T03:04:06Z", **told}
    session = loaded(START, said("user", "one"), row, said("user", "two"))
    assert [(c.index, c.kept, c.timestamp) for c in session.compactions] == [(1, (), 1767323046.0)]
    assert session.messages[1].summary == summary
    assert texts(session)[2] == "two"


def test_rows_of_other_kinds_are_counted_and_the_unknown_named() -> None:
    session = loaded({"type": "todo_state"}, said("user", "hi"), {"type": "session_settings"}, {"type": "new"})
    assert (texts(session), session.integrity.skipped_rows, codes(session)) == (["hi"], 3, ["unknown_rows"])
    older = loaded({"type": "session_start", "session": {"id": "s", "title": "Old"}}, said("user", "hi"))
    assert older.title == "Old"
