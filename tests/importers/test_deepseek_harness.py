"""DeepSeek Harness logs."""

from typing import Any

from tests.importers.lines import codes, loaded, texts

Row = dict[str, Any]
HEAD: Row = {"type": "session", "version": 0, "id": "s", "createdAt": 1769940000000}


def event(kind: str, seq: int, surface: Any = None, **data: Any) -> Row:
    more = {} if surface is None else {"surfaceOp": surface}
    return {"type": kind, "seq": seq, "time": 1769940000000 + seq, "data": data, **more}


def user(seq: int, text: str, surface: Any = "append", **more: Any) -> Row:
    return event("user/message", seq, surface, content=[{"type": "text", "text": text}], **more)


def answer(seq: int, *blocks: Row) -> Row:
    return event("assistant/message", seq, "append", message={"content": list(blocks)})


def result(seq: int, call: str, text: str, surface: Any = "append") -> Row:
    return event("tool/result", seq, surface, message={"toolCallId": call, "content": [{"type": "text", "text": text}]})


def test_the_system_prompt_is_message_0_though_it_is_logged_later() -> None:
    header = {"config": {"model": "m"}, "system": "Be brief.", "tools": [{"name": "bash"}]}
    session = loaded(
        HEAD, user(1, "hi"), event("request/header", 2, header=header), answer(3, {"type": "text", "text": "y"})
    )
    assert texts(session) == ["Be brief.", "hi", "y"]
    assert session.tools == '[{"name":"bash"}]'
    assert session.messages[2].model == "m"


def test_chunks_and_the_copy_of_a_call_are_skipped() -> None:
    call = {"type": "tool-call", "id": "c", "name": "bash", "arguments": "{}"}
    copy = event("tool/call", 3, callId="c", name="bash", arguments="{}")
    session = loaded(HEAD, user(1, "hi"), event("assistant/chunk", 2), answer(3, call), copy, result(4, "c", "ok"))
    assert [m.role for m in session.messages] == ["user", "assistant", "tool"]
    assert session.integrity.skipped_rows == 3


def test_what_plugins_say_is_not_typed() -> None:
    note = event("context/message", 2, "append", content="policy changed", source={"kind": "plugin"})
    session = loaded(HEAD, user(1, "hi", source={"kind": "user"}), note, user(3, "later", source={"kind": "system"}))
    assert [m.flags for m in session.messages] == [(), ("meta",), ("meta",)]


def test_a_message_that_replaces_others_is_a_summary() -> None:
    session = loaded(
        HEAD,
        user(1, "one"),
        user(2, "two"),
        user(3, "three"),
        event("compaction/summary", 4, summary=[{"type": "text", "text": "Half done."}], sourceCommandId="k"),
        user(5, "So far: Half done.", {"op": "replace", "start": 1, "end": 2}, source={"kind": "plugin"}),
        user(6, "four"),
    )
    assert texts(session) == ["one", "two", "three", "So far: Half done.", "four"]
    (compaction,) = session.compactions
    assert (compaction.index, compaction.kept, compaction.trigger) == (3, (2,), "manual")
    assert session.messages[3].summary == "Half done."


def test_a_result_that_replaces_a_result_clears_it() -> None:
    call = {"type": "tool-call", "id": "c", "name": "bash", "arguments": "{}"}
    short = result(4, "c", "long ...", "replace") | {"sourceEventSeqs": [3]}
    session = loaded(HEAD, user(1, "hi"), answer(2, call), result(3, "c", "long output"), short)
    assert texts(session) == ["hi", "", "long output"]
    assert session.messages[2].flags == ("pruned",)
    assert [c.kind for c in session.compactions] == ["clear"]


def test_changes_of_the_prompt_are_counted() -> None:
    change = event("request/header-delta", 2, system={"insert": ["x"]})
    assert codes(loaded(HEAD, user(1, "hi"), change)) == ["changed_prompt"]
