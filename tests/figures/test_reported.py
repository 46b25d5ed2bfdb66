"""The picture of reported contexts: what explains the gap adds up to what was reported."""

import pytest
from hypothesis import given, settings

from compaction_core.figures.curve import MOST_POINTS
from compaction_core.figures.reported import reported as picture
from compaction_core.reported import reported
from compaction_core.session import RecordedCompaction, Session
from compaction_core.tokens import measure
from tests.make import say, session, sessions
from tests.test_reported import SIZES, counted, talk


def drawn(made: Session, **options: bool) -> dict[str, object]:
    return {trace.name: trace for trace in picture(reported(made, measure(made, "letta-code")), made, **options).data}


def test_the_areas_add_up_to_what_was_reported() -> None:
    contexts = [12_000 + round(1.1 * n) + (8_000 if turn >= 15 else 0) for turn, n in enumerate(counted(SIZES))]
    traces = drawn(talk(SIZES, contexts))
    areas = [trace for trace in traces.values() if trace.stackgroup]
    assert [trace.name for trace in areas] == [
        "every request carries", "the messages, by the provider's count", "unseen beyond that",
    ]  # fmt: skip
    assert [sum(values) for values in zip(*(trace.y for trace in areas), strict=True)] == contexts
    assert list(traces["our count"].y) == counted(SIZES) and list(traces["reported"].y) == contexts
    assert min(min(trace.y) for trace in areas) >= 0


def test_a_jump_is_marked_at_its_message_with_its_cause() -> None:
    contexts = [12_000 + n + (8_000 if turn >= 15 else 0) for turn, n in enumerate(counted(SIZES))]
    made = talk(SIZES, contexts)
    marks = drawn(made)["steps up"]
    assert list(marks.x) == [31] and marks.hovertext[0].startswith("+8,000: put in without a record")
    words = [note.text for note in picture(reported(made, measure(made, "letta-code")), made).layout.annotations]
    assert "+8,000 at #31" in words


def test_a_call_left_out_of_the_fit_does_not_press_the_others_flat() -> None:
    contexts = [12_000 + n for n in counted(SIZES)]
    contexts[20] = 4_000_000
    assert max(drawn(talk(SIZES, contexts))["reported"].y) < 200_000


def test_without_a_fit_the_bare_gap_is_drawn() -> None:
    traces = drawn(talk([10, 20], [500, 600]))
    assert list(traces["gap"].y) == [10, 500, None, 130, 600, None]


def test_a_long_session_is_drawn_with_few_points() -> None:
    sizes = [SIZES[n % 40] for n in range(3_000)]
    traces = drawn(talk(sizes, [12_000 + n for n in counted(sizes)]))
    assert len(traces["reported"].x) <= MOST_POINTS + 1


@pytest.mark.parametrize("dark", [False, True])
@settings(max_examples=15)
@given(made=sessions(max_size=20))
def test_any_session_is_drawn(dark: bool, made: Session) -> None:
    picture(reported(made), made, selected=0, dark=dark).to_json()


def test_recorded_compactions_are_marked() -> None:
    made = session(*talk(SIZES[:9], [12_000 + n for n in counted(SIZES[:9])]).messages, say("user"),
                   compactions=(RecordedCompaction(index=6),))  # fmt: skip
    figure = picture(reported(made, measure(made, "letta-code")), made)
    assert [shape.x0 for shape in figure.layout.shapes] == [5.5]


@pytest.mark.parametrize("messages", [1, 2, 5])
def test_a_short_axis_has_whole_numbers(messages: int) -> None:
    made = session(*(say("assistant" if n % 2 else "user") for n in range(messages)))
    axis = picture(reported(made, measure(made, "letta-code")), made).layout.xaxis
    assert (axis.tick0, axis.dtick, list(axis.range)) == (0, 1, [-0.5, messages - 0.5])
