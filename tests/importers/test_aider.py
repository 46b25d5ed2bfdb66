"""aider's history: sessions by heading, prompts, its own output, code that looks like either."""

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import Session, Usage

START = "# aider chat started at 2026-02-01 10:00:00\n\n"


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def test_prompts_answers_and_what_aider_says() -> None:
    session = load(
        START + "> Aider v0.86.1  \n> Model: model-x with diff edit format  \n\n"
        "#### /add a.py  \n\n> Added a.py to the chat.  \n\n#### one  \n#### two  \n\nAnswer.\n\nMore.\n\n"
        "> Tokens: 3.2k sent, 1,000 cache write, 2.0k cache hit, 604 received. Cost: $0.02 message.  \n"
    )
    assert outline(session) == [("user", "/add a.py"), ("user", "one\ntwo"), ("assistant", "Answer.\n\nMore.")]
    assert session.messages[2].usage == Usage(input=200, cache_read=2000, cache_write=1000, output=604)
    assert (session.version, session.messages[2].model, session.title) == ("0.86.1", "model-x", "one two")
    assert session.messages[0].timestamp == 1769940000.0
    assert session.integrity.warnings[0].text.startswith("Left out 4 lines of aider's own output")


def test_sessions_in_order_with_the_lines_of_the_file() -> None:
    text = "#### before  \n" + START + "#### a  \n\nA\n\n" + START + "> Aider v1  \n\n" + START + "#### b  \n"
    found = load_all(text)
    assert [session.title for session in found] == ["before", "a", "b"]
    assert [m.line for session in found for m in session.messages] == [0, 3, 5, 13]
    assert [text.split("\n")[m.line or 0][:6] for s in found for m in s.messages] == ["#### b", "#### a", "A", "#### b"]


def test_code_in_an_answer_may_look_like_a_prompt() -> None:
    session = load(START + "#### a  \n\nSee:\n\n```md\n#### no prompt\n> no output\n```\n\nEnd.\n")
    assert outline(session)[1] == ("assistant", "See:\n\n```md\n#### no prompt\n> no output\n```\n\nEnd.")


def test_a_fence_that_was_cut_off_hides_no_prompt() -> None:
    session = load(START + "#### a  \n\n```py\nx = 1\n\n> Tokens: 1 sent, 2 received.  \n\n#### b  \n\n```\nB\n```\n")
    assert [text for role, text in outline(session) if role == "user"] == ["a", "b"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends(end: str) -> None:
    data = (START + "#### a  \n\nA\n").replace("\n", end).encode()
    assert outline(load(data)) == [("user", "a"), ("assistant", "A")]
