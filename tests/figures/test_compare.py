"""Stacked strips and the matrix: what is drawn adds up to what the plans say."""

from compaction_core.comparison import compare
from compaction_core.figures import matrix, stack
from compaction_core.tokens import measure
from tests.make import dialogue

NAMES = ("letta-code", "textbook-replay", "keep-all")


def test_every_strip_is_as_long_as_the_planned_messages() -> None:
    found = dialogue(40)
    measured = measure(found)
    chart = stack(measured, compare(found, NAMES, 300))
    for row in range(len(NAMES)):
        drawn = sum(x for trace in chart.data for x, y in zip(trace.x, trace.y, strict=True) if y == -row)
        assert drawn == measured.total


def test_the_matrix_counts_messages_by_fate() -> None:
    found = dialogue(40)
    outcomes = compare(found, NAMES, 300)
    chart = matrix(outcomes)
    for row, outcome in enumerate(outcomes):
        drawn = {trace.name: sum(x for x, y in zip(trace.x, trace.y, strict=True) if y == row) for trace in chart.data}
        words = {"keep": "kept", "summarize": "summarized", "drop": "dropped"}
        expected = {words[fate]: number for fate, number, _ in outcome.shares}
        assert {name: number for name, number in drawn.items() if number} == expected


def test_many_messages_stay_few_bars() -> None:
    found = dialogue(5_000)
    outcomes = compare(found, (*NAMES, "observation-masking"), 10_000)
    assert sum(len(trace.x) for trace in matrix(outcomes).data) <= 1_600
    assert sum(len(trace.x) for trace in stack(measure(found), outcomes).data) <= 2_400


def test_nothing_to_compare_is_an_empty_picture() -> None:
    assert not matrix(()).data and not stack(measure(dialogue(2)), ()).data
