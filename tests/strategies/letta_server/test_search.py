"""The server's cut search: letta.md §2.4, where it differs from Letta Code's."""

import pytest

from compaction_core.strategies.letta_server.search import Search, search


def look(roles: str, window: int, percentage: float = 0.3, *, pending: bool = False) -> Search:
    """Search a list of 10-token messages; ``a`` may start the kept part. The first one is the system message."""
    legal = [role == "a" for role in roles]
    return search(legal, pending, percentage, window, lambda cut: 10 * (1 + len(roles) - cut))


def test_the_system_message_is_counted_as_a_message_and_in_what_is_kept() -> None:
    """101 messages, goal 350: 40.4 → 40 keeps 62, 50.5 → 50 keeps 52, 60.6 → 61, back to 60, keeps 42, 70.7 → 70."""
    found = look("s" + "ua" * 50, 500)
    assert [(t.limit, t.cut, t.kept) for t in found.tries] == [
        (40, 40, 620),
        (50, 50, 520),
        (61, 60, 420),
        (71, 70, 320),
    ]
    assert (found.cut, found.refused, found.goal, found.maximum) == (70, None, 350.0, 100)


@pytest.mark.parametrize(("n", "limit"), [(25, 12), (15, 8), (5, 2)])
def test_a_half_is_rounded_to_the_even_number(n: int, limit: int) -> None:
    """The first try of ratio 0.4 is at 0.5."""
    assert look("s" + "a" * (n - 1), 100_000, 0.4).tries[0].limit == limit


def test_a_cut_at_the_end_is_found_first_and_refused_then() -> None:
    """Only the last message is legal: Letta Code never looks at it, the server finds and refuses it."""
    found = look("s" + "u" * 9 + "a", 1000)
    assert (found.tries[-1].cut, found.cut, found.refused) == (10, None, "cut_at_end")
    assert look("s" + "u" * 9 + "ua", 1000, pending=True).maximum == 10


def test_the_walk_back_has_no_upper_bound() -> None:
    """The last ratio below 1 reaches the last message although the one before it would do."""
    found = look("s" + "ua" * 20, 44)  # goal 30.8; only #40 keeps as little as 20
    assert (found.tries[-1].ratio, found.tries[-1].limit, found.tries[-1].kept) == (0.9999999999999999, 41, 20)
    assert found.refused == "cut_at_end"


def test_nothing_evicted_is_a_cut_too() -> None:
    assert look("sa" + "u" * 9, 1000).cut == 1


def test_a_ratio_of_zero_starts_at_ten_percent_and_one_below_tries_nothing() -> None:
    """Neither is normalized; below zero the goal is larger than the window, which the loop starts from."""
    assert [t.ratio for t in look("s" + "ua" * 20, 100_000, 0.0).tries] == [0.1]
    assert look("s" + "ua" * 20, 100_000, -0.2)[2:] == ((), -0.2, None, "no_cut")


def test_a_ratio_above_one_fails_at_once_and_one_of_one_tries_nothing() -> None:
    assert look("s" + "ua" * 20, 1000, 1.5).refused == "bad_percentage"
    assert look("s" + "ua" * 20, 1000, 1.0)[2:] == ((), 1.0, None, "no_cut")


def test_equal_to_the_goal_goes_on() -> None:
    """Goal 60 at ratio 0.5 in a window of 120: 60% of 10 keeps 10 × (11 − 6) = 50; at 100 the goal of 50 is missed."""
    assert look("s" + "a" * 9, 120, 0.5).cut == 6
    assert [t.kept for t in look("s" + "a" * 9, 100, 0.5).tries] == [50, 40]
