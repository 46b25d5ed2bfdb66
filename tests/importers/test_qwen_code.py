"""Qwen Code: a tree of rows with Gemini's parts."""

from typing import Any

from tests.importers.lines import codes, loaded, texts

Row = dict[str, Any]


def row(uuid: str, parent: str | None, kind: str, parts: list[Row] | None = None, **more: Any) -> Row:
    message = {} if parts is None else {"message": {"role": "user", "parts": parts}}
    link = {"uuid": uuid, "parentUuid": parent, "sessionId": "s", "timestamp": "2026-02-01T10:00:00Z"}
    return {"type": kind, **link, "version": "0.21.13", **message, **more}


def text(words: str, **more: Any) -> Row:
    return {"text": words, **more}


def test_a_rewind_leaves_a_branch_and_its_title() -> None:
    session = loaded(
        row("a", None, "user", [text("one")]),
        row("b", "a", "assistant", [text("dead")]),
        row("c", "b", "system", subtype="custom_title", systemPayload={"customTitle": "Dead"}),
        row("d", "a", "system", subtype="rewind"),
        row("e", "d", "user", [text("two")]),
        row("f", "e", "system", subtype="custom_title", systemPayload={"customTitle": "Alive"}),
        row("g", "zzz", "system", subtype="session_artifact_snapshot"),
    )
    assert texts(session) == ["one", "two"]
    assert session.title == "Alive"
    assert codes(session) == ["branches"]


def test_rows_of_one_uuid_are_one_message() -> None:
    usage = {"promptTokenCount": 12, "candidatesTokenCount": 4}
    session = loaded(
        row("a", None, "user", [text("one")]),
        row("b", "a", "assistant", [text("hm", thought=True)], joined=5),
        row("b", "a", "assistant", [text("yes")], model="qwen3", usageMetadata=usage, contextWindowSize=1000),
    )
    assert [part.kind for part in session.messages[1].parts] == ["reasoning", "text"]
    assert session.messages[1].usage is not None and session.messages[1].usage.context == 12
    assert (session.model, session.context_window, session.integrity.merged_rows) == ("qwen3", 1000, 1)


def test_a_compression_replaces_the_context() -> None:
    history = [
        {"role": "user", "parts": [text("Half done.")]},
        {"role": "model", "parts": [text("Got it.")]},
        {"role": "user", "parts": [text("two")]},
    ]
    info = {"originalTokenCount": 900, "newTokenCount": 80}
    session = loaded(
        row("a", None, "user", [text("one")]),
        row("b", "a", "user", [text("two")]),
        row("c", "b", "system", subtype="chat_compression", systemPayload={"info": info, "compressedHistory": history}),
        row("d", "c", "assistant", [text("three")]),
    )
    assert texts(session) == ["one", "two", "Half done.", "Got it.", "three"]
    (compaction,) = session.compactions
    assert (compaction.index, compaction.kept) == (2, (1,))
    assert (compaction.tokens_before, compaction.tokens_after) == (900, 80)
    assert session.messages[2].summary == "Half done."
    assert session.messages[3].flags == ("meta", "synthetic")


def test_a_compression_without_a_list_has_a_note() -> None:
    session = loaded(row("a", None, "user", [text("one")]), row("b", "a", "system", subtype="chat_compression"))
    assert session.messages[1].summary == ""


def test_notifications_are_not_typed() -> None:
    session = loaded(
        row("a", None, "user", [text("task done")], subtype="notification"),
        row("b", "a", "user", [text("one")], subtype="mid_turn_user_message"),
    )
    assert [m.flags for m in session.messages] == [("meta",), ()]


def test_sub_agents_are_threads_unless_the_file_is_theirs() -> None:
    aside = row("x", None, "user", [text("look")], isSidechain=True, agentId="explore-1")
    session = loaded(row("a", None, "user", [text("one")]), aside)
    assert texts(session) == ["one"]
    assert [(thread.id, len(thread.messages)) for thread in session.threads] == [("explore-1", 1)]
    assert texts(loaded(aside)) == ["look"]
