"""pi sessions of formats 1 to 3."""

from typing import Any

from compaction_core.session import Image
from tests.importers.lines import codes, loaded, texts

Row = dict[str, Any]


def head(version: int | None = 3, **more: Any) -> Row:
    told = {} if version is None else {"version": version}
    return {"type": "session", **told, "id": "s", "timestamp": "2026-02-01T10:00:00Z", "cwd": "/w", **more}


def entry(identity: str | None, parent: str | None, kind: str, **more: Any) -> Row:
    link = {} if identity is None else {"id": identity, "parentId": parent}
    return {"type": kind, **link, "timestamp": "2026-02-01T10:00:00Z", **more}


def said(identity: str | None, parent: str | None, text: str, role: str = "user", **more: Any) -> Row:
    message = {"role": role, "content": [{"type": "text", "text": text}], **more}
    return entry(identity, parent, "message", message=message)


def test_a_compaction_keeps_from_the_first_kept_entry_on() -> None:
    session = loaded(
        head(),
        said("a", None, "one"),
        said("b", "a", "two"),
        entry("c", "b", "compaction", summary="S", firstKeptEntryId="b", tokensBefore=900),
        said("d", "c", "three"),
        entry("e", "d", "compaction", summary="S2", firstKeptEntryId="b", tokensBefore=901, fromHook=True),
    )
    assert texts(session) == ["one", "two", "S", "three", "S2"]
    first, second = session.compactions
    assert (first.index, first.kept, first.tokens_before, first.trigger) == (2, (1,), 900, None)
    # the summary before it is never kept, what was kept then may be kept again
    assert (second.index, second.kept, second.trigger) == (4, (1, 3), "extension")
    assert session.messages[2].summary == "S"


def test_format_1_has_no_ids_and_counts_rows() -> None:
    session = loaded(
        head(None, modelId="m-1"),
        said(None, None, "one"),
        said(None, None, "two", "assistant"),
        entry(None, None, "compaction", summary="S", firstKeptEntryIndex=2),
    )
    assert session.compactions[0].kept == (1,)
    assert session.model == "m-1"
    assert session.version == "format 1"


def test_an_unknown_first_kept_entry_keeps_nothing() -> None:
    row = entry("b", "a", "compaction", summary="S", firstKeptEntryId="zzz")
    assert loaded(head(), said("a", None, "one"), row).compactions[0].kept == ()


def test_branches_that_were_left_are_counted() -> None:
    session = loaded(
        head(2),
        said("a", None, "one"),
        said("b", "a", "wrong"),
        entry("c", "a", "branch_summary", fromId="b", summary="Tried the wrong way."),
        said("d", "c", "right"),
    )
    assert texts(session) == ["one", "Tried the wrong way.", "right"]
    assert session.messages[1].flags == ("meta",)
    assert session.messages[1].summary is None  # of a branch, not of the context
    assert codes(session) == ["branches"]


def test_a_leaf_entry_chooses_the_branch() -> None:
    rows = [said("a", None, "one"), said("b", "a", "two"), entry("c", "b", "leaf", targetId="a")]
    assert texts(loaded(head(), *rows)) == ["one"]


def test_parents_that_are_no_entries() -> None:
    session = loaded(head(), said("a", "s", "one"), said("b", "toolu_1", "two"))
    assert texts(session) == ["one", "two"]


def test_roles_beside_user_and_assistant() -> None:
    shell = {"role": "bashExecution", "command": "ls", "output": "x"}
    session = loaded(
        head(),
        said("a", None, "one"),
        entry("b", "a", "message", message=shell),
        entry("c", "b", "message", message={**shell, "excludeFromContext": True}),
        said("d", "c", "from a hook", "hookMessage"),
        entry("e", "d", "custom_message", customType="x.note", content="injected"),
        entry("f", "e", "custom", customType="state", data={}),
        said("g", "f", "half", "assistant", stopReason="aborted"),
        entry("h", "g", "session_info", name="My session"),
        entry("i", "h", "from_the_future"),
    )
    assert texts(session) == ["one", "$ ls\nx", "from a hook", "injected", "half"]
    assert [m.flags for m in session.messages] == [(), ("meta",), ("meta",), ("meta",), ("error",)]
    assert session.messages[3].name == "x.note"
    assert session.title == "My session"
    assert codes(session) == ["unknown_rows"]


def test_results_and_pictures() -> None:
    call = {"role": "assistant", "content": [{"type": "toolCall", "name": "shot", "arguments": {}}]}
    content = [{"type": "text", "text": "ok"}, {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}]
    answer = {"role": "toolResult", "toolName": "shot", "content": content, "isError": True}
    session = loaded(head(), entry("a", None, "message", message=call), entry("b", "a", "message", message=answer))
    assert len(session.result_of) == 1  # neither had an id
    result = session.messages[1].result
    assert result is not None and (result.text, result.is_error) == ("ok", True)
    assert isinstance(session.messages[1].parts[1], Image)


def test_a_cycle_of_parents_ends() -> None:
    assert texts(loaded(head(), said("a", "b", "one"), said("b", "a", "two"))) == ["one", "two"]


def test_a_last_row_that_hangs_off_nothing_does_not_end_the_path() -> None:
    rows = [head(), said("a", None, "one"), said("b", "a", "two")]
    for last in (entry("c", None, "session_info", name="N"), entry(None, None, "custom"), head()):
        assert texts(loaded(*rows, last)) == ["one", "two"]
