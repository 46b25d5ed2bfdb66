"""The bare rules: hand values for characters / 4, bytes / 4 and characters weighed by script.

Characters are code points (JavaScript's UTF-16 units for the weighed rule); 中 is 3 bytes of UTF-8, 😀 is 4 and two
UTF-16 units, é is 2 bytes.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.session import Image, Message, ToolCall
from compaction_core.tokens import counters, measure
from compaction_core.tokens.measure import count_message
from tests.make import say, session

RULES = ("chars4_ceil", "chars4_round", "bytes4_ceil", "cjk_weighted")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (0, 0, 0, 0)),
        ("abcde", (2, 1, 2, 2)),  # 5 characters: 1.25 up, 1.25 to the nearest
        ("abcdef", (2, 2, 2, 2)),  # 1.5 is rounded half up
        ("中文字符", (1, 1, 3, 4)),  # 4 characters, 12 bytes, 4 tokens of their own
        ("テスト", (1, 1, 3, 3)),
        ("한국어", (1, 1, 3, 3)),
        ("مرحبا", (2, 1, 3, 2)),  # 5 letters of 2 bytes; no East Asian ones
        ("😀😀", (1, 1, 2, 1)),  # 2 characters, 8 bytes, 4 UTF-16 units
        ("𠀀", (1, 0, 1, 1)),  # an ideograph beyond the first plane weighs as one
        ("ｆｕｌｌ", (1, 1, 3, 4)),  # fullwidth forms weigh as East Asian
        ("é中a", (1, 1, 2, 2)),  # 2 + 3 + 1 bytes; 1 + 4 + 1 quarters
    ],
)
def test_hand_values(text: str, expected: tuple[int, ...]) -> None:
    assert tuple(measure(session(say("user", text)), name).total for name in RULES) == expected


@pytest.mark.parametrize("name", RULES)
def test_a_message_is_rounded_once_and_an_image_costs_its_tokens(name: str) -> None:
    spoken = Message(role="assistant", parts=(ToolCall(id="1", name="a", arguments="{}"), ToolCall(id="2", name="b")))
    assert count_message(spoken, counters.get(name)) == 2  # 3 + 3 characters: 1.5
    seen = Message(role="user", parts=(Image(source="data:image/png;base64," + "A" * 9_000, width=200, height=200),))
    assert count_message(seen, counters.get(name)) == 53  # 200 × 200 / 750, whatever its data


@given(st.text())
def test_the_rules_agree_on_ascii_and_part_elsewhere(text: str) -> None:
    ceil, rounded, by_bytes, weighed = (measure(session(say("user", text)), name).total for name in RULES)
    assert rounded <= ceil <= by_bytes <= 4 * ceil and ceil <= weighed <= 4 * ceil
    if text.isascii():
        assert ceil == by_bytes == weighed
