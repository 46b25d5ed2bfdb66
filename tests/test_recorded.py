"""What the file records, and a strategy beside it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.errors import BadParameter
from compaction_core.recorded import Beside, beside, happened, named, record_told, told, unplaced
from compaction_core.samples import open_sample
from compaction_core.session import Message, Opaque, RecordedCompaction, Session
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session, sessions

TOLD = "Moved src/login.py to 2.0.1, 14 tests fail"
SUMMARY = say("user", f"Wrapped: {TOLD}", summary=TOLD)


def once(*kept: int, trigger: str | None = "auto") -> Session:
    """Ten messages of 10 tokens each by Letta Code's estimate, then their summary and two more."""
    mark = RecordedCompaction(index=10, kept=kept, trigger=trigger, tokens_before=5_000, tokens_after=900)
    return session(*dialogue(10).messages, SUMMARY, *dialogue(2).messages, compactions=(mark,))


def at(found: Session, cut: int, nth: int = 0) -> Beside:
    """A cut by hand beside the record, counted by Letta Code's estimate."""
    return beside(found, nth, "by-hand", 1_000, parameters={"cut": cut}, measured=measure(found, "letta-code"))


def test_one_recorded_compaction_by_hand() -> None:
    """The wrapped summary has 51 characters: 13 tokens."""
    found = once(0, 8, 9)
    (event,) = happened(found, measure(found, "letta-code"))
    assert event.listed == tuple(range(10))
    assert (event.of("keep"), event.of("summarize")) == ((0, 8, 9), tuple(range(1, 8)))
    assert (event.before, event.after, event.cut, event.summary) == (100, 30 + 13, 8, TOLD)
    assert len(SUMMARY.text) == 51


def test_a_trigger_is_untrusted_text_of_any_length() -> None:
    found = once(trigger="auto\n\n# and " + "on " * 1_000)
    (event,) = happened(found)
    assert record_told(event).startswith(
        "Before #10 the file records a compaction (auto # and on on on on on on on on on…):"
    )
    assert len(record_told(event)) < 150


def test_nothing_stays_and_no_summary() -> None:
    found = session(*dialogue(4).messages, compactions=(RecordedCompaction(index=2),))
    (event,) = happened(found, measure(found, "letta-code"))
    assert (event.fates, event.cut, event.after, event.summary) == (("drop", "drop"), 2, 0, None)


def test_the_second_event_starts_from_what_the_first_left() -> None:
    """#1 stayed at the first; the second hides it, the first summary and #4, and keeps #5."""
    marks = (RecordedCompaction(index=3, kept=(1,)), RecordedCompaction(index=6, kept=(5,)))
    found = session(*dialogue(3).messages, SUMMARY, *dialogue(2).messages, SUMMARY, compactions=marks)
    first, second = happened(found)
    assert (first.listed, second.listed) == ((0, 1, 2), (1, 3, 4, 5))
    assert (second.of("keep"), second.of("summarize"), second.cut) == ((5,), (1, 3, 4), 5)


def test_a_prompt_counts_and_has_no_fate() -> None:
    found = session(
        say("system"), *dialogue(2).messages, SUMMARY, compactions=(RecordedCompaction(index=3, kept=(0,)),)
    )
    (event,) = happened(found, measure(found, "letta-code"))
    assert (event.listed, event.before, event.after) == ((1, 2), 30, 10 + 13)


def test_a_clear_blanks_and_hides_nothing() -> None:
    pruned = replace(result("a"), flags=("pruned",))
    found = session(
        say("user"), call("a"), pruned, say("assistant"), compactions=(RecordedCompaction(index=4, kind="clear"),)
    )
    (event,) = happened(found)
    assert (event.of("clear"), event.cut, event.after) == ((2,), None, None)
    assert unplaced(found) == ()
    assert "a clear: 1 tool output blanked" in told(beside(found, 0, "keep-all"))


def test_a_blanked_output_without_a_recorded_clear_is_named() -> None:
    pruned = replace(result("a"), flags=("pruned",))
    assert unplaced(session(say("user"), call("a"), pruned)) == (2,)


def test_a_summary_that_only_its_provider_can_read() -> None:
    sealed = Message(role="assistant", parts=(Opaque(type="compaction", raw="{}"),), summary="")
    found = session(*dialogue(3).messages, sealed, compactions=(RecordedCompaction(index=3),))
    other = beside(found, 0, "keep-all")
    assert other.happened.sealed and other.recorded is None
    assert other.happened.of("summarize") == (0, 1, 2), "there is one, though nobody here can read it"


def test_cut_against_cut() -> None:
    """Recorded: #8. By hand at #4, four messages and 40 tokens earlier; at #10 or beyond, two later."""
    found = once(8, 9)
    earlier, same, later = at(found, 4), at(found, 8), at(found, 10)
    assert [(o.shift, o.shift_tokens) for o in (earlier, same, later)] == [(-4, 40), (0, 0), (2, 20)]
    assert (earlier.both, earlier.record_only, earlier.strategy_only) == ((8, 9), (), (4, 5, 6, 7))
    assert (later.both, later.record_only, later.neither) == ((), (8, 9), tuple(range(8)))
    assert "cut at #4, 4 messages (40 tokens) earlier, and 6 would have stayed" in told(earlier)
    assert "would have cut at the same place" in told(same)
    assert "kept nothing behind its cut, 2 messages (20 tokens) later, and none would have stayed" in told(later)


def test_the_whole_sentence() -> None:
    """Letta Code's trigger: 0.9 · 50 = 45 tokens; it looks before calls, and #4 is the first above with 50."""
    found = once(9)
    other = beside(found, 0, "letta-code", 50, measured=measure(found, "letta-code"))
    assert (other.fired, other.sooner) == (4, 5)
    assert told(other).startswith(
        "Before #10 the file records a compaction (auto): 9 messages went into a summary, 1 stayed word for word; "
    )
    assert told(other).endswith("; its own trigger would have fired 5 messages earlier (after #4).")


@pytest.mark.parametrize(
    ("strategy", "window", "end"),
    [
        ("letta-code", 1_000, "its own trigger would not have fired by then."),
        ("keep-all", 1_000, "it has no trigger of its own in this window."),
    ],
)
def test_a_trigger_that_does_not_fire(strategy: str, window: int, end: str) -> None:
    assert told(beside(once(), 0, strategy, window)).endswith(end)


def test_changing_nothing_is_said() -> None:
    other = beside(once(9), 0, "keep-all")
    assert (other.cut, other.shift, other.written) == (None, None, None)
    assert (other.both, other.strategy_only) == ((9,), tuple(range(9)))
    assert "; Keep everything would have changed nothing; " in told(other)


def test_summary_against_summary() -> None:
    """The offline summary of forty x has none of the names; a list that has one shares it."""
    talk = [say("user", "Please mend src/login.py"), *dialogue(12).messages]
    found = session(*talk, SUMMARY, compactions=(RecordedCompaction(index=13),))
    other = at(found, 12)
    assert other.recorded is not None and other.written is not None
    assert other.recorded.named == ("src/login.py", "2.0.1", "14")
    assert other.shared == ("src/login.py",) and other.missing == ("2.0.1", "14")
    assert set(other.added).isdisjoint(other.shared)
    assert other.recorded.tokens == 11  # 42 characters, by Letta Code's estimate


def test_the_detectors_read_the_recorded_summary_against_what_it_replaced() -> None:
    empty = say("user", "", summary="")
    found = session(*dialogue(4).messages, empty, compactions=(RecordedCompaction(index=4),))
    other = beside(found, 0, "keep-all")
    assert other.recorded is not None and "empty" in {finding.code for finding in other.recorded.findings}


def test_numbers_inside_identifiers_are_not_counted_twice() -> None:
    assert named("v1.2.0 and v1.2.0, port 8080, 8080 rows, 7 left") == ("port 8080", "v1.2.0", "8080")


@pytest.mark.parametrize("nth", [-1, 1])
def test_an_event_that_is_not_there_is_refused(nth: int) -> None:
    with pytest.raises(BadParameter, match="from 0 to 0"):
        beside(once(), nth, "letta-code")
    with pytest.raises(BadParameter, match="records none"):
        beside(dialogue(3), nth, "letta-code")


def test_the_bundled_sample() -> None:
    """What the sample's file states (sample_sessions): 160,029 tokens at #418 by itself, 46,060 at #528 by hand."""
    found = open_sample("already_compacted")
    first, second = happened(found)
    assert (first.event.tokens_before, len(first.listed), first.cut) == (160_029, 418, 418)
    assert (second.event.trigger, second.listed) == ("manual", tuple(range(418, 528)))
    other = beside(found, 1, "letta-code", 128_000)
    assert other.fired is None and other.plan.start == 418 and other.plan.end == 528
    assert other.recorded is not None and other.recorded.text == found.messages[528].summary


@st.composite
def recording(draw: st.DrawFn) -> Session:
    found = draw(sessions(max_size=20).filter(lambda s: len(s.messages) > 2))
    marks = []
    for index in sorted(draw(st.sets(st.integers(1, len(found.messages)), min_size=1, max_size=3))):
        kept = draw(st.lists(st.integers(0, index - 1), max_size=5, unique=True).map(sorted))
        kind = draw(st.sampled_from(["compact", "compact", "clear"]))
        marks.append(RecordedCompaction(index=index, kind=kind, kept=tuple(kept)))
    return Session(format="test", messages=found.messages, compactions=tuple(marks))


@settings(deadline=None, max_examples=60)
@given(found=recording(), strategy=st.sampled_from(["letta-code", "pi", "codex", "opencode", "observation-masking"]))
def test_every_message_of_the_list_is_on_one_of_four_sides(found: Session, strategy: str) -> None:
    for event in happened(found):
        other = beside(found, event.nth, strategy, 60)
        sides = (other.both, other.record_only, other.strategy_only, other.neither)
        assert sorted(number for side in sides for number in side) == sorted(event.listed)
        assert {*other.both, *other.record_only} == set(event.of("keep"))
        assert set(other.both) | set(other.strategy_only) == {n for n in event.listed if other.plan.fate(n) == "keep"}
        assert len(event.fates) == len(event.listed) == len(set(event.listed))
        assert Beside.model_validate_json(other.model_dump_json()) == other
        assert told(other).endswith(".")


def test_a_note_in_place_of_a_summary_is_no_empty_summary() -> None:
    note = say("user", "The file does not hold the summary.", summary="")
    found = session(*dialogue(3).messages, note, compactions=(RecordedCompaction(index=3),))
    other = beside(found, 0, "keep-all")
    assert other.happened.sealed and other.happened.summary is None and other.recorded is None
    assert "3 messages went into a summary" in told(other)


def test_what_a_clear_blanked_is_gone_before_the_compaction_behind_it() -> None:
    """Results of 10 tokens by characters / 4, one of them blanked; the compaction that follows starts without it."""
    blanked = replace(result("a"), flags=("pruned",))
    marks = (RecordedCompaction(index=3, kind="clear"), RecordedCompaction(index=5))
    found = session(say("user"), call("a"), blanked, say("user"), say("assistant"), SUMMARY, compactions=marks)
    counts = measure(found, "letta-code").counts
    clear, compacted = happened(found, measure(found, "letta-code"))
    assert clear.before == sum(counts[:3])
    assert compacted.before == sum(counts[:5]) - counts[2]
