"""Cursor's store.db: the tree of blobs, summaries, sub-agents; and bytes that are no message."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.errors import EmptyTranscript
from compaction_core.importers import load
from compaction_core.importers.shared.files import protobuf
from compaction_core.session import Reasoning, Session, Text, ToolCall, ToolResult
from tests.importers.cursor_blobs import Store, wire
from tests.importers.lines import codes, texts

SYSTEM = {"role": "system", "content": "Be brief."}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def assistant(*parts: dict[str, Any] | str) -> dict[str, Any]:
    content = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
    return {"id": "1", "role": "assistant", "content": content}


def test_messages_stand_in_the_order_of_the_root(tmp_path: Path) -> None:
    store = Store()
    call = {"type": "tool-call", "toolCallId": "t", "toolName": "Shell", "args": {"command": "ls"}}
    result = {"type": "tool-result", "toolCallId": "t", "toolName": "Shell", "result": "a\nb"}
    root = store.state(
        [
            SYSTEM,
            user("<user_info>\nOS Version: linux\n</user_info>"),
            user("<user_query>\nList them\n</user_query>"),
            assistant({"type": "reasoning", "text": "hm", "signature": "s"}, "Looking.", call),
            {"role": "tool", "content": [result]},
            assistant("Two."),
        ],
        (5, wire((1, 28_484), (2, 200_000))),
        (9, "file:///home/me/app"),
    )
    session = load(store.file(tmp_path, root, lastUsedModel="model-x"))
    assert [message.role for message in session.messages] == [
        "system",
        "user",
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    assert session.messages[3].parts == (
        Reasoning(text="hm"), Text(text="Looking."), ToolCall(id="t", name="Shell", arguments='{"command":"ls"}'),
    )  # fmt: skip
    assert session.messages[4].parts == (ToolResult(call_id="t", text="a\nb"),)
    assert [message.flags for message in session.messages[:3]] == [(), ("meta",), ()]
    assert (session.format, session.model, session.context_window) == ("cursor_cli", "model-x", 200_000)
    assert session.title == "List them"
    assert Session.model_validate_json(session.model_dump_json()) == session
    assert load(store.file(tmp_path / "b", root, name="My chat")).title == "My chat"


def test_the_same_words_said_twice_are_one_blob_and_two_messages(tmp_path: Path) -> None:
    store = Store()
    root = store.state([user("go on"), assistant("1"), user("go on"), assistant("2")])
    assert texts(load(store.file(tmp_path, root))) == ["go on", "1", "go on", "2"]


def test_what_was_summarized_stands_in_front_of_its_summary(tmp_path: Path) -> None:
    """The second summary stands for the first one, too, which therefore comes once."""
    store = Store()
    one, two = user("[Previous conversation summary]: A."), user("[Previous conversation summary]: A, B.")
    first = store.archive([user("a"), assistant("A")], "A.", one)
    second = store.archive([one, user("b"), assistant("B")], "A, B.", two)
    session = load(store.file(tmp_path, store.state([SYSTEM, two, user("c")], (13, first), (13, second))))
    assert texts(session) == [
        "Be brief.", "a", "A", one["content"][0]["text"], "b", "B", two["content"][0]["text"], "c",
    ]  # fmt: skip
    assert [(c.index, c.kept) for c in session.compactions] == [(3, (0,)), (6, (0,))]
    assert [session.messages[c.index].summary for c in session.compactions] == ["A.", "A, B."]
    assert session.context_start(8) == 6


def test_a_summary_without_its_message_and_one_without_words(tmp_path: Path) -> None:
    store = Store()
    root = store.state([user("c")], (11, store.archive([user("a")], "Told.")))
    session = load(store.file(tmp_path, root))
    assert [message.summary for message in session.messages] == [None, "Told.", None]
    other = Store()
    lost = load(other.file(tmp_path / "b", other.state([user("c")], (13, other.archive([user("a")], "")))))
    assert [message.summary for message in lost.messages] == [None, "", None]
    assert lost.messages[1].flags == ("synthetic",)


def test_sub_agents_are_threads(tmp_path: Path) -> None:
    store = Store()
    inner = store.state([user("deep")])
    middle = store.state([user("look"), assistant("seen")], (16, wire((1, "inner"), (2, wire((1, inner))))))
    root = store.state([user("hi")], (16, wire((1, "scout"), (2, wire((1, middle), (2, 5))))))
    threads = load(store.file(tmp_path, root)).threads
    assert [(thread.id, [m.text for m in thread.messages]) for thread in threads] == [
        ("scout", ["look", "seen"]), ("inner", ["deep"]),
    ]  # fmt: skip


def test_messages_that_are_not_there_are_counted(tmp_path: Path) -> None:
    store = Store()
    root = store.state([user("a"), user("b")])
    del store.blobs[store.add(user("b")).hex()]
    session = load(store.file(tmp_path, root))
    assert (texts(session), codes(session)) == (["a"], ["missing_messages"])
    with pytest.raises(EmptyTranscript):
        load(Store().file(tmp_path / "b", b"\xff\xff not a message"))


@given(st.binary(max_size=200))
def test_any_bytes_are_fields_or_none(data: bytes) -> None:
    for number, value in protobuf.fields(data):
        assert number > 0
        assert isinstance(value, bytes) or 0 <= value < 2**70


@given(st.lists(st.tuples(st.integers(1, 2**20), st.integers(0, 2**63) | st.binary(max_size=300))))
def test_fields_come_back_as_written_and_a_cut_message_is_none(pairs: list[tuple[int, int | bytes]]) -> None:
    written = wire(*pairs)
    assert protobuf.fields(written) == pairs
    if pairs:
        assert protobuf.fields(written[:-1]) != pairs
