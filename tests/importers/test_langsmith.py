"""LangSmith runs: batches, nested runs, LangChain inputs and outputs, tools."""

import json
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import Session, ToolResult, Usage


def run(identity: str, kind: str = "llm", at: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "id": identity,
        "trace_id": "t",
        "run_type": kind,
        "start_time": f"2026-01-01T00:00:{at:02}Z",
        "end_time": f"2026-01-01T00:00:{at:02}.500Z",
        "inputs": {},
        **more,
    }


def human(text: str) -> dict[str, Any]:
    return {"lc": 1, "type": "constructor", "id": ["x", "HumanMessage"], "kwargs": {"content": text}}


def generated(text: str, **more: Any) -> dict[str, Any]:
    made = {"lc": 1, "type": "constructor", "id": ["x", "AIMessage"], "kwargs": {"content": text, **more}}
    return {"generations": [[{"text": text, "message": made}]], "llm_output": {"token_usage": {"prompt_tokens": 9}}}


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def test_a_langchain_run() -> None:
    session = load(json.dumps(run("a", inputs={"messages": [[human("Hi")]]}, outputs=generated("A"))))
    assert (session.format, outline(session)) == ("langsmith", [("user", "Hi"), ("assistant", "A")])
    assert session.messages[1].usage == Usage(input=9)


@pytest.mark.parametrize("listed", [False, True])
def test_what_is_patched_joins_what_was_posted(listed: bool) -> None:
    posted = run("a", inputs={"messages": [{"role": "user", "content": "Hi"}]}, outputs={})
    patched = {"id": "a", "dotted_order": "x", "outputs": {"role": "assistant", "content": "A"}, "end_time": None}
    batch = [{"post": [posted]}, {"patch": [patched]}] if listed else {"post": [posted], "patch": [patched]}
    assert outline(load(json.dumps(batch))) == [("user", "Hi"), ("assistant", "A")]


def test_runs_inside_runs_and_a_tools_result() -> None:
    call = {"name": "f", "args": {"a": 1}, "id": "c"}
    model = run("m", parent_run_id="r", inputs={"messages": [[human("Hi")]]}, outputs=generated("", tool_calls=[call]))
    answer = {
        "lc": 1,
        "type": "constructor",
        "id": ["x", "ToolMessage"],
        "kwargs": {"content": "7", "tool_call_id": "c"},
    }
    tool = run("u", "tool", 1, parent_run_id="r", name="f", inputs={"input": "{'a': 1}"}, outputs={"output": answer})
    session = load(json.dumps(run("r", "chain", inputs={"question": "Hi"}, child_runs=[model, tool])))
    assert outline(session) == [("user", "Hi"), ("assistant", ""), ("tool", "7")]
    assert session.messages[2].result == ToolResult(call_id="c", text="7")


def test_a_chain_stands_in_where_no_model_call_is_recorded() -> None:
    session = load(json.dumps(run("r", "chain", inputs={"input": "Hi"}, outputs={"output": "A"})))
    assert outline(session) == [("user", "Hi"), ("assistant", "A")]


def test_a_thread_holds_several_traces() -> None:
    extra = {"metadata": {"thread_id": "th"}}
    runs = [
        run("a", inputs={"messages": [{"role": "user", "content": "1"}]}, outputs={"output": "one"}, extra=extra),
        run(
            "b",
            at=1,
            trace_id="t2",
            inputs={"messages": [["human", "1"], ["ai", "one"], ["human", "2"]]},
            outputs={"output": "two"},
            extra=extra,
        ),
    ]
    (session,) = load_all("\n".join(map(json.dumps, runs)))
    assert [text for _, text in outline(session)] == ["1", "one", "2", "two"]
