"""Open WebUI: the active branch of a chat, its answers in both shapes, summaries, files."""

import json
import time
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import File, Image, Opaque, Reasoning, Session, Text, ToolCall, ToolResult, Usage
from tests.importers.lines import codes, texts

Node = dict[str, Any]


def node(identity: str, role: str, content: Any, parent: str | None = None, **more: Any) -> Node:
    return {"id": identity, "parentId": parent, "childrenIds": [], "role": role, "content": content, **more}


def chat(*nodes: Node, current: str | None = None, **more: Any) -> Node:
    history = {"currentId": current, "messages": {each["id"]: each for each in nodes}}
    return {"id": "c", "title": "A talk", "chat": {"history": history, **more}}


def read(*nodes: Node, current: str | None = None, **more: Any) -> Session:
    session = load(json.dumps([chat(*nodes, current=current or nodes[-1]["id"], **more)]).encode())
    assert Session.model_validate_json(session.model_dump_json()) == session
    return session


def test_the_branch_that_was_open_is_read() -> None:
    asked = node("u", "user", "hi", timestamp=1767323045)
    one, two = (node(name, "assistant", name, "u", model="m") for name in ("one", "two"))
    session = read(asked, one, two, current="one", params={"system": "Be brief."}, models=["other"])
    assert [(m.role, m.text) for m in session.messages] == [
        ("system", "Be brief."),
        ("user", "hi"),
        ("assistant", "one"),
    ]
    assert (session.title, session.model, session.messages[1].timestamp) == ("A talk", "m", 1767323045.0)
    assert codes(session) == ["branches"]


def test_without_a_place_the_newest_end_is_taken() -> None:
    ends = [
        node("old", "assistant", "old", "u", timestamp=1767323046),
        node("new", "assistant", "new", "u", timestamp=1767323047),
    ]
    first = {**node("u", "user", "hi"), "childrenIds": ["old", "new"]}
    (session,) = load_all(json.dumps(chat(first, *ends)).encode())
    assert texts(session) == ["hi", "new"]


def test_each_chat_is_a_session_also_without_the_wrapper() -> None:
    bare = chat(node("u", "user", "hi"), current="u", title="Bare")["chat"]
    made = load_all(json.dumps([chat(node("u", "user", "yes"), current="u"), {"other": 1}, bare]).encode())
    assert [(s.title, texts(s)) for s in made] == [("A talk", ["yes"]), ("Bare", ["hi"])]


def test_an_answer_of_items() -> None:
    output = [
        {"type": "reasoning", "content": [{"type": "output_text", "text": "hm"}], "summary": None},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
        {"type": "function_call", "call_id": "t", "name": "read", "arguments": '{"a":1}', "status": "completed"},
        {"type": "function_call_output", "call_id": "t", "output": [{"type": "input_text", "text": "found"}]},
        {"type": "open_webui:code_interpreter", "code": "1 + 1"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]},
    ]
    usage = {"input_tokens": 30, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 10}}
    session = read(node("u", "user", "hi"), node("a", "assistant", "shown", "u", output=output, usage=usage))
    assert [m.role for m in session.messages] == ["user", "assistant", "tool", "assistant"]
    assert session.messages[1].parts == (
        Reasoning(text="hm"), Text(text="I look."), ToolCall(id="t", name="read", arguments='{"a":1}'),
    )  # fmt: skip
    assert session.messages[2].parts == (ToolResult(call_id="t", text="found"),)
    assert isinstance(session.messages[3].parts[0], Opaque) and session.messages[3].text == "Done."
    assert session.messages[3].usage == Usage(input=20, cache_read=10, output=5)


def test_an_answer_of_older_releases() -> None:
    done = '<details type="tool_calls" done="true" id="t" name="read" arguments="&quot;{\\&quot;a\\&quot;: 1}&quot;"'
    text = (
        '<details type="reasoning" done="true" duration="2">\n<summary>Thought</summary>\n'
        "> a &lt; b\n&gt; so\n</details>\n"
        f'I look.\n{done} result="&quot;x &amp; y&quot;" files="">\n<summary>Tool Executed</summary>\n</details>\n'
        '<details type="tool_calls" done="false" id="w" name="write" arguments="">\n<summary>…</summary>\n</details>\n'
        "<details>\n<summary>My own</summary>\nkept</details>"
    )
    session = read(node("u", "user", "hi"), node("a", "assistant", text, "u"))
    assert [m.role for m in session.messages] == ["user", "assistant", "tool", "assistant"]
    assert session.messages[1].parts == (
        Reasoning(text="a < b\nso"), Text(text="I look."), ToolCall(id="t", name="read", arguments='{"a":1}'),
    )  # fmt: skip
    assert session.messages[2].parts == (ToolResult(call_id="t", text="x & y"),)
    last = session.messages[3].parts
    assert isinstance(last[0], ToolCall) and last[0].name == "write"
    assert last[1] == Text(text="<details>\n<summary>My own</summary>\nkept</details>")


@pytest.mark.parametrize("piece", ['<details type="reasoning">', '<details type="tool_calls" ', "<details type="])
def test_what_was_never_closed_is_text_and_read_at_once(piece: str) -> None:
    text = piece * 50_000
    start = time.perf_counter()
    session = read(node("u", "user", "hi"), node("a", "assistant", text, "u"))
    assert session.messages[1].text == text and time.perf_counter() - start < 5


def test_a_summary_stands_before_the_message_that_holds_it() -> None:
    session = read(
        node("u", "user", "one"),
        node("a", "assistant", "first", "u"),
        node("v", "user", "two", "a", contextSummary="All so far.", timestamp=1767323045),
        params={"system": "Be brief."},
    )
    assert texts(session) == ["Be brief.", "one", "first", "[CONVERSATION SUMMARY]\nAll so far.", "two"]
    assert session.messages[3].summary == "All so far."
    assert [(c.index, c.kept, c.timestamp) for c in session.compactions] == [(3, (0,), 1767323045.0)]


def test_files_and_failures() -> None:
    files = [
        {"type": "image", "url": "https://example.com/a.png"},
        {"type": "file", "name": "b.pdf"},
        {"type": "collection"},
    ]
    session = read(
        node("u", "user", "look", files=files), node("a", "assistant", "", "u", error={"content": "No model."})
    )
    assert session.messages[0].parts[1:] == (
        Image(source="https://example.com/a.png"), File(name="b.pdf"), File(name="collection"),
    )  # fmt: skip
    assert (session.messages[1].text, session.messages[1].flags) == ("No model.", ("error",))


def test_a_tree_that_bites_its_tail_ends() -> None:
    session = read(node("a", "user", "one", "b"), node("b", "assistant", "two", "a"), current="b")
    assert texts(session) == ["one", "two"]
