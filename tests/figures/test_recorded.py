"""Two strips of the same messages: as recorded, and as the strategy would have done it."""

import pytest
from hypothesis import given, settings

from compaction_core.figures.recorded import PLANNED, RECORDED, recorded
from compaction_core.recorded import beside
from compaction_core.session import Message, RecordedCompaction, Session, ToolResult
from compaction_core.tokens import measure
from tests.make import dialogue, say, session, sessions

SUMMARY = say("user", "wrapped", summary="what was said")


def pruned() -> Message:
    """A tool result of ten tokens that a clear blanked."""
    return Message(role="tool", parts=(ToolResult(call_id="c", text="x" * 40),), flags=("pruned",))


def drawn(found: Session, strategy: str = "by-hand", **settings: object) -> dict:
    measured = measure(found, "letta-code")
    other = beside(found, 0, strategy, 50, measured=measured, parameters=settings)
    value: dict = recorded(other, measured, session=found).to_plotly_json()
    return value


def bars(figure: dict, y: float) -> list[tuple[int, int, int, str]]:
    """(left, width, message, pattern) of a strip's blocks, from left to right."""
    return sorted(
        (left, width, number, shape)
        for trace in figure["data"]
        if trace["name"] != "its summary"
        for at, left, width, number, shape in zip(
            trace["y"], trace["base"], trace["x"], trace["customdata"], trace["marker"]["pattern"]["shape"], strict=True
        )
        if at == y
    )


def test_both_strips_hold_the_list_with_its_own_fates() -> None:
    """Four messages of 10 tokens; the record keeps #3, the cut by hand stands at #2."""
    found = session(*dialogue(4).messages, SUMMARY, compactions=(RecordedCompaction(index=4, kept=(3,)),))
    figure = drawn(found, cut=2)
    lefts = [0, 10, 20, 30]
    assert bars(figure, RECORDED) == [(x, 10, i, "/" if i < 3 else "") for i, x in enumerate(lefts)]
    assert bars(figure, PLANNED) == [(x, 10, i, "/" if i < 2 else "") for i, x in enumerate(lefts)]
    assert sorted(shape["x0"] for shape in figure["layout"]["shapes"]) == [20, 30]
    words = " ".join(note["text"] for note in figure["layout"]["annotations"])
    assert "cut at #3" in words and "cut at #2" in words


def test_messages_further_back_keep_their_numbers() -> None:
    marks = (RecordedCompaction(index=3, kept=(1,)), RecordedCompaction(index=5))
    found = session(*dialogue(3).messages, SUMMARY, say("user"), SUMMARY, compactions=marks)
    measured = measure(found, "letta-code")
    other = beside(found, 1, "by-hand", 50, measured=measured, parameters={"cut": 4})
    figure = recorded(other, measured).to_plotly_json()
    numbers = [number for _, _, number, _ in bars(figure, PLANNED)]
    assert numbers == [1, 3, 4]


def test_the_number_line_ends_at_the_last_message() -> None:
    """Twenty messages of 10 tokens: five numbers evenly from 0, and the last."""
    found = session(*dialogue(20).messages, SUMMARY, compactions=(RecordedCompaction(index=20),))
    axis = drawn(found, cut=10)["layout"]["xaxis"]
    assert list(axis["ticktext"]) == ["#0", "#4", "#8", "#12", "#16", "#19"]
    assert list(axis["tickvals"]) == [0, 40, 80, 120, 160, 190]


def test_the_trigger_is_a_dashed_line_after_its_message() -> None:
    """Window 50: above 45 tokens, so after #4, which ends at 50 of 100 tokens."""
    found = session(*dialogue(10).messages, SUMMARY, compactions=(RecordedCompaction(index=10),))
    shapes = drawn(found, "letta-code")["layout"]["shapes"]
    assert [shape["x0"] for shape in shapes if shape["line"].get("dash") == "dash"] == [50]


def test_what_an_earlier_clear_blanked_has_no_width() -> None:
    """Six messages of 10 tokens; a clear in front of #4 blanked the result #2; the compaction stands in front of #6."""
    marks = (RecordedCompaction(index=4, kind="clear"), RecordedCompaction(index=6))
    talk = [*dialogue(2).messages, pruned(), *dialogue(3).messages]
    found = session(*talk, SUMMARY, compactions=marks)
    measured = measure(found, "letta-code")
    other = beside(found, 1, "by-hand", 50, measured=measured, parameters={"cut": 4})
    assert other.happened.blanked == (2,)
    drawn = bars(recorded(other, measured).to_plotly_json(), RECORDED)
    assert [number for _, _, number, _ in drawn] == [0, 1, 3, 4, 5]
    assert [left for left, _, _, _ in drawn] == [0, 10, 20, 30, 40]


def test_what_is_cleared_stands_empty_in_a_dotted_outline() -> None:
    marks = (RecordedCompaction(index=4, kind="clear"),)
    found = session(say("user"), pruned(), *dialogue(2).messages, say("user"), compactions=marks)
    figure = drawn(found, cut=1)
    (outline,) = [shape for shape in figure["layout"]["shapes"] if shape["type"] == "rect"]
    assert outline["line"]["dash"] == "dot"
    (block,) = [(left, wide) for left, wide, number, _ in bars(figure, RECORDED) if number == 1]
    assert (outline["x0"], outline["x1"]) == (block[0], sum(block))


@settings(deadline=None, max_examples=40)
@given(found=sessions(max_size=15))
@pytest.mark.parametrize("dark", [False, True])
def test_any_record_can_be_drawn(dark: bool, found: Session) -> None:
    measured = measure(found)
    for nth in range(len(found.compactions)):
        recorded(beside(found, nth, "pi", 60, measured=measured), measured, session=found, selected=0, dark=dark)


def test_a_summary_that_cannot_be_read_is_no_summary_of_0_and_what_stays_is_not_denied() -> None:
    """The record keeps #1 of three messages and cuts at its end."""
    note = say("user", "The file does not hold the summary.", summary="")
    found = session(*dialogue(3).messages, note, compactions=(RecordedCompaction(index=3, kept=(1,)),))
    words = [note["text"] for note in drawn(found, cut=2)["layout"]["annotations"]]
    assert "summary<br>not readable" in words and not any("summary<br>0" in each for each in words)
    assert "<b>all that stays (1) is in front of the cut</b>" in words
    plain = session(*dialogue(3).messages, SUMMARY, compactions=(RecordedCompaction(index=3),))
    words = [note["text"] for note in drawn(plain, cut=2)["layout"]["annotations"]]
    assert "<b>nothing stays behind the cut</b>" in words
