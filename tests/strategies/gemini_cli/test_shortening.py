"""The pre-pass, by agents.md §5 and JavaScript's ``slice``."""

import pytest

from compaction_core.strategies.gemini_cli.shortening import Output, longest, shorten, shortened


def quarter(text: str) -> int:
    return len(text) // 4


def test_a_fifth_of_the_head_and_the_rest_of_the_tail_stay() -> None:
    text = "a" * 50 + "b" * 950
    assert shortened(text, 100) == (
        "This output was too long: 20 characters of its start and 80 of its end. The whole is in a file.\n"
        f"{'a' * 20}\n\n... [900 characters left out] ...\n\n{'b' * 80}"
    )


def test_what_is_not_longer_stays_even_over_the_budget() -> None:
    outputs = [Output(1, "x" * 100, 25), Output(2, "y" * 101, 25), Output(3, "z" * 100, 25)]
    done = shorten(outputs, 100, quarter, budget=30)
    assert (list(done.texts), done.passed) == ([2], 2)


def test_a_shortened_output_counts_what_is_left_of_it() -> None:
    outputs = [Output(1, "x" * 400, 100), Output(2, "y" * 40_000, 10_000)]
    done = shorten(outputs, 1_000, quarter, budget=1_000)
    assert list(done.texts) == [2]
    assert done.tokens == 100 + quarter(done.texts[2])


@pytest.mark.parametrize(("used", "chars"), [(0, 40_000), (195_000, 20_000), (200_100, -400)])
def test_the_longest_size_shrinks_with_the_window(used: int, chars: int) -> None:
    assert longest(200_000, used) == chars


def test_an_overfull_window_makes_an_output_longer() -> None:
    """The release does not look at the sign: ``slice(0, -1)`` and ``slice(4)`` of ten characters."""
    assert shortened("0123456789", -5).endswith("\n012345678\n\n... [15 characters left out] ...\n\n456789")
    assert shortened("0123456789", 0).endswith("\n\n\n... [10 characters left out] ...\n\n0123456789")
