"""The strip with marks: one trace a severity, each mark over the middle of its message."""

from compaction_core import plan
from compaction_core.figures.marks import MOST, marks
from compaction_core.tokens import measure
from tests.make import dialogue


def test_a_mark_stands_over_the_middle_of_its_message() -> None:
    session = dialogue(6)
    measured, made = measure(session), plan(session, "keep-all", 1_000)
    figure = marks(
        measured, made, {2: ("error", ("loop", "orphan-result")), 4: ("note", ("pending-call",)), 99: ("note", ())}
    )
    drawn = {trace.name: trace for trace in figure.data if trace.type == "scatter"}
    assert set(drawn) == {"error", "note"}
    assert list(drawn["error"].customdata) == [2] and drawn["error"].hovertext == ("#2 · error: loop, orphan-result",)
    assert list(drawn["error"].x) == [measured.between(0, 2) + measured.counts[2] / 2]
    assert list(drawn["note"].customdata) == [4]
    assert drawn["error"].marker.symbol == "octagon" and drawn["note"].marker.symbol == "circle"


def test_no_more_marks_than_a_browser_draws_well() -> None:
    session = dialogue(2_000)
    found = dict.fromkeys(range(2000), ("warning", ("x",)))
    (one,) = [t for t in marks(measure(session), plan(session, "keep-all", None), found).data if t.type == "scatter"]
    assert len(one.x) == MOST
