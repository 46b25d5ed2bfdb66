"""Gemini CLI's estimate, by hand from agents.md §5 and the README of the cases."""

from dataclasses import replace

import pytest

from compaction_core.session import File, Image, Message, Reasoning, Text, ToolCall, ToolResult
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message

COUNTER = counters.get("gemini-cli")


@pytest.mark.parametrize(
    ("part", "tokens"),
    [
        (Text(text="abcdefg"), 1),  # 7 × 0.25, rounded down
        (Text(text="中文"), 3),  # 2 × 1.5
        (Text(text="é" * 100_001), 25_000),  # over 100,000 units: a quarter each
        (Text(text="é" * 100_000), 150_000),
        (Image(source="data:image/png;base64,AA=="), 3_000),
        (File(name="a.pdf", media_type="application/pdf"), 25_800),
        (Reasoning(text="thought " * 100), 0),
        # {"functionCall":{"id":"c1","name":"run","args":{"a":1}}} has 56 characters
        (ToolCall(id="c1", name="run", arguments='{"a": 1}'), 14),
    ],
)
def test_a_part(part: Text, tokens: int) -> None:
    assert count_message(Message(role="assistant", parts=(part,)), COUNTER) == tokens


def test_a_result_counts_its_json_and_the_name_of_its_tool() -> None:
    # unknown + {"output":"a\nb"} = 7 + 17 characters
    answer = Message(role="tool", parts=(ToolResult(call_id="c1", text="a\nb"),))
    assert count_message(answer, COUNTER) == 6
    named = replace(answer, name="read_many_files")  # 15 + 17
    assert count_message(named, COUNTER) == 8


def test_parts_are_rounded_down_together() -> None:
    three = Message(role="user", parts=(Text(text="abc"), Text(text="abc"), Text(text="ab")))
    assert count_message(three, COUNTER) == 2
