"""Grok CLI's chat history."""

from typing import Any

from compaction_core.session import Image, Reasoning
from tests.importers.lines import codes, loaded, texts

Row = dict[str, Any]


def user(text: str, **more: Any) -> Row:
    return {"type": "user", "content": [{"type": "text", "text": text}], **more}


def answer(text: str, **more: Any) -> Row:
    return {"type": "assistant", "content": text, "model_id": "grok-4.5", **more}


def thought(text: str) -> Row:
    return {"type": "reasoning", "summary": [{"type": "summary_text", "text": text}], "encrypted_content": "x"}


def test_reasoning_and_server_calls_join_the_answer_after_them() -> None:
    search = {"type": "backend_tool_call", "kind": {"tool_type": "web_search", "id": "w"}}
    session = loaded(user("hi", prompt_index=0), thought("hm"), search, answer("yes"), thought("left over"))
    assert [part.kind for part in session.messages[1].parts] == ["reasoning", "opaque", "text"]
    assert session.messages[2].parts == (Reasoning(text="left over", signature="x"),)
    assert session.integrity.merged_rows == 3


def test_injected_messages_and_pictures() -> None:
    picture = {"type": "user", "content": [{"type": "image", "url": "data:image/png;base64,iVBORw0KGgo="}]}
    session = loaded(user("<user_info>", synthetic_reason="environment_context"), picture, user("hi", prompt_index=1))
    assert [m.flags for m in session.messages] == [("meta",), (), ()]
    assert isinstance(session.messages[1].parts[0], Image)


def test_the_summary_stands_behind_what_the_compaction_kept() -> None:
    rows = [{"type": "system", "content": "Be brief."}, user("Half done.", synthetic_reason="compaction_meta")]
    session = loaded(*rows, user("go on", prompt_index=3))
    assert session.messages[1].summary == "Half done."
    assert (session.compactions[0].index, session.compactions[0].kept) == (1, (0,))


def test_unknown_rows_are_counted() -> None:
    session = loaded(user("hi", prompt_index=0), {"type": "from_the_future", "kind": {}})
    assert (texts(session), codes(session)) == (["hi"], ["unknown_rows"])
