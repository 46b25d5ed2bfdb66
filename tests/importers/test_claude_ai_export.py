"""Claude.ai exports: blocks or plain text, attachments, branches."""

import json
from typing import Any

from compaction_core.importers import load, load_all
from compaction_core.session import File, Opaque, Reasoning, Session, Text, ToolCall, ToolResult


def said(sender: str, text: str = "", content: Any = None, **more: Any) -> dict[str, Any]:
    found = {"sender": sender, "text": text, "created_at": "2026-02-01T10:00:00Z", "attachments": [], "files": []}
    return {**found, **({} if content is None else {"content": content}), **more}


def read(*messages: dict[str, Any], **more: Any) -> Session:
    return load(json.dumps([{"uuid": "c", "name": "N", "chat_messages": list(messages), **more}]))


def test_text_stands_in_where_there_are_no_blocks() -> None:
    session = read(
        said("human", "a"), said("assistant", "b", []), said("assistant", "c", [{"type": "text", "text": "d"}])
    )
    assert [(m.role, m.text, m.timestamp) for m in session.messages] == [
        ("user", "a", 1769940000.0),
        ("assistant", "b", 1769940000.0),
        ("assistant", "d", 1769940000.0),
    ]
    assert session.title == "N"


def test_calls_without_ids_are_paired_in_order_and_search_hits_are_text() -> None:
    hit = {"type": "knowledge", "title": "T", "url": "http://x", "text": "words"}
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "tool_use", "id": None, "name": "web_search", "input": {"query": "q"}},
        {"type": "tool_result", "tool_use_id": None, "name": "web_search", "content": [hit, {"type": "map"}]},
        {"type": "tool_use", "id": "t", "name": "repl", "input": {}},
        {"type": "tool_result", "tool_use_id": "t", "content": [], "is_error": True},
        {"type": "token_budget"},
        {"type": "flag"},
        {"type": "text", "text": "done"},
    ]
    session = read(said("human", "go"), said("assistant", "done", blocks))

    assert [m.parts for m in session.messages[1:]] == [
        (Reasoning(text="hm"), ToolCall(id="call-0", name="web_search", arguments='{"query":"q"}')),
        (ToolResult(call_id="call-0", text="T\nhttp://x\nwords"), Opaque(type="map", raw='{"type":"map"}')),
        (ToolCall(id="t", name="repl", arguments="{}"),),
        (ToolResult(call_id="t", text="", is_error=True),),
        (Text(text="done"),),
    ]
    assert session.integrity.skipped_rows == 2


def test_attachments_enter_the_context_and_uploads_are_named_once() -> None:
    attached = [{"file_name": "a.md", "file_type": "md", "extracted_content": "A"}, {"extracted_content": "pasted"}]
    uploads = [{"file_name": "a.md"}, {"file_name": "b.png", "file_kind": "image"}]
    session = read(said("human", "see", attachments=attached, files=uploads), said("human", "", files=uploads[:1]))
    assert session.messages[0].parts == (
        File(name="a.md", media_type="md", text="A"),
        File(name="pasted text", text="pasted"),
        File(name="b.png", media_type="image"),
        Text(text="see"),
    )
    assert session.messages[1].parts == (File(name="a.md"),)


def test_where_parents_are_named_the_last_branch_is_the_list() -> None:
    root = "00000000-0000-4000-8000-000000000000"
    messages = [
        said("human", "a", uuid="1", parent_message_uuid=root),
        said("assistant", "old", uuid="2", parent_message_uuid="1"),
        said("assistant", "new", uuid="3", parent_message_uuid="1"),
    ]
    session = read(*messages)
    assert [m.text for m in session.messages] == ["a", "new"]
    assert session.integrity.warnings[0].code == "branches"
    assert [m.text for m in read(*messages, current_leaf_message_uuid="2").messages] == ["a", "old"]


def test_conversations_without_a_message_are_passed_over() -> None:
    chats = [{"uuid": "1", "name": "empty", "chat_messages": []}, {"uuid": "2", "chat_messages": [said("human", "a")]}]
    assert [s.title for s in load_all(json.dumps(chats))] == ["a"]
