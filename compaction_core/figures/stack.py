"""Several strategies on one axis: a strip each, the fates as patterns, the cut of each marked."""

from collections.abc import Sequence

import plotly.graph_objects as go

from compaction_core.comparison import Outcome
from compaction_core.figures import theme
from compaction_core.figures.blocks import blocks
from compaction_core.figures.canvas import Canvas
from compaction_core.figures.strip import add_blocks, borders
from compaction_core.session import Session
from compaction_core.tokens import Measured

MOST_BLOCKS = 1_500
"""Bars of all strips together: a browser draws about 2,000 well."""


def stack(
    measured: Measured,
    outcomes: Sequence[Outcome],
    *,
    session: Session | None = None,
    selected: int | None = None,
    dark: bool = False,
    row: int = 58,
) -> go.Figure:
    """The planned messages once per strategy, top to bottom in the given order, each named at its left."""
    canvas = Canvas(dark, 40 + row * max(1, len(outcomes)), {"l": 190, "t": 22, "b": 4})
    total = 0
    for place, found in enumerate(outcomes):
        y, plan = -float(place), found.plan
        most = max(60, MOST_BLOCKS // max(1, len(outcomes)))
        edges = borders(plan)
        coarse = len(edges) > most
        add_blocks(
            canvas,
            blocks(measured, plan.start, plan.end, () if coarse else edges, most),
            plan,
            y=y,
            width=0.62,
            session=session,
            coarse=coarse,
        )
        total = max(total, measured.between(plan.start, plan.end))
        canvas.note(
            f"<b>{theme.plain(found.label)}</b><br>{_short(found)}", size=12, x=0, xref="paper", xanchor="right",
            xshift=-10, y=y, align="right",
        )  # fmt: skip
        if plan.cut is not None and plan.start < plan.cut <= plan.end:
            x = measured.between(plan.start, plan.cut)
            canvas.shapes.append({
                "type": "line", "x0": x, "x1": x, "y0": y - 0.4, "y1": y + 0.4,
                "line": {"color": canvas.ink.text, "width": 2},
            })  # fmt: skip
    if selected is not None and outcomes and outcomes[0].plan.start <= selected < outcomes[0].plan.end:
        middle = measured.between(outcomes[0].plan.start, selected) + measured.counts[selected] / 2
        canvas.pointer(f"#{selected}", x=middle, y=0.42, ay=-14)
    canvas.x = {"range": [0, max(1, total)], "showgrid": False, "visible": False}
    canvas.y = {"visible": False, "range": [-len(outcomes) + 0.45, 0.75], "fixedrange": True}
    return canvas.figure()


def _short(found: Outcome) -> str:
    if found.plan.error is not None:
        return "gives up"
    if all(fate == "keep" for fate, _, _ in found.shares):
        return "changes nothing"
    return f"keeps {theme.short(found.tokens_kept)} of {theme.short(found.tokens_before)}"
