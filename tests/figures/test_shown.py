"""Messages kept from before stand in front of every strip, behind a gap, with their numbers, fates and marks."""

from hypothesis import given
from hypothesis import strategies as st

from compaction_core.compaction import Compaction, compact
from compaction_core.comparison import compare
from compaction_core.figures.before_after import before_after
from compaction_core.figures.blocks import Shown, shown
from compaction_core.figures.marks import marks
from compaction_core.figures.stack import stack
from compaction_core.figures.strip import borders, strip
from compaction_core.session import RecordedCompaction, Session
from compaction_core.strategies import Plan, plan
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.tokens import Measured, measure
from tests.make import dialogue, say, session


def kept() -> tuple[Session, Measured, Plan]:
    """Of #0–#7, #0 and #3 stayed beside the summary #8; Letta Code, in a window of 100, cuts somewhere behind it."""
    mark = RecordedCompaction(index=8, kept=(0, 3))
    found = session(
        *dialogue(8).messages, say("user", "was", summary="was"), *dialogue(12).messages, compactions=(mark,)
    )
    return found, measure(found), plan(found, "letta-code", 100)


def done() -> tuple[Session, Measured, Compaction]:
    found, measured, made = kept()
    return found, measured, compact(found, made, text="short")


@given(
    st.lists(st.integers(0, 400), min_size=1, max_size=40),
    st.integers(1, 20),
    st.sets(st.integers(0, 40)),
    st.data(),
)  # fmt: skip
def test_every_message_is_drawn_once_in_order_and_nothing_in_the_gap(
    counts: list[int], most: int, edges: set[int], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(counts)))
    retained = tuple(sorted(data.draw(st.sets(st.integers(0, start - 1))))) if start else ()
    measured = Measured(counter="given", basis="given", tools=0, columns={"user": tuple(counts)}, length=len(counts))
    row = Shown(measured, start, len(counts), retained)
    drawn = row.blocks(edges, most)
    numbers = [number for block in drawn for number in range(block.first, block.last + 1)]
    assert numbers == [*retained, *range(start, len(counts))]
    assert all(number in row for number in numbers)
    assert all(block.left == row.left(block.first) for block in drawn)
    assert all(row.right(block.last) == block.left + block.width for block in drawn)
    assert not any(block.first < edge <= block.last for block in drawn for edge in edges)
    total = sum(counts[number] for number in numbers)
    assert row.tokens == total
    # the gap is about a hundredth of the strip, and only there where something stands before it
    gap = max(1, round(0.012 * total)) if retained else 0
    assert row.width == total + gap and row.left(start) == sum(counts[number] for number in retained) + gap


def test_the_strip_shows_them_with_their_fates() -> None:
    found, measured, made = kept()
    assert (made.start, made.retained) == (8, (0, 3))
    figure = strip(measured, made, session=found)
    bars = {number: trace for trace in figure.data if trace.type == "bar" for number in trace.customdata}
    assert {0, 3, 8, 20} <= set(bars) and not {1, 2, 4, 7} & set(bars)
    hover = [text for trace in figure.data for text in trace.hovertext]
    assert any(text.startswith("#3 · summarized") for text in hover)
    assert "kept from before: 2 of #0–#3" in [note.text for note in figure.layout.annotations]
    assert made.cut is not None
    row = shown(measured, made)
    (line,) = figure.layout.shapes
    assert line.x0 == row.left(made.cut) == row.shift + measured.between(8, made.cut)
    assert list(figure.layout.xaxis.range) == [0, row.width]


def test_a_strip_without_them_is_as_it_was() -> None:
    found = dialogue(6)
    figure = strip(measure(found), plan(found, "keep-all", 1_000))
    assert figure.layout.height == 96 and not figure.layout.annotations
    assert list(figure.layout.xaxis.range) == [0, measure(found).total]


def test_a_selected_and_a_marked_one_are_pointed_at() -> None:
    found, measured, made = kept()
    middle = measured.counts[0] + measured.counts[3] / 2  # #3 stands right behind #0
    figure = marks(measured, made, {3: ("error", ("loop",)), 5: ("error", ("gone",))}, session=found, selected=3)
    (trace,) = [trace for trace in figure.data if trace.type == "scatter"]
    assert list(trace.customdata) == [3] and list(trace.x) == [middle]
    assert [note.x for note in figure.layout.annotations if note.text == "#3"] == [middle]


def test_the_stack_shows_them_once_a_strategy() -> None:
    found, measured, _ = kept()
    outcomes = compare(found, ("letta-code", "keep-all"), 100)
    figure = stack(measured, outcomes, selected=3)
    places = [y for trace in figure.data for y, number in zip(trace.y, trace.customdata, strict=True) if number == 3]
    assert sorted(places) == [-1.0, 0.0]
    labels = [note.text for note in figure.layout.annotations]
    assert labels.count("kept from before: 2 of #0–#3") == 1 and "#3" in labels


def test_before_and_after_adds_them_up_and_leads_them_into_the_summary() -> None:
    _, measured, result = done()
    figure = before_after(measured, result)
    row = shown(measured, result.plan)
    assert f"<b>before</b><br>{row.tokens}" in [note.text for note in figure.layout.annotations]
    assert row.tokens == result.tokens_before  # no system prompt here
    assert figure.layout.xaxis.showticklabels is False  # the gap would make the scale wrong
    ribbons = [shape.path for shape in figure.layout.shapes if "201,162,39" in (shape.fillcolor or "")]
    assert [path.split(",")[0] for path in ribbons[:2]] == ["M 0", f"M {measured.counts[0]}"]  # #0, then #3


def test_bins_end_where_a_fate_changes_among_them() -> None:
    _, _, made = kept()
    effects = (Effect(fate="drop", start=1, stop=2), Effect(fate="summarize", start=4, stop=5))
    step = Step(kind="decide", text="", line=0, effects=effects, decision=Decision(cut=5, mode_used="test"))
    split = made.model_copy(update={"steps": (step,), "retained": (0, 1, 2), "start": 4, "end": 7})
    assert borders(split) == (1, 2, 5)


def test_system_prompts_from_before_a_recorded_compaction_stand_in_front_of_every_strip() -> None:
    """Both strips hold what the context held: their sums are the ledger's."""
    mark = RecordedCompaction(index=6)
    found = session(
        say("system", "s" * 400), *dialogue(5).messages, say("user", "was", summary="was"), *dialogue(12).messages,
        compactions=(mark,),
    )  # fmt: skip
    measured, made = measure(found), plan(found, "letta-code", 100)
    row = shown(measured, made)
    assert (made.start, made.retained, row.front) == (6, (), (0,))
    assert row.tokens == measured.counts[0] + measured.between(6, made.end)
    assert row.tokens == compact(found, made, text="short").tokens_before - measured.tools
    assert row.left(6) > row.right(0)
    assert [block.first for block in row.blocks()][:2] == [0, 6]
