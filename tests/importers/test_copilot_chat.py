"""VS Code chats: rounds, what is shown where they are missing, the log of changes, summaries."""

import json
from typing import Any

import pytest

from compaction_core.importers import load
from compaction_core.session import (
    Image,
    Opaque,
    Reasoning,
    RecordedCompaction,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Usage,
)


def request(text: str = "hi", **more: Any) -> dict[str, Any]:
    return {"requestId": more.pop("id", "r"), "message": {"text": text}, "timestamp": 1769940000000, **more}


def read(*requests: dict[str, Any], **more: Any) -> Session:
    return load(json.dumps({"responderUsername": "GitHub Copilot", "requests": list(requests), **more}))


def rounds(*listed: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"result": {"metadata": {"toolCallRounds": list(listed), **more}}}


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def test_rounds_are_answers_with_their_results() -> None:
    call = {"id": "t__vscode-1", "name": "read", "arguments": '{"a": 1}'}
    usage = {"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 60}}
    first = {"id": "1", "response": "look", "thinking": {"text": ["h", "m"]}, "toolCalls": [call], "usage": usage}
    image = {"mimeType": "image/png", "data": {"$base64": "AAAA"}}
    results = {"t__vscode-1": {"content": [{"value": "one"}, image, {"$mid": 1}]}}
    last = {"id": "2", "response": "done", "toolCalls": [], "timestamp": 1769940009000}
    session = read(request(**rounds(first, last, toolCallResults=results), modelId="copilot/model-x"))

    assert [m.parts for m in session.messages[1:]] == [
        (Reasoning(text="hm"), Text(text="look"), ToolCall(id="t__vscode-1", name="read", arguments='{"a": 1}')),
        (
            ToolResult(call_id="t__vscode-1", text="one"),
            Image(source="data:image/png;base64,AAAA", media_type="image/png"),
            Opaque(type="untyped", raw='{"$mid":1}'),
        ),
        (Text(text="done"),),
    ]
    assert session.messages[1].usage == Usage(input=40, cache_read=60, output=5)  # prompt_tokens includes the cache
    assert [m.model for m in session.messages] == [None, "model-x", None, "model-x"]
    assert (session.messages[0].timestamp, session.messages[3].timestamp) == (1769940000.0, 1769940009.0)


def test_what_was_sent_with_the_prompt_is_injected_and_shared_context_comes_once() -> None:
    sent = {
        "renderedUserMessage": [{"type": 1, "text": "<context>x</context>\nhi\n<after/>"}, {"type": 3}],
        "renderedGlobalContext": "<environment/>",
    }
    session = read(request(**rounds(**sent)), request(**rounds(**sent)))
    assert [(m.text, m.flags) for m in session.messages] == [
        ("<environment/>", ("meta",)),
        ("<context>x</context>\n<after/>", ("meta",)),
        ("hi", ()),
        ("<context>x</context>\n<after/>", ("meta",)),
        ("hi", ()),
    ]


def test_without_rounds_the_answer_is_what_was_shown() -> None:
    """A chat that was cut off keeps no rounds; hidden invocations repeat another one."""
    terminal = {"commandLine": {"original": "ls"}, "terminalCommandOutput": {"text": "a.py"}}
    invocation = {"kind": "toolInvocationSerialized", "toolCallId": "t", "toolId": "run"}
    response = [
        {"value": "see "},
        {"kind": "inlineReference", "inlineReference": {"path": "/x/a.py"}},
        {"kind": "thinking", "value": "hm"},
        {"kind": "prepareToolInvocation", "toolName": "run"},
        {**invocation, "presentation": "hidden"},
        {**invocation, "toolSpecificData": terminal},
        {
            **invocation,
            "toolCallId": "u",
            "resultDetails": {"input": "{}", "output": [{"value": "no"}], "isError": True},
        },
        {"kind": "textEditGroup", "edits": []},
        {"value": "done"},
    ]
    session = read(request(response=response, isCanceled=True))

    assert [m.parts for m in session.messages[1:]] == [
        (Text(text="see a.py"), Reasoning(text="hm"), ToolCall(id="t", name="run", arguments='{"command":"ls"}')),
        (ToolResult(call_id="t", text="a.py"),),
        (ToolCall(id="u", name="run", arguments="{}"),),
        (ToolResult(call_id="u", text="no", is_error=True),),
        (Opaque(type="textEditGroup", raw='{"kind":"textEditGroup","edits":[]}'), Text(text="done")),
    ]
    assert session.messages[-1].stop_reason == "canceled"
    assert session.integrity.warnings[0].text == "Left out parts of the interface: prepareToolInvocation (1)."


def test_tokens_of_the_last_call_and_an_error() -> None:
    failed = {"errorDetails": {"message": "no quota"}, "timings": {"totalElapsed": 1500}}
    session = read(
        request(**rounds({"id": "1", "response": "a"}, promptTokens=90, outputTokens=3)), request(result=failed)
    )
    assert session.messages[1].usage == Usage(input=90, output=3)
    assert (session.messages[3].text, session.messages[3].flags) == ("no quota", ("synthetic", "error"))
    assert session.messages[3].timestamp == 1769940001.5


def test_a_summary_stands_behind_the_round_it_ends_with() -> None:
    """A later request may hold the summary of an earlier round, which stood in the context for all up to it."""
    later = rounds({"id": "3", "response": "c"}, summary={"toolCallRoundId": "1", "text": "S"})
    session = read(request(**rounds({"id": "1", "response": "a"}, {"id": "2", "response": "b"})), request(**later))
    assert outline(session) == [
        ("user", "hi"),
        ("assistant", "a"),
        ("user", "S"),
        ("assistant", "b"),
        ("user", "hi"),
        ("assistant", "c"),
    ]
    assert session.messages[2].summary == "S"
    assert session.compactions == (RecordedCompaction(index=2, trigger="auto"),)


def log(*changes: dict[str, Any]) -> Session:
    first = {"kind": 0, "v": {"version": 3, "sessionId": "s", "requests": [request("one", id="1")]}}
    return load("\n".join(json.dumps(change) for change in (first, *changes)))


def test_the_log_is_replayed() -> None:
    session = log(
        {"kind": 1, "k": ["customTitle"], "v": "Named"},
        {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "draft"}]},
        {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "text"}], "i": 0},
        {"kind": 2, "k": ["requests"], "v": [request("two", id="2"), request("three", id="3")]},
        {"kind": 2, "k": ["requests"], "v": [request("again", id="4")], "i": 2},
        {"kind": 1, "k": ["requests", 1, "message", "text"], "v": "second"},
        {"kind": 3, "k": ["requests", 1, "response"]},
        {"kind": 1, "k": ["requests", 9, "x"], "v": 1},
    )
    assert outline(session) == [("user", "one"), ("assistant", "text"), ("user", "second"), ("user", "again")]
    assert session.title == "Named"
    codes = {warning.code: warning for warning in session.integrity.warnings}
    assert codes["branches"].text.startswith("Left out 1 message")
    assert codes["misfits"].line == 8
    assert session.integrity.lines == 9


@pytest.mark.parametrize("change", [{"kind": 9}, {"kind": 2, "k": []}, {"kind": 1, "k": ["requests", -1], "v": 1}])
def test_changes_that_fit_nothing_are_counted(change: dict[str, Any]) -> None:
    assert [w.code for w in log(change).integrity.warnings] == ["misfits"]


def test_a_log_of_one_line() -> None:
    assert outline(log()) == [("user", "one")]
