"""Figures are functions of records: their data is what is tested, their looks are looked at."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.compaction import compact
from compaction_core.figures import before_after, categories, growth, search, strip
from compaction_core.figures.blocks import MOST_BLOCKS, blocks
from compaction_core.figures.curve import MOST_POINTS, sample
from compaction_core.figures.growth import Lines
from compaction_core.session import RecordedCompaction, Session
from compaction_core.strategies import plan
from compaction_core.tokens import Measured, measure
from compaction_core.watching import Watch
from tests.make import call, dialogue, result, say, session, sessions


@given(st.lists(st.integers(0, 500), max_size=60), st.integers(1, 20), st.sets(st.integers(0, 60)))
def test_blocks_cover_every_message_once_and_never_cross_a_border(
    counts: list[int], most: int, borders: set[int]
) -> None:
    columns = {"user": tuple(counts)} if counts else {}
    found = Measured(counter="given", basis="given", tools=0, columns=columns, length=len(counts))
    drawn = blocks(found, 0, len(counts), tuple(borders), most)
    assert [i for block in drawn for i in range(block.first, block.last + 1)] == list(range(len(counts)))
    assert sum(block.width for block in drawn) == sum(counts)
    assert all(block.left == sum(counts[: block.first]) for block in drawn)
    assert not any(block.first < border <= block.last for block in drawn for border in borders)


def test_twenty_thousand_messages_become_few_bars_and_points() -> None:
    many = dialogue(20_000)
    found = measure(many, "letta-code")
    assert len(blocks(found, 0, 20_000)) <= 2 * MOST_BLOCKS
    assert len(sample(many, found, None)) <= MOST_POINTS + 2


def test_the_last_point_of_the_timeline_is_the_context() -> None:
    talk = session(say("system", "x" * 40), *dialogue(9).messages)
    found = measure(talk, "letta-code")
    chart = growth(talk, found, Lines(window=200, floor=10))
    assert sum(trace.y[-1] for trace in chart.data if trace.stackgroup) == found.total == 100


def test_a_recorded_compaction_starts_the_curve_again() -> None:
    talk = session(*dialogue(10).messages, compactions=(RecordedCompaction(index=6),))
    chart = growth(talk, measure(talk, "letta-code"), Lines())
    totals = next(trace for trace in chart.data if trace.name == "context")
    assert list(totals.y) == [10, 20, 30, 40, 50, 60, 10, 20, 30, 40]


def test_lines_carry_their_numbers() -> None:
    talk = dialogue(20)
    chart = growth(talk, measure(talk), Lines(window=128_000, threshold=111_616, goal=89_600.0, floor=900))
    words = " ".join(str(note.text) for note in chart.layout.annotations)
    for number in ("128,000", "111,616", "89,600", "900"):
        assert number in words


def test_the_strip_hatches_what_is_summarized() -> None:
    talk = dialogue(20)
    chart = strip(measure(talk, "letta-code"), plan(talk, "letta-code", 150))
    shapes = [s for trace in chart.data for s in trace.marker.pattern.shape]
    assert shapes.count("/") == 11 and shapes.count("") == 9
    assert sum(x for trace in chart.data for x in trace.x) == 200


def test_categories_add_up_to_the_whole() -> None:
    talk = session(*dialogue(9).messages, tools="x" * 40)
    chart = categories(measure(talk, "letta-code"))
    assert sum(chart.data[0].x) == 100


def test_the_search_shows_each_try() -> None:
    chart = search(plan(dialogue(20), "letta-code", 150))
    assert list(chart.data[0].x) == [130, 110, 90]


def test_a_walk_from_the_end_keeps_too_little_until_it_fits() -> None:
    """Messages of 10 tokens by pi's estimate and a goal of 40: the fourth from the end reaches it."""
    figure = search(plan(dialogue(20), "pi", 1_000, keep_recent_tokens=40))
    assert list(figure.data[0].x) == [10, 20, 30, 40] and figure.layout.yaxis.type == "category"
    words = [note.text for note in figure.layout.annotations]
    assert words[:4] == [f"<b>{n}</b> too little yet" for n in (10, 20, 30)] + ["<b>40</b> fits"]


def test_a_search_over_ratios_keeps_too_much_until_it_fits() -> None:
    words = [note.text for note in search(plan(dialogue(20), "letta-code", 150)).layout.annotations]
    assert words[:3] == ["<b>130</b> too much", "<b>110</b> too much", "<b>90</b> fits"]


def test_before_and_after_share_one_axis() -> None:
    talk = dialogue(20)
    done = compact(talk, plan(talk, "letta-code", 150), text="short", counter="letta-code")
    chart = before_after(measure(talk, "letta-code"), done)
    below = sum(x for trace in chart.data for x, y in zip(trace.x, trace.y, strict=True) if y == 0.0)
    assert below == done.ledger.kept


def test_what_is_added_beside_the_summary_is_drawn_and_named() -> None:
    talk = dialogue(20)
    made = plan(talk, "letta-code", 150)
    plain = compact(talk, made, text="short", counter="letta-code")
    wrapper = plain.wrapper.model_copy(update={"acknowledgement": "Understood.", "position": "last"})
    chart = before_after(measure(talk, "letta-code"), compact(talk, made, text="s", wrapper=wrapper))
    (added,) = [trace for trace in chart.data if trace.name == "added"]
    assert added.hovertext == ("added beside the summary, role assistant",)
    assert "summary; outlined: added beside it" in [note.text for note in chart.layout.annotations]


def test_a_protected_message_sends_no_ribbon_into_the_summary() -> None:
    talk = dialogue(20)
    done = compact(talk, plan(talk, "letta-code", 150, protect=(5,)), text="s", counter="letta-code")
    chart = before_after(measure(talk, "letta-code"), done)
    gold = [shape.path for shape in chart.layout.shapes if shape.fillcolor == "rgba(201,162,39,0.28)"]
    assert [float(path.split()[1].split(",")[0]) for path in gold] == [0, 60]  # #0-#4 and #6-#10, ten tokens each


def test_a_trigger_that_counts_messages_has_no_line_in_a_picture_of_tokens() -> None:
    talk = dialogue(6)
    seen = Watch(threshold=4, unit="messages", tokens=(1, 2, 3, 4, 5, 6), looked=(True,) * 6, fires=(False,) * 6)
    made = plan(talk, "letta-code", 150)
    chart = growth(talk, measure(talk), Lines(window=150), seen, made, strategy="X")
    words = [str(note.text) for note in chart.layout.annotations]
    assert "trigger counts messages<br>and fires above 4<br>6 at #5" in words
    assert not any("trigger above" in word for word in words)
    assert not any(trace.name == "as X counts" for trace in chart.data)


@pytest.mark.parametrize("dark", [False, True])
@settings(max_examples=15)
@given(found=sessions(max_size=15))
def test_every_figure_draws_any_session(dark: bool, found: Session) -> None:
    counted, made = measure(found), plan(found, "letta-code", 40)
    strip(counted, made, selected=0, dark=dark).to_json()
    growth(found, counted, Lines(window=40, threshold=32), plan=made, after=3, dark=dark).to_json()
    growth(found, counted, Lines(), per_message=True, dark=dark).to_json()
    categories(counted, dark=dark).to_json()
    search(made, dark=dark).to_json()
    before_after(counted, compact(found, made, "none"), dark=dark).to_json()


def test_what_is_recorded_at_one_message_has_one_label() -> None:
    marks = (
        RecordedCompaction(index=6, kind="clear", tokens_before=78_200),
        RecordedCompaction(index=6, tokens_before=177_000),
        RecordedCompaction(index=8),
    )
    talk = session(*dialogue(10).messages, compactions=marks)
    words = [note.text for note in growth(talk, measure(talk, "letta-code"), Lines()).layout.annotations]
    assert [each for each in words if "recorded" in each] == [
        "recorded: compacted",
        "recorded: results cleared<br>(78.2k before),<br>then compacted<br>(177k before)",
    ]


def test_what_is_cleared_has_the_size_of_what_is_left_of_it() -> None:
    """Six calls with results of 400 characters; below, the blanked ones are their placeholders and nothing overlaps."""
    rows = [row for i in range(6) for row in (call(f"c{i}"), result(f"c{i}", "x" * 400))]
    talk = session(say("user"), *rows, say("assistant"), say("user"), say("assistant"))
    found, made = measure(talk, "letta-code"), plan(talk, "observation-masking", 1_000, keep_outputs=2)
    done = compact(talk, made, "none", counter="letta-code")
    assert made.indexes("clear")
    chart = before_after(found, done)
    below = sorted(
        (left, wide, number)
        for trace in chart.data
        for y, left, wide, number in zip(trace.y, trace.base, trace.x, trace.customdata, strict=True)
        if y == 0.0
    )
    assert sum(wide for _, wide, _ in below) == done.tokens_after
    assert below[0][0] == 0
    assert all(left + wide == other for (left, wide, _), (other, _, _) in pairwise(below))
    sizes = {entry.index: entry.tokens for entry in done.view}
    assert {number: wide for _, wide, number in below if number in made.indexes("clear")} == {
        number: sizes[number] for number in made.indexes("clear")
    }
    outlines = [shape for shape in chart.layout.shapes if shape.line.dash == "dot" and shape.y0 < 0]
    assert len(outlines) == len(made.indexes("clear"))
