"""Messages protected by hand stay word for word, with their pairs, whatever any strategy decides."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.compaction import compact
from compaction_core.errors import BadParameter
from compaction_core.session import RecordedCompaction, Session
from compaction_core.strategies import Decision, Effect, Plan, Step, Strategy, plan, strategies
from compaction_core.strategies.planner import context_of
from compaction_core.strategies.protecting import protect, together
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session, sessions

windows = st.none() | st.integers(1, 60) | st.sampled_from([1_000, 200_000])


@pytest.mark.parametrize("strategy", tuple(strategies), ids=lambda strategy: strategy.name)
@settings(deadline=None, max_examples=50)
@given(found=sessions(), window=windows, data=st.data())
def test_what_is_protected_stands_word_for_word_in_every_view(
    strategy: Strategy, found: Session, window: int | None, data: st.DataObject
) -> None:
    size = len(found.messages)
    numbers = data.draw(st.lists(st.integers(0, size - 1), max_size=4)) if size else []
    made = plan(found, strategy.name, window, protect=numbers)
    assert made.protected == tuple(sorted({n for n in numbers if n >= made.start}))
    assert made.steps[-1].decision is not None
    assert [step.index for step in made.steps] == list(range(len(made.steps)))
    assert Plan.model_validate_json(made.model_dump_json()) == made
    kept = together(found, made.protected, made.start, made.end)
    assert {made.fates[number - made.start] for number in kept} <= {"keep"}
    if made.protected:
        assert not made.as_released
    view = compact(found, made, "none").view
    standing = {entry.index: entry for entry in view}
    for number in kept:
        assert standing[number].message == found.messages[number] and standing[number].origin == "session"
    order = [entry.index for entry in view if entry.index is not None and not entry.message.is_prompt]
    assert order == sorted(order)


def test_the_last_step_still_decides_and_the_one_before_it_tells() -> None:
    """Twenty messages of 10 tokens in a window of 150: #0-#10 go (tests/test_compaction.py)."""
    made = plan(dialogue(20), "letta-code", 150, protect=(7, 2, 7))
    told, last = made.steps[-2:]
    assert (told.kind, told.line, last.kind) == ("apply", 9, "decide")
    assert told.text == ("#2 and #7 are protected by hand: they stay word for word (20 tokens). No release has this.")
    assert last.text.endswith("(mode sliding_window). #2 and #7 stay too, protected by hand.")
    assert (made.cut, made.indexes("keep")) == (11, (2, 7, *range(11, 20)))
    assert made.stats["tokens_kept"] == 110 and made.stats["messages_kept"] == 11
    view = compact(dialogue(20), made, text="s").view
    assert [entry.index for entry in view] == [2, 7, None, *range(11, 20)]


def test_the_summarizer_does_not_read_what_is_protected() -> None:
    found = dialogue(20)
    made = plan(found, "letta-code", 150, protect=(2,))
    assert compact(found, made, "none").request.indexes == (0, 1, *range(3, 11))
    everything = plan(found, "letta-code", 150, mode="all", protect=range(20))
    assert compact(found, everything, "none").summary_message is None


def test_a_call_and_all_its_results_stay_together() -> None:
    """A result brings its call, and the call the results of its other calls."""
    found = session(say("user"), call("a", "b"), result("a"), result("b"), *dialogue(12).messages)
    made = plan(found, "letta-code", 100, protect=(3,))
    assert made.indexes("keep")[:3] == (1, 2, 3)
    assert "#1 and #2 stay with it (" in made.steps[-2].text and "belong together" in made.steps[-2].text


def test_an_id_that_comes_back_pairs_with_its_own_call() -> None:
    found = session(call("a"), result("a"), say("user"), call("a"), result("a"))
    assert together(found, (1,), 0, 5) == (0, 1)
    assert together(found, (3,), 0, 5) == (3, 4)


def test_what_cannot_be_whole_is_said() -> None:
    found = session(say("user"), call("a", "b"), result("a"), result("z"), *dialogue(12).messages)
    told = plan(found, "letta-code", 100, protect=(1, 3)).steps[-2].text
    assert "A call of #1 has no result in this list and stays open." in told
    assert "#3 answers a call that no message of this list makes." in told
    before = plan(found, "letta-code", 100, at=2, protect=(1,))
    assert "A call of #1 has no result" in before.steps[-2].text


def test_what_stays_anyway_is_said_and_the_plan_is_not_as_released() -> None:
    made = plan(dialogue(20), "letta-code", 150, protect=(15,))
    assert "It stays anyway." in made.steps[-2].text and made.steps[-1].text.endswith("(mode sliding_window).")
    assert not made.as_released


def test_messages_outside_the_range_are_passed_over_and_outside_the_session_refused() -> None:
    found = session(*dialogue(20).messages, compactions=(RecordedCompaction(index=8),))
    assert plan(found, "letta-code", 100, protect=(3,)) == plan(found, "letta-code", 100)
    with pytest.raises(BadParameter, match="protect=20 is no message of the session; choose numbers from 0 to 19"):
        plan(found, "letta-code", 100, protect=(20,))


def test_effects_of_the_deciding_step_and_a_merged_summary_leave_it_alone() -> None:
    """Some systems do all in the last step, and some put the summary into the first kept message."""
    found = dialogue(8)
    context = context_of(found, measure(found, "letta-code"), 40, strategies.get("letta-code").parameters())
    decision = Decision(cut=5, mode_used="x", merged_into=5)
    gone = (Effect(fate="summarize", start=0, stop=5), Effect(fate="clear", start=6, stop=7, text="-"))
    steps = protect(
        context, (Step(kind="decide", text="Done.", line=0, effects=gone, decision=decision),), (2, 5, 6), 1
    )
    assert [(e.fate, e.start, e.stop) for e in steps[1].effects] == [("summarize", 0, 2), ("summarize", 3, 5)]
    assert steps[1].decision == Decision(cut=5, mode_used="x", summary_at=5)
    assert steps[1].text == "Done. #2 and #6 stay too, protected by hand."
