"""Exports are masked unless asked otherwise, say how many, and keep every number."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core import Compaction, compact, load, plan
from compaction_core.passes import carry
from compaction_core.redaction import NO_MASKING, Masking
from compaction_core.report import session_json, to_json, to_markdown
from compaction_core.samples import open_sample, samples
from compaction_core.session import Session
from tests.extraction.sessions import assistant, call, result, user
from tests.importers.test_contract import EXAMPLES
from tests.redaction.test_masking import MIXED, RANDOM

COMMAND = "compaction-explorer compact /home/anneke/x.json --window 600"


def private() -> Session:
    """Eleven messages; what is private stands in the first."""
    said = [
        user(f"I am ann@mail.example; work in /home/anneke/shop with API_KEY={RANDOM}."),
        assistant("", call("a", "run", command="cd /home/anneke/shop && make")),
        result("a", f"anneke deployed with {RANDOM}"),
        *[(user, assistant)[n % 2](f"anneke, {n}: " + "more words of it " * 22) for n in range(8)],
    ]
    return Session(format="test", title="Ask ann@mail.example", messages=tuple(said))


def made(session: Session, text: str | None = None) -> Compaction:
    return compact(session, plan(session, "letta-code", 1000), text=text)


VALUES = (RANDOM, "anneke", "ann@mail.example")
SUMMARY = f"anneke (ann@mail.example) used {RANDOM}"


def test_markdown_is_masked_says_so_and_keeps_its_numbers() -> None:
    session = private()
    done = made(session, SUMMARY)
    page = to_markdown(session, done, command=COMMAND)
    assert not any(value in page for value in VALUES)
    assert "## Compaction of `Ask [email 1]`" in page and "/home/[user 1]/x.json" in page
    # raw and wrapped: two of each; an e-mail address more in the title, a home folder in the command
    assert "Masked in these texts: 2 secrets, 3 e-mail addresses, 1 home folder and 2 user names." in page
    open_page = to_markdown(session, done, command=COMMAND, masking=NO_MASKING)
    assert all(value in open_page for value in VALUES) and "Masked" not in open_page
    assert _numbers(page) == _numbers(open_page) and session.digest in page


def _numbers(page: str) -> list[str]:
    """Rows of the tables that hold tokens and fates."""
    return [row for row in page.splitlines() if re.match(r"\| (\*\*|System|Summary|Other|keep|summarize|\d)", row)]


def test_nothing_found_is_said_too() -> None:
    session = Session(format="test", messages=tuple(user(f"{n} " + "word " * 60) for n in range(8)))
    assert "nothing found" in to_markdown(session, made(session), command="x")


def test_json_is_masked_counted_and_still_the_record() -> None:
    session = private()
    done = made(session, SUMMARY)
    text = to_json(session, done)
    value = json.loads(text)
    assert not any(each in text for each in VALUES)
    assert value["session"]["digest"] == session.digest and value["session"]["title"] == "Ask [email 1]"
    assert value["redacted"]["secret"] >= 2 and "Masked in these texts" in value["redaction"]
    parsed = Compaction.model_validate(value["compaction"])
    assert (parsed.ledger, parsed.plan.fates, parsed.plan.steps) == (done.ledger, done.plan.fates, done.plan.steps)
    assert [entry.tokens for entry in parsed.view] == [entry.tokens for entry in done.view]
    unmasked = json.loads(to_json(session, done, masking=NO_MASKING))
    assert unmasked["redacted"] is None and Compaction.model_validate(unmasked["compaction"]) == done


def test_kinds_and_own_words_can_be_chosen() -> None:
    session = private()
    text = to_json(session, made(session, SUMMARY), masking=Masking(kinds=("email",), words=("shop",)))
    assert "ann@mail.example" not in text and RANDOM in text and "/home/anneke/[masked 1]" in text
    assert set(json.loads(text)["redacted"]) == {"email", "word"}


def test_later_passes_are_masked_as_one_document_with_the_first() -> None:
    session = private()
    passes = carry(session, plan(session, "letta-code", 450))
    assert len(passes) > 1
    for text in (to_json(session, *passes), to_markdown(session, *passes, command=COMMAND)):
        assert not any(value in text for value in VALUES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_format_comes_back_equal_from_our_own_json(name: str) -> None:
    session = load(EXAMPLES[name])
    assert load(session_json(session, NO_MASKING)) == session


@pytest.mark.parametrize("name", [sample.name for sample in samples()])
def test_a_masked_session_loads_and_masking_it_again_changes_nothing(name: str) -> None:
    session = open_sample(name)
    text = session_json(session)
    masked = load(text)
    assert len(masked.messages) == len(session.messages)
    assert [m.role for m in masked.messages] == [m.role for m in session.messages]
    assert json.loads(text)["digest"] == session.digest
    assert load(session_json(masked)) == masked
    assert load(session_json(session, NO_MASKING)) == session


@given(st.lists(MIXED, min_size=1, max_size=4), MIXED)
@settings(max_examples=60, deadline=None)
def test_any_texts_make_the_round_trip(texts: list[str], title: str) -> None:
    session = Session(format="test", title=title, messages=tuple(user(text) for text in texts))
    again = load(session_json(session, NO_MASKING))
    # the door notes why it took the file; a session that was made and not read has no such note
    assert (again.messages, again.title, again.digest) == (session.messages, session.title, session.digest)
    masked = load(session_json(session))
    assert load(session_json(masked)) == masked


def test_a_damaged_file_of_ours_says_where(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_text('{"compaction_explorer_session": {"format": "x", "messages": [{"role": "king"}]}}', "utf-8")
    with pytest.raises(Exception, match=r"messages\.0\.role in it is damaged"):
        load(path)
