"""The fallback ladder as steps downwards, each attempt a mark on its rung; the plan of it before anything ran."""

from itertools import pairwise

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas
from compaction_core.figures.ladder_rows import Row, rows
from compaction_core.summarizers.ladder import Attempt, Ladder

LINE = 21
"""Pixels a line of the picture is high."""
_SYMBOLS = {
    "whole": "circle",
    "failed": "x",
    "injected": "diamond-x",
    "running": "circle-open",
    "planned": "diamond-open",
}
_ENDINGS = {
    "stored": "square",
    "kept": "circle-dot",
    "failed": "octagon",
    "cancelled": "square-open",
    "open": "octagon-open",
}


def ladder(plan: Ladder, attempts: tuple[Attempt, ...] = (), running: bool = False, *, dark: bool = False) -> go.Figure:
    """The ladder's picture; ``running`` while more attempts may come. Without attempts: what is planned.

    What is not reached is pale. A thin bar under a try is its characters against the most that were sent.
    """
    found = rows(plan, attempts, running)
    canvas = Canvas(dark, LINE * len(found) + 12, {"l": 2, "r": 2, "t": 2, "b": 2})
    depth = max(row.depth for row in found)
    stride = min(0.035, 0.25 / max(1, depth))
    lefts = [0.02 + stride * row.depth + (0.045 if row.what == "try" else 0) for row in found]
    _steps(canvas, found, lefts)
    _sizes(canvas, found, lefts)
    ink = canvas.ink
    canvas.add(
        "scatter",
        mode="markers+text",
        x=lefts,
        y=list(range(len(found))),
        marker={
            "symbol": [_symbol(row) for row in found],
            "opacity": 1,
            "size": [7 if row.what == "step" else 10 for row in found],
            "color": [_color(row, ink) for row in found],
            "line": {"width": 1.2, "color": [_color(row, ink) for row in found]},
        },
        text=[f"  {theme.plain(row.text)}" for row in found],
        textposition="middle right",
        textfont={"size": 11, "color": [ink.text if row.reached else ink.faint for row in found]},
        customdata=[_hover(row) for row in found],
        hovertemplate="%{customdata}<extra></extra>",
        cliponaxis=False,
    )
    canvas.x = {"visible": False, "range": [0, 1], "fixedrange": True}
    canvas.y = {"visible": False, "range": [len(found) - 0.5, -0.5], "fixedrange": True}
    canvas.more = {"dragmode": False}
    return canvas.figure()


def _hover(row: Row) -> str:
    sent = f"{row.chars:,} characters sent" if row.chars else ""
    return "<br>".join(theme.plain(line) for line in (row.text, sent, row.said[:90]) if line)


def _symbol(row: Row) -> str:
    if row.what == "step":
        return "square" if row.reached else "square-open"
    return (_ENDINGS if row.what == "ending" else _SYMBOLS).get(row.mark, "square-open")


def _color(row: Row, ink: theme.Ink) -> str:
    if not row.reached:
        return ink.faint
    colors = {
        "whole": theme.COLORS["assistant"],
        "injected": theme.COLORS["tool_call"],
        "running": ink.goal,
        "failed": ink.threshold,
        "stored": theme.COLORS["summary"],
    }
    return colors.get(row.mark, ink.text)


def _steps(canvas: Canvas, found: tuple[Row, ...], lefts: list[float]) -> None:
    """The staircase: down from each step and across to the next; dotted where it was not gone."""
    steps = [
        (y, left, row.reached) for y, (row, left) in enumerate(zip(found, lefts, strict=True)) if row.what != "try"
    ]
    gone = max((i for i, (_, _, reached) in enumerate(steps[:-1]) if reached), default=0)
    pairs = [(a, b, i < gone) for i, (a, b) in enumerate(pairwise(steps[:-1]))]
    pairs.append((steps[gone], steps[-1], True) if steps[-1][2] else (steps[-2], steps[-1], False))
    for (y, left, _), (below, right, _), solid in pairs:
        color, dash = (canvas.ink.text, "solid") if solid else (canvas.ink.faint, "dot")
        line = {"color": color, "width": 1, "dash": dash}
        path = f"M {left},{y} L {left},{below} L {right},{below}"
        canvas.shapes.append({"type": "path", "path": path, "line": line, "layer": "below"})


def _sizes(canvas: Canvas, found: tuple[Row, ...], lefts: list[float]) -> None:
    """Bars under the tries, where they differ in size."""
    most = max(row.chars for row in found)
    if all(row.chars in (0, most) for row in found):
        return
    for y, (row, left) in enumerate(zip(found, lefts, strict=True)):
        if row.chars:
            width = (0.96 - left) * row.chars / most
            canvas.rectangle(canvas.ink.faint, 0.5, x0=left, x1=left + width, y0=y + 0.38, y1=y + 0.46)
