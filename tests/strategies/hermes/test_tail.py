"""Hermes' head and tail, worked by hand from agents.md §6."""

import pytest

from compaction_core.strategies.hermes.tail import Row, backward, forward, head_size, tail

USER, SAYS, TOOL = Row("user", says=True), Row("assistant", says=True), Row("tool", result="c")
CALL = Row("assistant", calls=("c",))


def rows(text: str) -> list[Row]:
    """u user, a answer, c call without text, t result, s system, k summary of a user's role."""
    kinds = {"u": USER, "a": SAYS, "c": CALL, "t": TOOL, "s": Row("system"), "k": Row("user", says=True, summary=True)}
    return [kinds[letter] for letter in text]


def cut(text: str, start: int, budget: int, protect_last_n: int = 4, each: int = 10) -> int:
    return tail(rows(text), [each] * len(text), start, budget, protect_last_n).cut


def test_the_walk_may_take_half_as_much_again() -> None:
    # 20 messages of 10 tokens, 60 × 1.5 = 90: nine fit, and the last one taken is the cut
    found = tail(rows("ua" * 10), [10] * 20, 3, 60, 4)
    assert (found.soft, found.walked, found.taken, found.again, found.cut) == (90, 11, 90, None, 11)


def test_a_walk_that_takes_everything_is_made_again_and_ends_on_what_does_not_fit() -> None:
    # behind #3 lie 17 messages, 170 tokens within 180; the bare 120 take twelve, and the thirteenth is the cut
    found = tail(rows("ua" * 10), [10] * 20, 3, 120, 4)
    assert (found.walked, found.again, found.cut) == (3, 7, 7)


@pytest.mark.parametrize(
    ("n", "protect_last_n", "floor"),
    [(30, 20, 8), (30, 4, 4), (30, 0, 3), (12, 20, 6), (7, 20, 3), (6, 20, 2), (5, 20, 0)],
)
def test_so_many_messages_stay_whatever_their_size(n: int, protect_last_n: int, floor: int) -> None:
    # start 3: available = n − 4; floor = min(max(3, min(protect, 8)), max(3, available − 2), available)
    assert tail(rows("u" * n), [100] * n, 3, 0, protect_last_n).floor == floor


def test_a_call_and_its_results_are_not_parted() -> None:
    # the floor of 4 would start the tail at #10, the third result of the call #7
    assert cut("uauauau" + "cttt" + "uaa", 3, 0) == 7


def test_the_users_last_message_stays() -> None:
    found = tail(rows("ua" * 3 + "u" + "ct" * 8), [10] * 23, 3, 20, 4)
    # the floor puts the cut at the call #19; the pair before it is whole, and yet it is pulled back over it
    assert (found.floored, found.aligned, found.user) == (19, 17, 6)
    assert found.cut == 5, "and so does the answer before it, the last one with text"


def test_a_user_at_the_start_of_the_middle_goes_with_the_exchange_it_opens() -> None:
    # the last user message is #3 = start: the cut goes behind #3, its call #4 and the result #5
    found = tail(rows("uau" + "uct" + "ct" * 6), [10] * 18, 3, 40, 4)
    assert found.user == 6


def test_a_summary_is_no_users_message() -> None:
    assert cut("ua" * 4 + "k" + "a" * 9, 3, 20) == tail(rows("ua" * 4 + "a" * 10), [10] * 18, 3, 20, 4).cut


def test_the_last_answer_with_text_stays() -> None:
    assert cut("uaau" + "au" + "a" + "ct" * 8, 3, 20) == 5


def test_one_message_at_least_goes_and_the_tail_starts_with_no_result() -> None:
    # everything is pulled back to #3 = start, so the cut is raised to #4, a result, and on to #6
    assert cut("uau" + "cttu", 3, 0, each=1) == 6


def test_the_cut_lies_behind_the_head_even_past_the_end() -> None:
    assert cut("ua", 3, 20) == 4


def test_alignment() -> None:
    assert forward(rows("uctta"), 2) == 4
    assert backward(rows("uctta"), 3) == 1
    assert backward(rows("uctta"), 2) == 1
    assert backward(rows("uctta"), 5) == 5
    assert backward(rows("uatta"), 3) == 3, "results without a call stay apart"


def test_the_head_is_counted_behind_the_system_prompt() -> None:
    assert head_size(rows("su"), 3) == 4
    assert head_size(rows("u"), 0) == 0
