"""Every figure that is drawn in these tests is checked by plotly, which the figures themselves leave out for speed."""

import plotly.graph_objects as go
import pytest

from compaction_core.figures.canvas import Canvas


@pytest.fixture(autouse=True)
def _valid(monkeypatch: pytest.MonkeyPatch) -> None:
    """plotly accepts what a canvas collected, and makes the same figure of it."""
    drawn = Canvas.figure

    def checked(canvas: Canvas) -> go.Figure:
        figure = drawn(canvas)
        given = figure.to_dict()
        again = go.Figure(given).to_dict()
        assert again["data"] == given["data"]
        # plotly leaves out lists that are empty
        assert again["layout"] == {name: value for name, value in given["layout"].items() if value != []}
        return figure

    monkeypatch.setattr(Canvas, "figure", checked)
