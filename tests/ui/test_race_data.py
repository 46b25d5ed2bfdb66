"""What the race is sent: places, effects and marks, with what was kept from before in front."""

from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.comparison import compare
from compaction_core.session import RecordedCompaction, Session
from compaction_core.strategies.step import FATES
from compaction_core.tokens import measure
from tests.make import dialogue, say, session
from ui.race.data import MOST_COLUMNS, payload

NAMES = ("letta-code", "keep-all")


def fates(sent: dict, lane: int) -> list[str]:  # type: ignore[type-arg]
    """The fate of every place after the last step, as lane.js adds them up."""
    codes = [0] * (len(sent["columns"]) - 1)
    for step in sent["lanes"][lane]["steps"]:
        for code, first, stop in step.get("effects", ()):
            codes[first:stop] = [code] * (stop - first)
    return [sent["fates"][code] for code in codes]


def kept(retained: tuple[int, ...] = (0, 3)) -> Session:
    """#0–#7 of ten tokens each, of which some stayed beside the summary #8, and twelve more."""
    mark = RecordedCompaction(index=8, kept=retained)
    return session(
        *dialogue(8).messages, say("user", "was", summary="was"), *dialogue(12).messages, compactions=(mark,)
    )


def test_what_was_kept_from_before_stands_in_front_with_its_fates() -> None:
    found = kept()
    measured = measure(found, "letta-code")
    outcomes = compare(found, NAMES, 100, measured=measured)
    sent = payload(found, measured, outcomes)
    assert (sent["front"], sent["start"], sent["end"]) == (2, 8, 21)
    assert sent["kept"] == "In front of the gap, kept from before: 2 of #0–#3."
    # ten tokens each, then the gap, which is drawn as part of no message
    gap = sent["gap"]
    assert gap > 0 and sent["columns"][:4] == [0, 10, 20 + gap, 20 + gap + measured.counts[8]]
    assert sent["columns"][-1] == sent["strip"]["total"]
    plan = outcomes[0].plan
    assert fates(sent, 0) == [plan.fate(number) for number in plan.numbers]
    assert fates(sent, 1) == ["keep"] * 15
    last = sent["lanes"][0]["steps"][-1]
    assert plan.cut is not None and last.get("mark") in (None, 2 + plan.cut - 8)


def test_without_it_nothing_stands_in_front() -> None:
    found = dialogue(20)
    sent = payload(found, measure(found), compare(found, NAMES, 150))
    assert (sent["front"], sent["gap"], sent["kept"]) == (0, 0, None)
    assert sent["columns"][:2] == [0, measure(found).counts[0]]


def test_nothing_to_race() -> None:
    sent = payload(dialogue(3), measure(dialogue(3)), ())
    assert sent["lanes"] == [] and sent["front"] == 0


@settings(deadline=None, max_examples=25)
@given(st.sets(st.integers(0, 7)).map(lambda kept: tuple(sorted(kept))), st.integers(30, 200))
def test_every_place_has_the_fate_of_its_plan(retained: tuple[int, ...], window: int) -> None:
    found = kept(retained)
    outcomes = compare(found, ("letta-code",), window)
    sent = payload(found, measure(found), outcomes)
    plan = outcomes[0].plan
    assert fates(sent, 0) == [plan.fate(number) for number in plan.numbers]
    assert sent["columns"] == sorted(sent["columns"])


def test_many_messages_share_places() -> None:
    found = dialogue(5_000)
    sent = payload(found, measure(found, "letta-code"), compare(found, ("letta-code",), 20_000))
    assert sent["size"] == 5 and len(sent["columns"]) == MOST_COLUMNS + 1
    assert set(fates(sent, 0)) <= set(FATES)
