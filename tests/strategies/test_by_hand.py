"""A cut by hand: what stays, and which pairs it parts."""

from compaction_core.strategies import plan
from compaction_core.strategies.by_hand import broken_pairs
from tests.make import call, result, say, session

TALK = session(
    say("user"), call("a", "b"), result("a"), result("b"), say("assistant"), call("a"), result("a"), say("user")
)


def test_pairs_on_both_sides_of_the_cut_are_named() -> None:
    assert broken_pairs(TALK, 0, 3, 8) == ((1, 3),)
    assert broken_pairs(TALK, 0, 2, 8) == ((1, 2), (1, 3))
    assert broken_pairs(TALK, 0, 4, 8) == ()
    assert broken_pairs(TALK, 0, 6, 8) == ((5, 6),), "the id came back: the later call owns the later result"


def test_everything_before_the_cut_is_summarized() -> None:
    made = plan(TALK, "by-hand", 1000, cut=4)
    assert made.indexes("summarize") == (0, 1, 2, 3) and made.cut == 4
    assert made.steps[1].valid
    broken = plan(TALK, "by-hand", 1000, cut=3)
    assert broken.steps[1].valid is False and "result #3 from its call in #1" in broken.steps[1].text


def test_without_a_cut_nothing_is_done() -> None:
    assert plan(TALK, "by-hand", 1000).cut is None
    assert plan(TALK, "by-hand", 1000, cut=0).cut is None
    assert plan(TALK, "by-hand", 1000, cut=99).cut == 8
