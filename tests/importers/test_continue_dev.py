"""Continue's sessions: context, thoughts, results in both places, summaries of both kinds."""

import json
from typing import Any

from compaction_core.importers import load
from compaction_core.session import File, Image, Reasoning, Session, Text, ToolCall, ToolResult, Usage
from tests.importers.lines import texts

Item = dict[str, Any]


def session(*items: Item, **more: Any) -> Session:
    return load(json.dumps({"sessionId": "s", "title": "T", "history": list(items), **more}))


def item(
    role: str, content: Any = "", context: tuple[Item, ...] = (), message: Item | None = None, **more: Any
) -> Item:
    return {"message": {"role": role, "content": content, **(message or {})}, "contextItems": list(context), **more}


def call(identity: str) -> Item:
    return {"id": identity, "type": "function", "function": {"name": "ls", "arguments": "{}"}}


def state(identity: str, *outputs: str, status: str = "done") -> Item:
    return {"toolCallId": identity, "status": status, "output": [{"name": "o", "content": text} for text in outputs]}


def test_what_a_person_typed_and_put_beside_it() -> None:
    file = {"name": "a.py", "description": "src/a.py", "content": "x = 1"}
    picture = {"type": "imageUrl", "imageUrl": {"url": "https://example.com/a.png"}}
    made = session(item("system", "Be brief."), item("user", [{"type": "text", "text": "see"}, picture], (file,)))
    assert made.messages[0].is_prompt
    assert made.messages[1].parts == (
        File(name="a.py", text="x = 1"), Text(text="see"), Image(source="https://example.com/a.png"),
    )  # fmt: skip
    assert (made.format, made.title) == ("continue_dev", "T")


def test_results_stand_beside_the_calls_or_in_messages_of_their_own() -> None:
    calls = {"toolCalls": [call("a"), call("b"), call("c")]}
    states = [state("a", "out", "more"), state("b", "no", status="errored"), {"toolCallId": "c", "status": "generated"}]
    made = session(
        item("user", "hi"),
        item("assistant", "Looking.", message=calls, toolCallStates=states),
        item("tool", "late", message={"toolCallId": "c"}),
        item("assistant", "Done.", promptLogs=[{"modelTitle": "m-1"}]),
        chatModelTitle="m-0",
    )
    assert [m.role for m in made.messages] == ["user", "assistant", "tool", "tool", "tool", "assistant"]
    assert made.messages[1].calls[0] == ToolCall(id="a", name="ls", arguments="{}")
    assert [m.result for m in made.messages if m.result] == [
        ToolResult(call_id="a", text="out\n\nmore"),
        ToolResult(call_id="b", text="no", is_error=True),
        ToolResult(call_id="c", text="late"),
    ]
    assert (made.model, made.messages[1].model, made.unanswered) == ("m-1", None, ())
    older = session(item("assistant", message={"toolCalls": [call("a")]}, toolCallState=state("a", "out")))
    assert texts(older) == ["", "out"]


def test_thoughts_belong_to_the_answer_and_usage_counts_the_cache_in() -> None:
    usage = {
        "promptTokens": 100,
        "completionTokens": 9,
        "promptTokensDetails": {"cachedTokens": 60, "cacheWriteTokens": 30},
    }
    made = session(
        item("user", "hi"),
        item("thinking", "hm"),
        item("assistant", "A", message={"usage": usage}, reasoning={"active": False, "text": "so"}),
    )
    assert made.messages[1].parts == (Reasoning(text="hm"), Reasoning(text="so"), Text(text="A"))
    assert made.messages[1].usage == Usage(input=10, cache_read=60, cache_write=30, output=9)


def test_a_summary_stands_behind_the_last_message_that_it_stands_for() -> None:
    made = session(
        item("system", "S"),
        item("user", "one"),
        item("assistant", "1", conversationSummary="All so far."),
        item("user", "two"),
    )
    assert texts(made) == ["S", "one", "1", "All so far.", "two"]
    assert [(c.index, c.kept) for c in made.compactions] == [(3, (0,))]
    assert (made.messages[3].role, made.messages[3].summary) == ("user", "All so far.")


def test_the_command_line_keeps_the_summary_alone() -> None:
    made = session(
        item("system", "S"), item("assistant", "All so far.", conversationSummary="All so far."), item("user", "two")
    )
    assert texts(made) == ["S", "All so far.", "two"]
    assert [(c.index, c.kept, made.messages[c.index].role) for c in made.compactions] == [(1, (0,), "assistant")]
