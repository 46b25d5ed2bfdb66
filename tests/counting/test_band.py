"""The band: how far an estimate strays from a tokenizer, on runs as large as the line it decides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.counting import band
from compaction_core.tokens import Measured
from compaction_core.tokens.base import Basis


def counts(*tokens: int, counter: str = "pi", basis: Basis = "estimated") -> Measured:
    return Measured(counter=counter, basis=basis, tools=0, columns={"user": tokens}, length=len(tokens))


def real(*tokens: int) -> Measured:
    return counts(*tokens, counter="o200k_base", basis="measured")


def test_an_estimate_that_is_half_everywhere() -> None:
    found = band(counts(*[50] * 40), real(*[100] * 40), 200)
    assert found is not None and (found.low, found.high, found.whole) == (0.5, 0.5, 0.5)
    assert (found.size, found.runs) == (200, 37)  # 4 messages reach 200; 37 messages have 3 more behind them
    assert found.around(200) == (400, 400)
    assert (
        found.told
        == "On this session the estimate is 0.50× o200k (9 in 10 of 37 runs of messages that hold 200 tokens or more)."
    )


def test_two_halves_of_different_text() -> None:
    """20 messages at 1×, then 20 at a quarter: a run of one message's size sees either."""
    found = band(counts(*[100] * 40), real(*[100] * 20, *[400] * 20), 100)
    assert found is not None and (found.low, found.high) == (0.25, 1.0)
    assert found.whole == 4_000 / 10_000
    assert found.around(1_000) == (1_000, 4_000)


def test_a_larger_line_has_a_narrower_band() -> None:
    own, counted = counts(*[100] * 60), real(*[100, 400] * 30)
    small, large = band(own, counted, 100), band(own, counted, 1_000)
    assert small is not None and large is not None
    assert small.low < large.low <= large.whole <= large.high < small.high


def test_a_line_above_the_session_is_measured_on_a_quarter_of_it() -> None:
    found = band(counts(*[100] * 8), real(*[100] * 8), 1_000_000)
    assert found is not None and found.size == 200


def test_messages_that_count_nothing_make_it_wide() -> None:
    """20 images of 500 that the estimate leaves out, and one text of 100: 21 runs end with the text.

    The whole stands for 10,100; the 20th of the 21 ratios is that of one image and the text, 100 / 600.
    """
    found = band(counts(*[0] * 20, 100), real(*[500] * 20, 100))
    assert found is not None and (found.runs, found.high) == (21, 100 / 600)
    assert found.around(100) == pytest.approx((600, 10_100))


def test_only_an_estimate_against_a_measurement_has_a_band() -> None:
    own = counts(1, 2, 3)
    assert band(real(1, 2, 3), real(1, 2, 3)) is None
    assert band(own, counts(1, 2, 3, counter="codex")) is None
    assert band(counts(0, 0), real(1, 1)) is None and band(own, real(0, 0, 0)) is None
    assert band(counts(), real()) is None


sizes = st.lists(st.tuples(st.integers(0, 5_000), st.integers(0, 5_000)), max_size=60)


@given(sizes, st.none() | st.floats(-10, 1e6))
def test_the_whole_lies_in_the_band_and_the_band_in_what_messages_have(
    pairs: list[tuple[int, int]], line: float | None
) -> None:
    found = band(counts(*(a for a, _ in pairs)), real(*(b for _, b in pairs)), line)
    if found is None:
        assert not sum(a for a, _ in pairs) or not sum(b for _, b in pairs)
        return
    assert 0 < found.low <= found.whole <= found.high and found.runs <= len(pairs)
    low, high = found.around(1_000)
    assert low * (1 - 1e-9) <= 1_000 / found.whole <= high * (1 + 1e-9)
