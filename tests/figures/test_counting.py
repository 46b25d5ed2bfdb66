"""The figures of counting, and the band in the timeline."""

from hypothesis import given, settings

from compaction_core.counting import Band, divergence
from compaction_core.figures import growth
from compaction_core.figures.counter_differences import MOST_BARS, counter_differences
from compaction_core.figures.counter_ratios import counter_ratios
from compaction_core.figures.growth import Lines
from compaction_core.session import Session
from compaction_core.tokens import measure
from tests.make import dialogue, say, session, sessions


def error(low: float, high: float) -> Band:
    return Band(counter="pi", against="o200k_base", low=low, high=high, whole=(low + high) / 2, runs=9, size=100)


def words(chart: object) -> str:
    return " | ".join(str(note.text).replace("<br>", " ") for note in chart.layout.annotations)  # type: ignore[attr-defined]


def bands(chart: object) -> list[tuple[float, float]]:
    return [(s.y0, s.y1) for s in chart.layout.shapes if s.type == "rect" and s.opacity == 0.13]  # type: ignore[attr-defined]


def test_a_line_that_an_estimate_decides_has_its_band() -> None:
    """800 by an estimate of 0.5× to 0.8× is 1,000 to 1,600; 300 is 600 at 0.5×."""
    talk = dialogue(200)
    lines = Lines(window=2_000, threshold=800, goal=300.0, threshold_error=error(0.5, 0.8), goal_error=error(0.5, 0.5))
    chart = growth(talk, measure(talk), lines)
    assert bands(chart) == [(600, 600), (1_000, 1_600)]
    assert "trigger above 800 fires at 1,000–1,600 o200k" in words(chart)
    assert "goal: 300 keeps 600 o200k" in words(chart)
    told = {note.text.split()[0]: note.hovertext for note in chart.layout.annotations}
    assert told["trigger"] == "its estimate is 0.50–0.80× the count in o200k, measured on this session"


def test_labels_beside_the_picture_are_short_enough_for_a_narrow_screen() -> None:
    """A margin of 134 pixels holds, 9 pixels from the plot, 24 small characters of 5.2 pixels."""
    talk = dialogue(20)
    lines = Lines(
        window=1_048_576,
        threshold=943_718,
        goal=120_000.0,
        goal_words="under ",
        floor=12_345,
        floor_basis="from reported usage",
    )
    chart = growth(talk, measure(talk), lines)
    beside = [note.text for note in chart.layout.annotations if note.x == 1 and note.xref == "paper"]
    assert len(beside) == 5 and max(len(row) for text in beside for row in text.split("<br>")) <= 24
    assert chart.layout.margin.r == 134


def test_a_line_that_is_measured_has_none() -> None:
    chart = growth(dialogue(20), measure(dialogue(20)), Lines(window=2_000, threshold=800, goal=300.0))
    assert bands(chart) == [] and "estimate" not in words(chart)


def test_a_band_above_the_picture_is_told() -> None:
    talk = dialogue(20)
    chart = growth(talk, measure(talk), Lines(window=1_000, threshold=800, threshold_error=error(0.1, 0.2)))
    assert bands(chart) == [] and "fires at 4,000–8,000 o200k" in words(chart)


def test_a_band_ends_with_the_picture() -> None:
    talk = dialogue(20)
    chart = growth(talk, measure(talk), Lines(window=1_000, threshold=800, threshold_error=error(0.1, 1.0)))
    assert bands(chart) == [(800, 1_040)] and "fires at 800–8,000" in words(chart)


def test_every_counter_has_a_row_and_a_number() -> None:
    found = divergence(session(say("user", "the " * 40), say("assistant", "重构登录" * 20)))
    chart = counter_ratios(found, "pi")
    assert "<b>pi's estimate</b>, decides here characters / 4" in words(chart)
    (dots,) = [trace for trace in chart.data if trace.mode == "markers"]
    assert list(dots.x) == sorted((each.ratio for each in found.counted if each.ratio), reverse=True)
    assert "1.00×  " in words(chart)
    low, high = chart.layout.xaxis.range
    assert all(low < 0 < high and 10**low < x < 10**high for x in dots.x)


def test_differences_are_drawn_where_they_are() -> None:
    made = session(say("user", "the " * 40), say("assistant", "重构登录" * 20), say("user", "x"))
    own, real = measure(made, "pi"), measure(made)
    (bars,) = counter_differences(own, real).data
    assert list(bars.y) == [a - b for a, b in zip(own.counts, real.counts, strict=True)]
    assert list(bars.customdata) == [0, 1, 2] and bars.width == 1


def test_twenty_thousand_messages_become_few_bars_that_add_up() -> None:
    many = dialogue(20_000)
    own, real = measure(many, "langchain"), measure(many)
    (bars,) = counter_differences(own, real).data
    assert len(bars.y) <= MOST_BARS and sum(bars.y) == own.total - real.total


@settings(deadline=None, max_examples=20)
@given(sessions(max_size=8))
def test_any_session_can_be_drawn(made: Session) -> None:
    counter_ratios(divergence(made, ("pi", "letta-server")), "pi", dark=True)
    counter_differences(measure(made, "pi"), measure(made), selected=0, dark=True)
