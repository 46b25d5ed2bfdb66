"""Cursor's state.vscdb: bubbles of a chat in its order, steps, summaries, sub-agents, older places."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from compaction_core.errors import EmptyTranscript
from compaction_core.importers import load, load_all
from compaction_core.session import (
    File,
    Image,
    Reasoning,
    RecordedCompaction,
    Session,
    Text,
    ToolCall,
    ToolResult,
)
from tests.importers.cursor_blobs import Store, wire
from tests.importers.databases import sqlite_file
from tests.importers.lines import codes, texts

PAIRS = "key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB"
START = 1767323040  # 2026-01-02T03:04:00Z


def bubble(identity: str, kind: int, text: str = "", at: int = 0, **more: Any) -> dict[str, Any]:
    return {"bubbleId": identity, "type": kind, "text": text, "createdAt": f"2026-01-02T03:04:{at:02}.000Z", **more}


def called(identity: str, call: str, **tool: Any) -> dict[str, Any]:
    former = {"tool": 5, "toolCallId": call, "name": "ls", "rawArgs": "{}", "status": "completed", **tool}
    return bubble(identity, 2, toolFormerData=former)


def chat(*bubbles: dict[str, Any], name: str = "c", **info: Any) -> list[tuple[str, Any]]:
    headers = [{"bubbleId": one["bubbleId"], "type": one["type"]} for one in bubbles]
    settings = {"_v": 10, "composerId": name, "fullConversationHeadersOnly": headers, **info}
    return [(f"composerData:{name}", settings), *((f"bubbleId:{name}:{one['bubbleId']}", one) for one in bubbles)]


def database(path: Path, *pairs: tuple[str, Any], items: tuple[tuple[str, Any], ...] = ()) -> Path:
    return sqlite_file(path / "state.vscdb", {"ItemTable": (PAIRS, items), "cursorDiskKV": (PAIRS, pairs)})


def read(path: Path, *bubbles: dict[str, Any], **info: Any) -> Session:
    return load(database(path, *chat(*bubbles, **info)))


def test_thought_text_and_parallel_calls_are_one_answer(tmp_path: Path) -> None:
    session = read(
        tmp_path,
        bubble("b0", 1, "one", modelInfo={"modelName": "model-x"}, contextWindowStatusAtCreation={"tokenLimit": 9_000}),
        bubble("b1", 2, at=1, thinking={"text": "hm"}, allThinkingBlocks=[{"thinking": "hm"}]),
        bubble("b2", 2, "looking", at=2),
        called("b3", "t1", rawArgs='{"a": 1}', result='{"files": []}', modelCallId="m"),
        called("b4", "t2", rawArgs="", params='{"b": 2}', status="error", error={"modelVisibleErrorMessage": "no"},
               modelCallId="m"),
        called("b5", "t3", status="loading", modelCallId="n"),
        bubble("b6", 2, "done", tokenCount={"inputTokens": 5, "outputTokens": 2}),
        name="c", modelConfig={"modelName": "default"},
    )  # fmt: skip
    assert [m.parts for m in session.messages] == [
        (Text(text="one"),),
        (
            Reasoning(text="hm"),
            Text(text="looking"),
            ToolCall(id="t1", name="ls", arguments='{"a": 1}'),
            ToolCall(id="t2", name="ls", arguments='{"b": 2}'),
        ),
        (ToolResult(call_id="t1", text='{"files": []}'),),
        (ToolResult(call_id="t2", text="no", is_error=True),),
        (ToolCall(id="t3", name="ls", arguments="{}"), Text(text="done")),
    ]
    assert (session.model, session.context_window, session.messages[1].timestamp) == ("model-x", 9_000, START + 1)
    assert session.unanswered == ((4, "t3"),)
    assert session.messages[4].usage is not None and session.messages[4].usage.total == 7


def test_calls_of_two_answers_stay_apart(tmp_path: Path) -> None:
    session = read(tmp_path, called("b0", "t1", result="x"), called("b1", "t1", result="y"))
    assert [m.role for m in session.messages] == ["assistant", "tool", "assistant", "tool"]
    assert len(session.result_of) == 2 and not session.orphans


def test_what_is_attached_to_a_prompt(tmp_path: Path) -> None:
    code = {"relativeWorkspacePath": "a.py", "lines": ["x = 1", "y = 2"]}
    image = {"path": "/tmp/shot.png", "dimension": {"width": 30, "height": 20}}
    selection = {"text": "z", "uri": {"fsPath": "/b.py"}}
    session = read(tmp_path, bubble("b0", 1, "see", attachedCodeChunks=[code], images=[image], selections=[selection]))
    assert session.messages[0].parts == (
        Text(text="see"),
        File(name="a.py", text="x = 1\ny = 2"),
        File(name="/b.py", text="z"),
        Image(source="/tmp/shot.png", width=30, height=20),
    )


def test_summaries_of_bubbles_and_of_the_chat(tmp_path: Path) -> None:
    """The first names where sending goes on, the second only the last bubble that it stands for."""
    first = {
        "summary": "S1",
        "truncationLastBubbleIdInclusive": "b1",
        "clientShouldStartSendingFromInclusiveBubbleId": "b2",
    }
    second = {"summary": "S2", "truncationLastBubbleIdInclusive": "s3"}
    session = read(
        tmp_path,
        bubble("b0", 1, "one"),
        bubble("b1", 2, "1"),
        bubble("b2", 1, "two"),
        bubble("b3", 2, "2", at=3, serverBubbleId="s3", conversationSummary=json.dumps(first)),
        bubble("b4", 1, "three", at=4),
        bubble("b5", 2, "3"),
        latestConversationSummary={"summary": second, "lastBubbleId": "b4"},
    )
    assert texts(session) == ["one", "1", "two", "S1", "2", "three", "S2", "3"]
    assert [m.summary for m in session.messages if m.summary is not None] == ["S1", "S2"]
    assert session.compactions == (
        RecordedCompaction(index=3, kept=(2,), timestamp=float(START + 3)),
        RecordedCompaction(index=6, kept=(5,), timestamp=float(START + 4)),
    )


def test_one_summary_told_twice_is_one_compaction(tmp_path: Path) -> None:
    told = {"summary": "S", "truncationLastBubbleIdInclusive": "b0"}
    session = read(
        tmp_path,
        bubble("b0", 1, "one"),
        bubble("b1", 2, "1", conversationSummary=told),
        latestConversationSummary={"summary": told, "lastBubbleId": "b1"},
    )
    assert len(session.compactions) == 1


def test_a_sub_agent_s_chat_is_a_thread_of_the_one_that_started_it(tmp_path: Path) -> None:
    parent = chat(bubble("b0", 1, "go"), name="p", subagentComposerIds=["c", "gone"])
    child = chat(bubble("b0", 1, "task"), name="c", subagentComposerIds=["d"])
    (session,) = load_all(database(tmp_path, *parent, *child, *chat(bubble("b0", 1, "deeper"), name="d")))
    assert [(thread.id, thread.messages[0].text) for thread in session.threads] == [("c", "task"), ("d", "deeper")]


def test_chats_that_name_each_other_are_both_kept(tmp_path: Path) -> None:
    one = chat(bubble("b0", 1, "a"), name="a", subagentComposerIds=["b"])
    assert (
        len(load_all(database(tmp_path, *one, *chat(bubble("b0", 1, "b"), name="b", subagentComposerIds=["a"])))) == 2
    )


def test_bubbles_that_are_missing_or_no_longer_listed_are_told(tmp_path: Path) -> None:
    kept = chat(bubble("b0", 1, "a"), bubble("b1", 2, "b"))
    session = load(database(tmp_path, *kept[:2], ("bubbleId:c:old", bubble("old", 2, "gone"))))
    assert (texts(session), codes(session)) == (["a"], ["missing_messages", "branches"])


def test_older_places(tmp_path: Path) -> None:
    """Bubbles inside the chat (a list or a map), without a list of them, and in the tabs of a workspace."""
    rich = {"root": {"children": [{"type": "paragraph", "children": [{"text": word}]} for word in ("old", "way")]}}
    inline = {"conversation": [{"type": 1, "richText": json.dumps(rich)}, {"type": 2, "text": "yes"}], "name": "I"}
    mapped = {
        "fullConversationHeadersOnly": [{"bubbleId": "x", "type": 1}],
        "conversationMap": {"x": {"type": 1, "text": "m"}},
    }
    tab = {"tabId": "t", "chatTitle": "T", "bubbles": [{"type": "user", "text": "q"}, {"type": "ai", "rawText": "a"}]}
    path = database(
        tmp_path,
        ("composerData:i", inline),
        ("composerData:m", mapped),
        ("bubbleId:lost:2", bubble("2", 2, "second", at=2)),
        ("bubbleId:lost:1", bubble("1", 1, "first", at=9)),
        items=(
            ("workbench.panel.aichat.view.aichat.chatdata", {"tabs": [tab]}),
            (
                "composer.composerData",
                {"allComposers": [{"composerId": "w", "conversation": [{"type": 1, "text": "w"}]}]},
            ),
        ),
    )
    told = {session.title: texts(session) for session in load_all(path)}
    assert told == {
        "I": ["old\nway", "yes"], "m": ["m"], "first": ["second", "first"], "T": ["q", "a"], "w": ["w"]
    }  # fmt: skip


def test_an_error_alone_and_empty_bubbles(tmp_path: Path) -> None:
    failed = bubble("b1", 2, errorDetails={"title": "Stopped", "message": "No connection"})
    session = read(tmp_path, bubble("b0", 1, "a"), failed, bubble("b2", 2))
    assert [(m.text, m.flags) for m in session.messages[1:]] == [("No connection", ("synthetic", "error"))]


def test_a_file_without_chats_says_so(tmp_path: Path) -> None:
    with pytest.raises(EmptyTranscript, match="Cursor chats"):
        load(database(tmp_path, ("composerData:c", None), ("bubbleId:c:b", "no object")))


def test_a_chat_without_bubbles_is_read_from_the_blobs_that_the_model_sees(tmp_path: Path) -> None:
    store = Store()
    said = [{"role": role, "content": text} for role, text in (("system", "Be brief."), ("user", "b"))]
    archive = store.archive([{"role": "user", "content": "a"}], "A.")
    root = store.state(said, (5, wire((1, 10), (2, 9_000))), (13, archive))
    blobs = [(f"agentKv:blob:{name}", data) for name, data in store.blobs.items()]
    state = "~" + base64.b64encode(root).decode()
    info = {"_v": 18, "name": "T", "conversationState": state, "modelConfig": {"modelName": "model-x"}}
    path = database(tmp_path, ("composerData:c", info), ("composerData:d", {"conversationState": "~"}), *blobs)
    (session,) = load_all(path)
    assert texts(session) == ["Be brief.", "a", "A.", "b"]
    assert [(c.index, c.kept) for c in session.compactions] == [(2, (0,))]
    assert (session.format, session.title, session.model, session.context_window) == (
        "cursor_ide", "T", "model-x", 9_000,
    )  # fmt: skip
