import json
import math

from hypothesis import given
from hypothesis import strategies as st

from compaction_core import Compaction, compact, plan
from compaction_core.passes import carry
from compaction_core.report import to_json
from compaction_core.report.records import dumps
from tests.report.sessions import WORDS, session


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")


def test_the_compaction_parses_back_equal() -> None:
    for options in ({}, {"mode": "all"}, {"at": 7, "threshold_tokens": 10}):
        s = session(10, prompt=True, recorded=(2,))
        made = compact(s, plan(s, "letta-code", 1000, **options), "recorded")
        value = json.loads(to_json(s, made))
        assert Compaction.model_validate_json(json.dumps(value["compaction"])) == made


def test_the_session_is_named_and_its_messages_stand_once() -> None:
    s = session(10, title="Ten")
    text = to_json(s, compact(s, plan(s, "letta-code", 1000), "none"))
    facts = json.loads(text)["session"]
    assert (facts["title"], facts["digest"], facts["messages"]) == ("Ten", s.digest, 10)
    # five in the view; each of the other five in the request as a message, as a line and in the transcript
    assert text.count(WORDS) == 5 + 3 * 5


def test_what_is_no_json_number_becomes_null() -> None:
    value = {"a": [math.nan, (math.inf, 1.5)], "b": -math.inf}
    assert json.loads(dumps(value), parse_constant=refuse) == {"a": [None, [None, 1.5]], "b": None}


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=20))
def test_any_text_survives_and_none_acts_on_a_terminal(text: str) -> None:
    written = dumps({"text": text})
    assert json.loads(written) == {"text": text}
    assert not any(c < " " or "\x7f" <= c < "\xa0" for c in written)
    written.encode("utf-8")


def test_edits_and_later_passes_are_named() -> None:
    s = session(10)
    passes = carry(s, plan(s, "letta-code", 450))
    value = json.loads(to_json(s, *passes))
    assert value["edited"] == {"summary": False, "wrapper": []}
    assert [Compaction.model_validate(each) for each in value["later_passes"]] == [passes[1]]
    wrapper = passes[0].wrapper.model_copy(update={"role": "system", "reference_only": True})
    edited = json.loads(to_json(s, compact(s, passes[0].plan, text="mine", wrapper=wrapper)))
    assert edited["edited"] == {"summary": True, "wrapper": ["role", "reference_only"]}
    assert "later_passes" not in edited
