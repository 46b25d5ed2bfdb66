"""Cline, Roo Code and Kilo Code: histories, what was shown, task folders, and Cline's SDK."""

import json
from pathlib import Path
from typing import Any

from compaction_core.importers import load, load_all
from compaction_core.session import (
    File,
    Opaque,
    Reasoning,
    RecordedCompaction,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Usage,
)

START = 1769940000000
ENVIRONMENT = "<environment_details>\nopen: a.py\n</environment_details>"


def entry(role: str, *texts: Any, **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text} if isinstance(text, str) else text for text in texts]
    return {"role": role, "content": content, "ts": START, **more}


TASK = entry("user", "<task>\nFix it.\n</task>", ENVIRONMENT)


def read(*entries: dict[str, Any]) -> Session:
    return load(json.dumps([TASK, *entries]))


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def test_the_task_was_typed_and_the_environment_was_not() -> None:
    session = read(entry("assistant", "Ok."))
    assert [(m.text, m.flags) for m in session.messages[:2]] == [
        ("<task>\nFix it.\n</task>", ()),
        (ENVIRONMENT, ("meta",)),
    ]
    assert session.title == "Fix it."


def test_xml_calls_and_their_written_results() -> None:
    call = (
        "<thinking>hm</thinking>\n<write_to_file>\n<path>a.py</path>\n<content>\n<b>x</b>\n</content>\n</write_to_file>"
    )
    session = read(
        entry("assistant", f"I write.\n\n{call}"),
        entry("user", "[write_to_file for 'a.py'] Result:", "saved", ENVIRONMENT),
        entry("assistant", "<execute_command><command>ls</command></execute_command>"),
        entry("user", "[execute_command for 'ls'] Result:\na.py\nb.py"),
        entry("assistant", "text with <path> in it"),
        entry("user", "[ERROR] You did not use a tool in your previous response!"),
    )
    arguments = json.dumps({"path": "a.py", "content": "<b>x</b>"}, separators=(",", ":"))
    assert [m.parts for m in session.messages[2:]] == [
        (
            Text(text="I write.\n\n<thinking>hm</thinking>"),
            ToolCall(id="call-0", name="write_to_file", arguments=arguments),
        ),
        (ToolResult(call_id="call-0", text="saved"),),
        (Text(text=ENVIRONMENT),),
        (ToolCall(id="call-1", name="execute_command", arguments='{"command":"ls"}'),),
        (ToolResult(call_id="call-1", text="a.py\nb.py"),),
        (Text(text="text with <path> in it"),),
        (Text(text="[ERROR] You did not use a tool in your previous response!"),),
    ]
    assert session.messages[-1].flags == ("meta",)


def test_native_calls_reasoning_model_and_tokens() -> None:
    call = {"type": "tool_use", "id": "t", "name": "read_file", "input": {"path": "a.py"}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "x = 1"}
    info = {"modelInfo": {"modelId": "model-x"}, "metrics": {"tokens": {"prompt": 100, "completion": 7, "cached": 60}}}
    session = read(
        {"type": "reasoning", "summary": [], "encrypted_content": "e", "ts": START},
        entry("assistant", {"type": "reasoning", "text": "hm"}, call, **info),
        entry("user", result, ENVIRONMENT),
        entry("assistant", "done", reasoning_content="so"),
    )
    assert isinstance(session.messages[2].parts[0], Opaque)
    answer = session.messages[3]
    assert answer.parts == (Reasoning(text="hm"), ToolCall(id="t", name="read_file", arguments='{"path":"a.py"}'))
    assert (answer.model, answer.usage) == ("model-x", Usage(input=40, cache_read=60, output=7))
    assert session.result_of == {(3, "t"): 4}
    assert session.messages[-1].parts == (Reasoning(text="so"), Text(text="done"))


def test_a_condensed_history_keeps_what_it_hid() -> None:
    """Roo Code 3: entries that name the id of the summary as their parent are no longer sent."""
    session = read(
        entry("assistant", "a", condenseParent="k"),
        entry("user", "b", condenseParent="k"),
        entry("assistant", "S", isSummary=True, condenseId="k"),
        entry("user", "c", truncationParent="t"),
        entry("user", "cut", isTruncationMarker=True, truncationId="t"),
        entry("assistant", "d"),
    )
    assert [(m.text, m.summary) for m in session.messages[4:]] == [("S", "S"), ("c", None), ("cut", ""), ("d", None)]
    assert session.compactions == (
        RecordedCompaction(index=4, kept=(0, 1), timestamp=START / 1000),
        RecordedCompaction(index=6, kept=(0, 1, 4), timestamp=START / 1000),
    )


def sdk(*messages: dict[str, Any]) -> Session:
    return load(
        json.dumps({"version": 1, "agent": "lead", "sessionId": "s", "system_prompt": "P", "messages": messages})
    )


def test_a_session_of_the_sdk() -> None:
    call = {"type": "tool_use", "id": "t", "name": "n", "input": {}}
    metrics = {"inputTokens": 120, "outputTokens": 9, "cacheReadTokens": 100, "cacheWriteTokens": 5}
    result = {"type": "tool_result", "tool_use_id": "t", "content": [{"query": "q", "result": "r"}]}
    session = sdk(
        entry("user", "hi", {"type": "file", "path": "a.py", "content": "x"}),
        entry("assistant", call, modelInfo={"id": "m"}, metrics=metrics),
        entry("user", result),
    )
    assert [m.role for m in session.messages] == ["system", "user", "assistant", "tool"]
    assert session.messages[1].parts == (Text(text="hi"), File(name="a.py", media_type="text/plain", text="x"))
    assert session.messages[2].usage == Usage(input=15, cache_read=100, cache_write=5, output=9)
    assert session.messages[3].result == ToolResult(call_id="t", text='[{"query":"q","result":"r"}]')


def test_a_compacted_session_of_the_sdk() -> None:
    details = {"kind": "compaction_summary", "summary": "S", "tokensBefore": 900, "generatedAt": START}
    notice = "<SYSTEM_NOTICE>\nEarlier context was compacted. Summary: S\n</SYSTEM_NOTICE>"
    session = sdk(entry("user", "Context summary:\n\nS", metadata=details), entry("user", "hi"))
    assert session.compactions == (RecordedCompaction(index=1, kept=(0,), tokens_before=900, timestamp=START / 1000),)
    assert (session.messages[1].summary, session.messages[1].text) == ("S", "Context summary:\n\nS")
    assert sdk(entry("user", notice)).messages[1].summary == "Earlier context was compacted. Summary: S"


def test_the_second_version_of_roo_code() -> None:
    call = {"type": "tool-call", "toolCallId": "t", "toolName": "n", "input": {}}
    result = {"type": "tool-result", "toolCallId": "t", "toolName": "n", "output": {"type": "text", "value": "r"}}
    messages = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": [call]}, {"role": "tool", "content": [result]}]  # noqa: E501  # fmt: skip
    session = load(json.dumps({"version": 2, "messages": messages}))
    assert session.format == "cline"
    assert session.result_of == {(1, "t"): 2}


def say(kind: str, text: str = "", at: int = 0, **more: Any) -> dict[str, Any]:
    return {"ts": START + at * 1000, "type": "say", "say": kind, "text": text, **more}


def started(at: int = 0, **told: Any) -> dict[str, Any]:
    return say("api_req_started", json.dumps(told), at)


def folder(root: Path, history: Any, screen: Any) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    (root / "api_conversation_history.json").write_text(json.dumps(history))
    (root / "ui_messages.json").write_text(json.dumps(screen))
    (root / "task_metadata.json").write_text(json.dumps({"model_usage": [{"ts": 1, "model_id": "model-x"}]}))
    return root


def test_a_task_folder_gives_tokens_times_and_model(tmp_path: Path) -> None:
    history = [TASK, {"role": "assistant", "content": "a"}, entry("user", "b"), {"role": "assistant", "content": "c"}]
    screen = [
        started(1, tokensIn=10, tokensOut=2, cacheReads=90, cacheWrites=5),
        started(2),  # cut off before it was answered
        started(3, apiProtocol="openai", tokensIn=110, tokensOut=3, cacheReads=100),
    ]
    session = load(folder(tmp_path, history, screen))
    assert [(m.usage, m.timestamp) for m in session.messages if m.role == "assistant"] == [
        (Usage(input=10, cache_read=90, cache_write=5, output=2), START / 1000 + 1),
        (Usage(input=10, cache_read=100, output=3), START / 1000 + 3),
    ]
    assert session.model == "model-x"
    other = load(folder(tmp_path, history, screen[:1]))
    assert [w.code for w in other.integrity.warnings] == ["usage"]


def test_a_cut_in_the_middle_is_placed_by_the_screen(tmp_path: Path) -> None:
    """Cline 3 cuts entries 2 to 3 when entry 4 is the last: the task, its answer and entry 4 stay."""
    history = [TASK, *(entry(role, str(n)) for n, role in enumerate(("assistant", "user", "assistant", "user", "assistant"), 1))]  # noqa: E501  # fmt: skip
    screen = [
        say("text", conversationHistoryIndex=2),
        say("text", at=9, conversationHistoryIndex=4, conversationHistoryDeletedRange=[2, 3]),
        say("text", conversationHistoryIndex=5, conversationHistoryDeletedRange=[2, 3]),
    ]
    session = load(folder(tmp_path, history, screen))
    # messages: 0 task, 1 environment, 2 to 5 entries 1 to 4, 6 the note, 7 entry 5
    assert [m.text for m in session.messages[2:6]] == ["1", "2", "3", "4"]
    assert session.messages[6].summary == ""
    assert session.compactions == (RecordedCompaction(index=6, kept=(0, 1, 2, 5), timestamp=START / 1000 + 9),)


def test_tokens_of_a_condensed_history_stand_on_screen(tmp_path: Path) -> None:
    condensed = {"summary": "S", "prevContextTokens": 900, "newContextTokens": 90, "condenseId": "k"}
    history = [TASK, entry("assistant", "a", condenseParent="k"), entry("user", "S", isSummary=True, condenseId="k")]
    session = load(folder(tmp_path, history, [say("condense_context", contextCondense=condensed)]))
    (compaction,) = session.compactions
    assert (compaction.index, compaction.kept) == (3, (0, 1))
    assert (compaction.tokens_before, compaction.tokens_after) == (900, 90)


def test_several_tasks_are_several_conversations(tmp_path: Path) -> None:
    for name in ("1", "2"):
        folder(tmp_path / "tasks" / name, [TASK, entry("assistant", name)], [])
    assert [s.messages[-1].text for s in load_all(tmp_path)] == ["1", "2"]


def test_what_was_shown_alone() -> None:
    condensed = {"summary": "S", "prevContextTokens": 900, "newContextTokens": 90}
    session = load(
        json.dumps(
            [
                say("task", "Fix it."),
                started(1, tokensIn=10, tokensOut=2),
                say("reasoning", "hm"),
                say("text", "a dr", partial=True),
                say("text", "a draft"),
                {"ts": START, "type": "ask", "ask": "command", "text": "ls"},
                say("command_output", "a.py"),
                {"ts": START, "type": "ask", "ask": "tool", "text": '{"tool": "readFile", "path": "a.py"}'},
                say("condense_context", contextCondense=condensed),
                say("user_feedback", "go on"),
                say("completion_result", "done"),
            ]
        )
    )
    assert [m.parts for m in session.messages] == [
        (Text(text="Fix it."),),
        (Reasoning(text="hm"),),
        (Text(text="a draft"),),
        (ToolCall(id="call-0", name="command", arguments='{"command":"ls"}'),),
        (ToolResult(call_id="call-0", text="a.py"),),
        (ToolCall(id="call-1", name="readFile", arguments='{"tool":"readFile","path":"a.py"}'),),
        (Text(text="S"),),
        (Text(text="go on"),),
        (Text(text="done"),),
    ]
    assert session.messages[1].usage == Usage(input=10, output=2)
    assert session.compactions == (
        RecordedCompaction(index=6, tokens_before=900, tokens_after=90, timestamp=START / 1000),
    )
    assert [w.code for w in session.integrity.warnings] == ["screen_only"]


def test_other_lists_of_messages_are_not_taken() -> None:
    assert load(json.dumps([{"role": "user", "content": "<task>a</task>"}])).format == "openai_chat"
