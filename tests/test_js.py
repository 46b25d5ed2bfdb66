"""JavaScript's numbers and lengths. Right values are what Node.js 20 prints."""

import json
import math
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.js import (
    SHORT,
    compact_json,
    json_characters,
    json_length,
    number,
    round_half_up,
    utf16_length,
    utf16_slice,
)


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0.1 + 0.2, "0.30000000000000004"),
        (1e16, "10000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (5e-324, "5e-324"),
        (0.000001, "0.000001"),
        (0.0000001, "1e-7"),
        (-2.50, "-2.5"),
        (2**53 + 1, "9007199254740992"),
        (float("inf"), "null"),
    ],
)
def test_numbers_print_as_javascript_prints_them(value: float, printed: str) -> None:
    assert number(value) == printed


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed: nothing to compare with")
def test_a_thousand_random_numbers_agree_with_node() -> None:
    import random

    dice = random.Random(7)
    values = [dice.uniform(-1, 1) * 10.0 ** dice.randint(-12, 25) for _ in range(1000)]
    script = f"console.log(JSON.stringify({json.dumps(values)}.map(v => JSON.stringify(v))))"
    printed = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True).stdout
    assert [number(v) for v in values] == json.loads(printed)


def test_round_half_goes_up() -> None:
    assert [round_half_up(v) for v in (0.5, 1.5, 2.5, -0.5, 6.499999)] == [1, 2, 3, 0, 6]


@given(st.text())
def test_length_counts_utf16_units(text: str) -> None:
    assert utf16_length(text) == sum(2 if ord(c) > 0xFFFF else 1 for c in text)


def test_slice_counts_utf16_units() -> None:
    assert utf16_slice("a😀b", 0, 3) == "a😀"
    assert utf16_slice("a😀b", 0, 2) == "a�"


@pytest.mark.parametrize("times", [1, SHORT])
@given(text=st.text(st.characters(exclude_categories=())))
def test_the_length_of_json_is_known_without_writing_it(times: int, text: str) -> None:
    printed = json.dumps(text * times, ensure_ascii=False)
    assert json_characters(text * times) == len(printed)
    lone = sum("\ud800" <= character <= "\udfff" for character in printed)
    assert json_length(text * times) == utf16_length(printed) + 5 * lone, "JavaScript writes half a pair as an escape"


@given(st.recursive(st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(), st.lists, max_leaves=8))
def test_compact_json_of_whole_numbers_and_text_is_the_compact_json_of_python(value: object) -> None:
    assert compact_json(value) == json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_printed_number_reads_back_equal(value: float) -> None:
    assert math.isclose(float(number(value)), value, rel_tol=0, abs_tol=0)
