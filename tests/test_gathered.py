"""Messages that a recorded compaction kept word for word: in the list, in its count, and in the plan."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.compaction import compact
from compaction_core.figures.curve import curve
from compaction_core.gathered import gathered
from compaction_core.session import Message, RecordedCompaction, Session, Usage
from compaction_core.strategies import Plan, Strategy, plan, strategies
from compaction_core.strategies.planner import settle
from compaction_core.structure import check
from compaction_core.tokens import measure
from compaction_core.watching import watch
from tests.make import call, dialogue, result, say, session, sessions

SUMMARY = say("user", "what was", summary="what was")


def kept(*numbers: int, before: int = 8, after: int = 12) -> Session:
    """``before`` messages of 10 tokens, a summary in the place of all but those ``numbers``, and ``after`` more."""
    mark = RecordedCompaction(index=before, kept=numbers)
    return session(*dialogue(before).messages, SUMMARY, *dialogue(after).messages, compactions=(mark,))


def test_the_list_holds_what_stayed_and_starts_where_no_gap_follows() -> None:
    found = kept(0, 3, 6, 7)
    assert (found.retained(8), found.retained(9), found.last_compaction(9)) == ((), (0, 3, 6, 7), 8)
    assert (found.context_start(8), found.context_start(9)) == (0, 6)
    listed = gathered(found, 12)
    assert listed is not None and listed.numbers == (0, 3, 6, 7, 8, 9, 10, 11)
    assert gathered(found, 8) is None and gathered(kept(), 12) is None


def test_prompts_stay_anyway_and_close_no_gap_of_their_own() -> None:
    found = session(
        say("system"), *dialogue(3).messages, SUMMARY, compactions=(RecordedCompaction(index=4, kept=(0,)),)
    )
    assert (found.kept_before, found.context_start(5), gathered(found, 5)) == ({4: ()}, 4, None)


def test_a_usage_from_before_counts_for_another_list() -> None:
    used = say("assistant", usage=Usage(input=90_000))
    mark = RecordedCompaction(index=2, kept=(1,))
    found = session(say("user"), used, SUMMARY, say("user"), compactions=(mark,))
    listed = gathered(found, 4)
    assert listed is not None and listed.session.messages[0].usage is None
    pi = strategies.get("pi")
    seen = watch(found, pi, measure(found, "pi"), 200_000, settle(pi, {}))
    assert seen.tokens[3] < 1_000, "and not the 90,000 tokens of the list before"


def test_what_stayed_counts_towards_the_trigger() -> None:
    """Letta Code's estimate: 10 tokens a message, 2 for the summary; after #10 two more."""
    code = strategies.get("letta-code")

    def at_ten(found: Session) -> int:
        return watch(found, code, measure(found, "letta-code"), 1_000, settle(code, {})).tokens[10]

    assert (at_ten(kept()), at_ten(kept(0, 3, 6, 7))) == (22, 62)


def test_the_growth_curve_holds_what_stayed() -> None:
    found = kept(0, 3)
    measured = measure(found, "letta-code")
    drawn = curve(found, measured, list(range(measured.length)), 0)
    assert drawn.totals[7:10] == [80, 22, 32]


def test_a_plan_reaches_back_over_the_gap() -> None:
    """Everything but the last 4 messages goes: of what stayed from before as well, and nothing that is hidden."""
    found = kept(0, 3, 6, 7)
    made = plan(found, "by-hand", 1_000, cut=17)
    assert (made.start, made.end, made.retained, made.cut) == (6, 21, (0, 3), 17)
    assert made.indexes("summarize") == (0, 3, *range(6, 17))
    assert made.stats["messages_before"] == 17
    done = compact(found, made)
    assert done.request.indexes == made.indexes("summarize")
    assert [entry.index for entry in done.view if entry.origin == "session"] == [17, 18, 19, 20]


def test_a_cut_may_fall_among_the_messages_from_further_back() -> None:
    made = plan(kept(0, 3, 5), "by-hand", 1_000, cut=5)
    assert (made.start, made.retained, made.cut, made.indexes("summarize")) == (8, (0, 3, 5), 5, (0, 3))


def test_sentences_name_the_numbers_of_the_file() -> None:
    made = plan(kept(0, 3), "by-hand", 1_000, cut=17)
    assert "#17" in made.steps[-1].text and "#11" not in made.steps[-1].text


def test_a_protected_message_from_further_back_stays() -> None:
    made = plan(kept(0, 3), "by-hand", 1_000, cut=17, protect=(3, 5))
    assert made.protected == (3,), "#5 is hidden, so there is nothing to protect"
    assert made.fate(3) == "keep" and made.fate(0) == "summarize"


def test_the_structure_check_sees_the_pair_that_stayed() -> None:
    """The call was kept with its result: no orphan, though both stand before the summary."""
    talk: tuple[Message, ...] = (say("user"), call("a"), result("a"), SUMMARY, say("user"))
    whole = session(*talk, compactions=(RecordedCompaction(index=3, kept=(1, 2)),))
    half = session(*talk, compactions=(RecordedCompaction(index=3, kept=(2,)),))
    assert "orphan-result" not in {finding.code for finding in check(whole)}
    assert "orphan-result" in {finding.code for finding in check(half)}


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=6), st.integers(0, 9))
def test_the_last_compaction_is_found_among_clears_and_in_any_order(events: list[tuple[int, bool]], at: int) -> None:
    marks = tuple(RecordedCompaction(index=index, kind="clear" if clear else "compact") for index, clear in events)
    found = session(*dialogue(9).messages, compactions=marks)
    assert found.last_compaction(at) == max((i for i, clear in events if not clear and i < at), default=0)
    assert [start for start, _ in found.stretches] == sorted({0, *(i for i, clear in events if not clear)} - {9})


@st.composite
def with_kept(draw: st.DrawFn) -> Session:
    found = draw(sessions(max_size=20).filter(lambda s: len(s.messages) > 3))
    index = draw(st.integers(1, len(found.messages) - 1))
    numbers = draw(st.lists(st.integers(0, index - 1), max_size=4, unique=True).map(sorted))
    mark = RecordedCompaction(index=index, kept=tuple(numbers))
    return Session(format="test", messages=found.messages, compactions=(mark,))


@pytest.mark.parametrize("strategy", tuple(strategies), ids=lambda strategy: strategy.name)
@settings(deadline=None, max_examples=25)
@given(found=with_kept(), window=st.sampled_from([None, 30, 1_000]))
def test_no_strategy_touches_what_is_hidden(strategy: Strategy, found: Session, window: int | None) -> None:
    made = plan(found, strategy.name, window)
    stayed = {*found.retained(made.end), *found.prompts, *range(found.last_compaction(made.end), made.end)}
    assert Plan.model_validate_json(made.model_dump_json()) == made
    assert {i for i in made.numbers if made.fate(i) != "keep"} <= stayed
    assert len(made.fates) == made.end - made.start and made.start == found.context_start(made.end)
    assert all(i in stayed for step in made.steps for effect in step.effects for i in range(effect.start, effect.stop))
    done = compact(found, made)
    assert set(done.request.indexes) <= stayed
    assert {entry.index for entry in done.view if entry.index is not None} <= stayed
