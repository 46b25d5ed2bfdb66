"""The numbers of a plan's own words, of its story and of its pictures are those of its fates.

A system may count otherwise, as an API that holds all results of a batch in one message. Then its sentences lead with
the messages as they are numbered, or name the other unit (entries, events, groups, "as the API counts them").
"""

import re

import pytest

from compaction_core.figures import growth
from compaction_core.figures.growth import Lines
from compaction_core.report.story import outcome
from compaction_core.samples import open_sample, samples
from compaction_core.session import Session
from compaction_core.strategies import Strategy, plan, strategies
from compaction_core.strategies.staying import stay_behind, staying
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session

STAY = re.compile(
    r"(\d[\d,]*) (?:older )?messages?(?: \([\d,]+ as [^)]*\))?(?: with [\d,]+ tokens)? (stays?|are left|is left)\b"
)
LAST = re.compile(r"in front of the last (\d[\d,]*) messages?\b")
GO = re.compile(
    r"(\d[\d,]*) messages?(?: \([\d,]+ as [^)]*\))?,?(?: with [\d,]+ tokens)? (?:becomes?|(?:is|are) summarized)\b"
)
ONE_MESSAGE = re.compile(r"#\d+\), becomes?|becomes? one message")
BATCHES = session(
    say("user"), call("a", "b", "c"), result("a"), result("b"), result("c"), *dialogue(8).messages,
    call("d", "e"), result("d"), result("e"), *dialogue(6).messages, call("f", "g"), result("f"), result("g"),
)  # fmt: skip


def given() -> list[tuple[Session, int]]:
    wanted = ("long_coding", "parallel_pending", "changed_mind", "one_turn_60_calls")
    small = [(open_sample(s.name), s.context_window) for s in samples() if s.name in wanted]
    return [(BATCHES, 150), *small]


GIVEN = given()


def number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.parametrize("strategy", tuple(strategies), ids=lambda strategy: strategy.name)
def test_what_is_said_to_stay_is_what_stays(strategy: Strategy) -> None:
    for found, window in GIVEN:
        made = plan(found, strategy.name, window)
        whole = len(staying(made, found))
        changed = len(made.indexes("clear", "truncate"))
        for said in STAY.finditer(made.steps[-1].text):
            assert number(said[1]) == (whole if said[2].startswith("stay") else whole + changed), made.steps[-1].text
        for said in LAST.finditer(made.steps[-1].text):
            assert number(said[1]) == sum(index >= (made.cut or 0) for index in staying(made, found))
        story = outcome(made, found)
        for said in re.finditer(r"(\d[\d,]*) stays?\b", story):
            assert number(said[1]) == whole
        if made.fallback_reason is None:
            for step in made.steps:
                for said in GO.finditer(step.text):
                    if not ONE_MESSAGE.search(step.text) and any(e.fate == "summarize" for e in step.effects):
                        assert number(said[1]) == len(made.indexes("summarize")), step.text


def test_a_picture_says_how_many_of_those_that_stay_are_behind_the_cut() -> None:
    """Roo keeps the first message and the last three of the API's, whose last holds two results."""
    made = plan(BATCHES, "roo", 150)
    assert outcome(made, BATCHES).endswith(f"{len(staying(made, BATCHES))} stay")
    assert made.cut is not None
    behind = made.end - made.cut
    assert stay_behind(made, BATCHES) == f"{behind} of the {behind + 1} that stay"
    chart = growth(BATCHES, measure(BATCHES), Lines(), plan=made)
    assert any(note.text == f"{behind} of the {behind + 1} that stay" for note in chart.layout.annotations)
    told = made.steps[-1].text
    assert told.startswith(f"{behind + 1} messages (4 as the API counts them) stay")
    assert stay_behind(plan(dialogue(10), "letta-code", 150), dialogue(10)) == "7 stay"
