"""Before and after: the strip twice on one axis, and ribbons from what was summarized into the summary."""

import plotly.graph_objects as go

from compaction_core.compaction import Compaction
from compaction_core.figures import theme
from compaction_core.figures.blocks import Block, blocks
from compaction_core.figures.canvas import Canvas
from compaction_core.figures.strip import add_blocks, borders
from compaction_core.tokens import Measured

BEFORE, AFTER = 1.0, 0.0
HALF = 0.22
TEETH = 5


def before_after(
    measured: Measured, compaction: Compaction, *, selected: int | None = None, dark: bool = False, height: int = 300
) -> go.Figure:
    """The planned messages above, the view below; both strips share one token axis and start at the left edge."""
    plan = compaction.plan
    canvas = Canvas(dark, height, {"l": 70, "b": 30})
    add_blocks(canvas, blocks(measured, plan.start, plan.end, borders(plan)), plan, BEFORE, 2 * HALF)
    lower, spans, summary = _lower(measured, compaction)
    add_blocks(canvas, lower, None, AFTER, 2 * HALF)
    for first, last, left in spans:
        x0, x1 = measured.between(plan.start, first), measured.between(plan.start, last)
        _ribbon(canvas, (x0, x1), (left, left + x1 - x0), "rgba(138,143,152,0.22)")
    if summary is not None:
        gone = compaction.request.indexes
        x0, x1 = measured.between(plan.start, gone[0]), measured.between(plan.start, gone[-1] + 1)
        _ribbon(canvas, (x0, x1), summary, "rgba(201,162,39,0.28)")
        _torn_block(canvas, summary)
    before, after = measured.between(plan.start, plan.end), compaction.tokens_after
    for y, words, tokens in ((BEFORE, "before", before), (AFTER, "after", after)):
        canvas.note(
            f"<b>{words}</b><br>{theme.short(tokens)}", size=13, x=0, xref="paper", xanchor="right", xshift=-8, y=y,
            align="right",
        )  # fmt: skip
    if selected is not None and plan.start <= selected < plan.end:
        x = measured.between(plan.start, selected) + measured.counts[selected] / 2
        canvas.pointer(f"#{selected}", x=x, y=BEFORE + HALF, ay=-16)
    canvas.x = {"range": [0, max(1, before, after)], "tickformat": "~s", "showgrid": False}
    canvas.y = {"visible": False, "range": [-HALF - 0.08, BEFORE + HALF + 0.25], "fixedrange": True}
    return canvas.figure()


def _lower(
    measured: Measured, compaction: Compaction
) -> tuple[tuple[Block, ...], list[tuple[int, int, int]], tuple[int, int] | None]:
    """Blocks of the view, the runs that survive (first, last, left edge below), and the summary's span."""
    left, summary = 0, None
    drawn: list[Block] = []
    spans: list[tuple[int, int, int]] = []
    run: list[int] = []

    def flush(at: int) -> None:
        if not run:
            return
        first, last = run[0], run[-1] + 1
        start = at - measured.between(first, last)
        drawn.extend(b.model_copy(update={"left": b.left + start}) for b in blocks(measured, first, last))
        spans.append((first, last, start))
        run.clear()

    for entry in compaction.view:
        new = entry.index is None or entry.origin != "session"
        if new or (run and entry.index != run[-1] + 1):
            flush(left)
        if new:  # what is said beside the summary is drawn with it
            summary = (left if summary is None or summary[1] != left else summary[0], left + entry.tokens)
        elif entry.index is not None:
            run.append(entry.index)
        left += entry.tokens
    flush(left)
    return tuple(drawn), [s for s in spans if s[0] >= compaction.plan.start], summary


def _ribbon(canvas: Canvas, above: tuple[float, float], below: tuple[float, float], color: str) -> None:
    """A band from a range of the upper strip to a range of the lower one."""
    top, bottom = BEFORE - HALF, AFTER + HALF
    middle = (top + bottom) / 2
    path = (
        f"M {above[0]},{top} C {above[0]},{middle} {below[0]},{middle} {below[0]},{bottom} "
        f"L {below[1]},{bottom} C {below[1]},{middle} {above[1]},{middle} {above[1]},{top} Z"
    )
    canvas.shapes.append({"type": "path", "path": path, "fillcolor": color, "line": {"width": 0}, "layer": "below"})


def _torn_block(canvas: Canvas, span: tuple[float, float]) -> None:
    """The summary: gold, with a torn left edge."""
    left, right = span
    tooth = min(0.25 * (right - left), max(1.0, 0.008 * right))
    height = 2 * HALF / TEETH
    points = [(right, AFTER - HALF), (right, AFTER + HALF), (left, AFTER + HALF)]
    for i in range(TEETH):
        y = AFTER + HALF - i * height
        points += [(left + tooth, y - height / 2), (left, y - height)]
    path = "M " + " L ".join(f"{x},{y}" for x, y in points) + " Z"
    color = theme.COLORS["summary"]
    canvas.shapes.append({"type": "path", "path": path, "fillcolor": color, "line": {"color": color, "width": 1}})
    canvas.note("summary", x=(left + right) / 2, y=AFTER - HALF, yanchor="top")
