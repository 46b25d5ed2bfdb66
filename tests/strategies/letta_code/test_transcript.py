"""The summarizer's input: letta.md §1.7."""

from compaction_core.js import utf16_length
from compaction_core.session import Image, Message, Reasoning, Text, ToolCall
from compaction_core.strategies.letta_code.transcript import PREFIX, SUFFIX, lines, middle_cut, transcript
from tests.make import result, say


def texts(*messages: Message, **options: int) -> list[str]:
    return [line.text for line in lines(enumerate(messages), **options)]


def test_the_frame_has_the_real_one_s_length() -> None:
    assert (utf16_length(PREFIX), utf16_length(SUFFIX)) == (2, 26)


def test_reasoning_stands_in_order_and_arguments_are_compact() -> None:
    spoken = Message(
        role="assistant",
        parts=(Reasoning(text="think"), Text(text="say"), ToolCall(id="1", name="ls", arguments='{"a": 1}')),
    )
    assert texts(spoken) == ['[assistant] think\n\nsay -> ls({"a":1})']


def test_tool_results_are_cut_and_counted() -> None:
    (line,) = lines([(0, result("a", "x" * 2001))])
    assert line.dropped_chars == 1
    assert line.text.startswith("[tool] " + "x" * 2000 + "...")


def test_images_become_a_count() -> None:
    seen = Message(role="user", parts=(Text(text="look"), Image(source="a"), Image(source="b")))
    assert texts(seen) == ["[user] look [2 images left out]"]


def test_an_earlier_summary_stands_without_its_wrapper_and_empty_lines_vanish() -> None:
    assert texts(say("user", "wrapped", summary="raw"), say("user", "w", summary=""), say("assistant", "")) == [
        "[user] raw"
    ]


def test_the_middle_goes_first() -> None:
    assert middle_cut(144_000, 120_000) == (144_000, 36_000, 36_000, 72_000)
    assert middle_cut(120_000, 120_000) is None and middle_cut(10, 0) is None
    text = transcript(lines([(0, say("user", "a" * 500 + "b" * 500))]), 100)
    assert text.startswith(" \n[user] aaa") and text.endswith("summary.") and "left out" in text
