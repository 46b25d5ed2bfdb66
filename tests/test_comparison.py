"""Several strategies on the same messages: what each keeps, and where two part."""

from compaction_core.comparison import compare, first_difference
from compaction_core.session import RecordedCompaction
from compaction_core.strategies import plan
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session


def test_shares_add_up_to_what_was_planned() -> None:
    found = dialogue(20)
    for outcome in compare(found, ("letta-code", "textbook-replay", "keep-all"), 150):
        assert sum(number for _, number, _ in outcome.shares) == 20
        assert outcome.tokens_before == measure(found).total
        assert outcome.tokens_kept == sum(tokens for fate, _, tokens in outcome.shares if fate == "keep")


def test_the_first_other_fate_and_the_steps_behind_it() -> None:
    found = dialogue(20)
    sliding, everything = plan(found, "letta-code", 150), plan(found, "textbook-compaction", 150)
    parted = first_difference(sliding, everything)
    assert parted is not None and parted.index == sliding.cut and parted.fates == ("keep", "summarize")
    assert everything.steps[0].text in parted.text


def test_two_ratios_part_at_the_try_that_first_differs() -> None:
    found = dialogue(20)
    parted = first_difference(
        plan(found, "letta-code", 150, sliding_window_percentage=0.3),
        plan(found, "letta-code", 150, sliding_window_percentage=0.6),
    )
    assert parted is not None and parted.text.startswith("Where they part.")


def test_the_same_plan_has_no_difference() -> None:
    made = plan(dialogue(20), "letta-code", 150)
    assert first_difference(made, made) is None


def test_a_message_from_before_a_recorded_compaction_may_be_the_first_that_differs() -> None:
    """#0 and #3 stayed when #1 to #7 were hidden; only one of the cuts lies in front of #3."""
    mark = RecordedCompaction(index=8, kept=(0, 3))
    found = session(*dialogue(8).messages, say("user", summary="s"), *dialogue(4).messages, compactions=(mark,))
    early, late = (plan(found, "by-hand", 1_000, cut=cut) for cut in (3, 8))
    parted = first_difference(early, late)
    assert parted is not None and (parted.index, parted.fates) == (3, ("keep", "summarize"))


def test_two_systems_that_search_alike_are_told_apart_by_their_tries() -> None:
    """Letta Code counts its list without the system prompt and rounds half up, the server with it and half to even."""
    found = session(say("system"), *dialogue(13).messages)
    ours, theirs = (plan(found, name, 90, sliding_window_percentage=0.4) for name in ("letta-code", "letta-server"))
    parted = first_difference(ours, theirs)
    assert parted is not None and parted.sentences[0].startswith("Where they part.")
    assert "6.5 rounds to 7" in parted.sentences[0]


def test_what_is_protected_is_read_from_the_fates() -> None:
    found = session(say("user", "first"), call("a"), result("a"), say("assistant", "done"), say("user", "last"))
    replay, everything, nothing = compare(found, ("textbook-replay", "keep-all", "textbook-compaction"), 1000)
    assert replay.protects == ("first request", "last request")
    assert everything.protects == ("first request", "last request", "last answer", "last tool output")
    assert nothing.protects == ()
