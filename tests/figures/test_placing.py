"""No label lies on another or on a line, on the narrowest screen and on every wider one."""

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compaction_core.figures.growth import Lines, growth
from compaction_core.figures.levels import BESIDE
from compaction_core.figures.moments import AXIS
from compaction_core.figures.placing import NARROWEST, Placed, Wanted, height, rows, stacked, width
from compaction_core.session import RecordedCompaction, Session
from compaction_core.strategies import plan
from compaction_core.tokens import measure
from compaction_core.watching import Watch
from tests.make import dialogue, session

SCREENS = (NARROWEST, 300, 640, 1_100)
Box = tuple[float, float, float, float]


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes (left, bottom, right, top) share no more than an edge."""
    return any(
        one[i + 2] <= other[i] + 1e-6 or other[i + 2] <= one[i] + 1e-6 for i in (0, 1)
    )  # fmt: skip


@st.composite
def heads(draw: st.DrawFn) -> list[Wanted]:
    found = []
    for _ in range(draw(st.integers(0, 7))):
        ends = sorted(draw(st.tuples(st.floats(0, 1), st.floats(0, 1))))
        first, last = ends if draw(st.booleans()) else (ends[0], ends[0])
        found.append(Wanted(first, last, draw(st.floats(10, 130))))
    return sorted(found, key=lambda one: -one.first - one.last)


def span(one: Wanted, at: Placed, plot: float) -> tuple[float, float]:
    left = at.at * plot - {"left": 0.0, "center": one.wide / 2, "right": one.wide}[at.anchor]
    return left, left + one.wide


@given(heads(), st.sampled_from(SCREENS))
def test_labels_above_the_plot_never_touch(wanted: list[Wanted], plot: float) -> None:
    placed = rows(wanted, AXIS, BESIDE)
    spans = [span(one, at, plot) for one, at in zip(wanted, placed, strict=True)]
    for i, (one, at) in enumerate(zip(spans, placed, strict=True)):
        for other, there in zip(spans[:i], placed[:i], strict=True):
            assert at.row != there.row or one[1] <= other[0] or other[1] <= one[0]


@given(heads(), st.sampled_from(SCREENS))
def test_a_free_line_down_crosses_no_label(wanted: list[Wanted], plot: float) -> None:
    placed = rows(wanted, AXIS, BESIDE)
    for one, at in zip(wanted, placed, strict=True):
        down = (one.first + one.last) / 2 * plot
        for other, there in zip(wanted, placed, strict=True):
            left, right = span(other, there, plot)
            assert not at.free or there.row >= at.row or not left < down < right


@given(heads(), st.sampled_from(SCREENS))
def test_labels_above_the_plot_stay_in_the_figure(wanted: list[Wanted], plot: float) -> None:
    for one, at in zip(wanted, rows(wanted, AXIS, BESIDE), strict=True):
        left, right = span(one, at, plot)
        assert left >= -AXIS - 1e-6 and right <= plot + BESIDE + 1e-6


def test_a_staircase_from_right_to_left() -> None:
    """Three labels of 100 pixels at points 20 apart: each one to the left stands a row higher, over the others."""
    wanted = [Wanted(x, x, 100) for x in (0.5, 0.4, 0.3)]
    assert [(at.row, at.anchor, at.free) for at in rows(wanted, 0, 100, 200)] == [
        (0, "left", True), (1, "left", True), (2, "left", True),
    ]  # fmt: skip


def test_labels_with_room_stay_in_one_row() -> None:
    wanted = [Wanted(0.8, 0.8, 60), Wanted(0.4, 0.8, 50), Wanted(0.0, 0.4, 70)]
    assert [(at.row, at.anchor) for at in rows(wanted, 0, 100, 200)] == [(0, "left"), (0, "center"), (0, "center")]


columns = st.lists(st.tuples(st.floats(0, 100), st.floats(1, 30)), max_size=8).map(sorted)


@given(columns)
def test_labels_in_a_column_never_touch_and_keep_their_order(labels: list[tuple[float, float]]) -> None:
    sizes = [size for _, size in labels]
    places = stacked([middle for middle, _ in labels], sizes, 0, 100)
    ends = [(place - size / 2, place + size / 2) for place, size in zip(places, sizes, strict=True)]
    assert all(one[1] <= other[0] + 1e-6 for one, other in pairwise(ends))
    if labels and sum(sizes) <= 100:
        assert ends[0][0] >= -1e-6 and ends[-1][1] <= 100 + 1e-6


@given(columns)
def test_a_label_with_room_around_it_stands_at_its_line(labels: list[tuple[float, float]]) -> None:
    wanted, sizes = [middle for middle, _ in labels], [size for _, size in labels]
    ends = [(middle - size / 2, middle + size / 2) for middle, size in labels]
    assume(all(one[1] <= other[0] for one, other in pairwise(ends)))
    assume(all(low >= 0 and high <= 100 for low, high in ends))
    assert stacked(wanted, sizes, 0, 100) == pytest.approx(wanted)


@given(columns.filter(lambda labels: len(labels) > 1))
def test_labels_that_touch_share_the_way(labels: list[tuple[float, float]]) -> None:
    """Of all orders that fit, the one with the least squares: none can be nearer by moving alone."""
    wanted, sizes = [middle for middle, _ in labels], [size for _, size in labels]
    places = stacked(wanted, sizes, -1_000, 1_000)
    assert sum(places) == pytest.approx(sum(wanted))  # a shift of any run would only add to it


def boxes(session: Session, lines: Lines, plot: float, **drawn: object) -> list[Box]:
    """The labels of a timeline whose plot is that wide, in pixels from its lower left corner."""
    figure = growth(session, measure(session, "letta-code"), lines, **drawn)  # type: ignore[arg-type]
    layout, size = figure.layout, len(session.messages)
    entries = sum(trace.showlegend is not False for trace in figure.data)
    tall = layout.height - layout.margin.t - 40 - 19 * (entries + 1)
    found = []
    for note in layout.annotations:
        wide, high = width(note.text, note.font.size), height(note.text, note.font.size)
        if note.yref == "paper":
            x, low = (note.x + 0.5) / size * plot + note.xshift, tall + note.yshift
            left = x - {"left": 0.0, "center": wide / 2, "right": wide}[note.xanchor]
            assert low + high <= tall + layout.margin.t + 1
        else:
            left, low = plot + note.xshift, note.y / layout.yaxis.range[1] * tall - high / 2
            assert low >= -1e-6 and low + high <= tall + 1e-6
        found.append((left, low, left + wide, low + high))
    return found


@settings(deadline=None, max_examples=60)
@given(
    size=st.integers(2, 60), window=st.integers(20, 3_000), share=st.floats(0.05, 1), goal=st.floats(0, 1),
    floor=st.integers(0, 60), events=st.sets(st.integers(1, 59), max_size=5), selected=st.integers(-1, 59),
    plot=st.sampled_from(SCREENS), unit=st.sampled_from(["tokens", "messages"]),
)  # fmt: skip
def test_no_two_labels_of_a_timeline_overlap(
    size: int, window: int, share: float, goal: float, floor: int, events: set[int], selected: int, plot: float,
    unit: str,
) -> None:  # fmt: skip
    marks = tuple(RecordedCompaction(index=i, tokens_before=99_000) for i in sorted(events) if i < size)
    talk = session(*dialogue(size).messages, compactions=marks)
    threshold = max(1, round(share * window))
    seen = Watch(
        threshold=threshold, unit=unit, tokens=measure(talk, "letta-code").prefix[1:], looked=(True,) * size,
        fires=(False,) * size,
    )  # fmt: skip
    lines = Lines(window=window, threshold=threshold if unit == "tokens" else None, goal=goal * threshold, floor=floor)
    found = boxes(
        talk, lines, plot, watch=seen, plan=plan(talk, "letta-code", window), after=threshold // 2, selected=selected
    )
    for i, one in enumerate(found):
        assert all(apart(one, other) for other in found[:i])


def test_all_that_is_recorded_far_and_wide_has_one_label() -> None:
    marks = tuple(RecordedCompaction(index=i) for i in (2, 4, 6, 8))
    talk = session(*dialogue(10).messages, compactions=marks)
    figure = growth(talk, measure(talk, "letta-code"), Lines())
    assert [note.text for note in figure.layout.annotations] == ["gold: 4 recorded events"]
    assert [shape.x0 for shape in figure.layout.shapes][:4] == [1.5, 3.5, 5.5, 7.5]
    (told,) = [trace for trace in figure.data if trace.name == "recorded"]
    assert list(told.x) == [2, 4, 6, 8] and set(told.hovertext) == {"compacted"}


def test_the_figure_grows_for_its_labels_and_no_further() -> None:
    talk = dialogue(20)
    found = measure(talk)
    assert growth(talk, found, Lines(window=900)).layout.height == 420
    crowded = Lines(window=900, threshold=800, goal=500.0, floor=90)
    assert 420 <= growth(talk, found, crowded, after=300, plan=plan(talk, "letta-code", 900)).layout.height < 520
