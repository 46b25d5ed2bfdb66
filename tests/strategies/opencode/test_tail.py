"""Which entries stay word for word: agents.md §1, selection. Sizes are given, so every sum can be done by hand."""

from compaction_core.strategies.opencode.tail import select

SIZES = (30, 20, 30, 40, 10, 5)
"""Two entries, four entries: turns of 50 and 85."""
STARTS = (0, 2)


def size(start: int, stop: int) -> int:
    return sum(SIZES[start:stop])


def test_turns_stay_whole_while_they_fit_and_then_one_is_cut() -> None:
    tail = select(STARTS, 6, size, 110, None)
    assert [turn.start for turn in tail.whole] == [2]
    assert (tail.over, tail.split, tail.start) == ((0, 2, 50), 1, 1), "25 are left, and the second entry is 20"


def test_the_cut_turn_keeps_its_longest_end() -> None:
    assert select(STARTS, 6, size, 55, None).start == 3, "40 + 10 + 5"
    assert select(STARTS, 6, size, 54, None).start == 4
    assert select(STARTS, 6, size, 5, None).start == 5
    assert select(STARTS, 6, size, 4, None).start is None


def test_a_turn_that_fits_exactly_stays_and_leaves_nothing_for_the_next() -> None:
    tail = select(STARTS, 6, size, 85, None)
    assert (tail.start, tail.over, tail.split) == (2, (0, 2, 50), None)


def test_if_everything_fits_nothing_stays() -> None:
    tail = select(STARTS, 6, size, 135, None)
    assert len(tail.whole) == 2 and tail.reached == 0 and tail.start is None
    assert select(STARTS, 6, size, 134, None).start == 1, "one token less keeps five of six"


def test_a_limit_on_turns_ends_the_walk_without_a_cut() -> None:
    assert select(STARTS, 6, size, 1_000, 1).start == 2
    assert select(STARTS, 6, size, 1_000, 0).start is None


def test_what_stands_before_the_first_turn_belongs_to_none() -> None:
    assert select((1, 2), 6, size, 1_000, None).start == 1
    assert select((), 6, size, 1_000, None).start is None


def test_a_turn_of_one_entry_cannot_be_cut() -> None:
    assert select((0, 5), 6, size, 4, None).over == (5, 6, 5)
    assert select((0, 5), 6, size, 4, None).split is None
