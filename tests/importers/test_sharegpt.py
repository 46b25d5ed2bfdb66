"""ShareGPT and its hybrids."""

import json
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import Session, ToolCall


def talk(*turns: dict[str, Any], **more: Any) -> Session:
    return load(json.dumps([{"id": "x", "conversations": list(turns), **more}]))


def turn(who: str, text: str) -> dict[str, Any]:
    return {"from": who, "value": text}


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


@pytest.mark.parametrize(
    ("who", "role"),
    [("human", "user"), ("user", "user"), ("gpt", "assistant"), ("chatgpt", "assistant"), ("system", "system")],
)
def test_roles(who: str, role: str) -> None:
    assert outline(talk(turn("human", "Hi"), turn(who, "x")))[1] == (role, "x")


def test_an_unknown_role_is_injected_and_told() -> None:
    session = talk(turn("human", "Hi"), turn("critic", "<b>x</b>"))
    assert [(m.role, m.flags, m.text) for m in session.messages] == [
        ("user", (), "Hi"),
        ("user", ("meta",), "<b>x</b>"),
    ]
    assert [w.code for w in session.integrity.warnings] == ["unknown_role"]


def test_calls_between_tags_find_their_results() -> None:
    call = 'I look.\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>'
    session = talk(turn("human", "Hi"), turn("gpt", call), turn("tool", "7"), turn("gpt", "<tool_call>broken"))
    assert session.messages[1].calls == (ToolCall(id="call-0", name="f", arguments='{"a":1}'),)
    assert outline(session)[1:] == [("assistant", "I look."), ("tool", "7"), ("assistant", "<tool_call>broken")]
    assert (session.orphans, session.unanswered) == ((), ())


def test_a_call_that_is_no_json_stays_text() -> None:
    session = talk(turn("human", "Hi"), turn("function_call", "f(1)"))
    assert outline(session)[1] == ("assistant", "f(1)")


def test_role_and_content_under_conversations() -> None:
    session = talk({"role": "user", "content": "Hi"}, {"role": "assistant", "content": "A"})
    assert (session.format, outline(session)) == ("sharegpt", [("user", "Hi"), ("assistant", "A")])


def test_one_conversation_a_line() -> None:
    line = json.dumps({"conversations": [turn("human", "Hi")], "title": "T", "model": "m"})
    first, second = load_all(f"{line}\nbroken\n{line}")
    assert [(s.title, s.model, [m.line for m in s.messages]) for s in (first, second)] == [
        ("T", "m", [0]),
        ("T", "m", [2]),
    ]
    assert first.integrity.unreadable == (1,)


def test_a_system_prompt_beside_the_list() -> None:
    assert outline(talk(turn("human", "Hi"), system="S"))[0] == ("system", "S")
    assert len(talk(turn("system", "T"), turn("human", "Hi"), system="S").messages) == 2


def test_the_better_of_two_answers_ends_the_talk() -> None:
    session = talk(turn("human", "Hi"), chosen=turn("gpt", "good"), rejected=turn("gpt", "bad"))
    assert outline(session) == [("user", "Hi"), ("assistant", "good")]
