"""The list of a file's conversations."""

import pandas as pd

from compaction_core.session import Image, Message, Opaque, Text, ToolCall, ToolResult
from tests.make import say, session
from ui.conversations import table, text_bytes


def test_each_row_says_title_messages_size_and_date() -> None:
    rows = table([session(say("user", "é" * 3, timestamp=86_400.0), title="a\u202eb"), session(say("user", "x"))])
    assert list(rows.columns) == ["#", "title", "messages", "size of text", "started"]
    assert list(rows["title"]) == ["a<U+202E>b", "(no title)"]
    assert list(rows["size of text"]) == [6, 1]
    assert rows["started"][0] == pd.Timestamp("1970-01-02", tz="UTC") and pd.isna(rows["started"][1])


def test_the_size_is_all_text_and_no_image() -> None:
    parts = (
        Text(text="four"), Image(source="data:x"), ToolCall(id="i", name="run", arguments="{}"),
        ToolResult(call_id="i", text="ok"), Opaque(type="t", raw="[1]"),
    )  # fmt: skip
    assert text_bytes(session(Message(role="user", parts=parts))) == 4 + 0 + 5 + 2 + 3
