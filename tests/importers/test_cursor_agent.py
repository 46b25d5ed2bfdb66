"""Cursor's transcripts: roles and messages a line, results whose ids no call has."""

import json
from typing import Any

from compaction_core.importers import load
from compaction_core.importers.cursor_agent import detect
from compaction_core.importers.source import Source
from compaction_core.session import Session, ToolResult


def row(role: str, *content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "message": {"content": list(content)}, **more}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def read(*rows: Any) -> Session:
    return load("\n".join(json.dumps(item) for item in rows))


def test_calls_without_ids_get_the_results_in_order() -> None:
    calls = [{"type": "tool_use", "name": name, "input": {}} for name in ("A", "B")]
    results = [{"type": "tool_result", "tool_use_id": name, "content": name} for name in ("x", "y", "z")]
    session = read(row("user", text("go")), row("assistant", *calls), row("user", *results))

    assert session.result_of == {(1, "call-0"): 2, (1, "call-1"): 3}
    assert session.messages[4].result == ToolResult(call_id="", text="z")


def test_ids_that_are_there_are_kept() -> None:
    call = {"type": "tool_use", "id": "t", "name": "A", "input": {"p": 1}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": [text("r")]}
    session = read(row("user", text("go")), row("assistant", call), row("user", result))
    assert session.result_of == {(1, "t"): 2}


def test_the_title_is_what_was_asked_and_other_rows_are_counted() -> None:
    session = read(row("user", text("<user_query>\nWhy?\n</user_query>")), {"note": 1}, row("assistant", text("So.")))
    assert session.title == "Why?"
    assert [m.line for m in session.messages] == [0, 2]
    assert session.integrity.skipped_rows == 1


def test_rows_of_other_programs_are_not_taken() -> None:
    for more in ({"sessionId": "s"}, {"uuid": "u"}, {"type": "user"}):
        assert detect(Source.open(json.dumps(row("user", text("a"), **more)))) is None
    assert detect(Source.open('{"role": "user", "content": "a"}')) is None
