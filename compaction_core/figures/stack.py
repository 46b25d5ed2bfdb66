"""Several strategies on one axis: a strip each, the fates as patterns, the cut of each marked."""

from collections.abc import Sequence

import plotly.graph_objects as go

from compaction_core.comparison import Outcome
from compaction_core.figures import theme
from compaction_core.figures.blocks import shown
from compaction_core.figures.canvas import Canvas
from compaction_core.figures.strip import BESIDE, Band, add_blocks, borders, label_kept, named
from compaction_core.session import Session
from compaction_core.tokens import Measured

MOST_BARS = 2_400
"""Bars of all strips together: a browser draws about 2,000 well."""
FEWEST_BLOCKS = 30
"""Blocks of one strip, however many strips there are."""


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
    canvas = Canvas(dark, 40 + row * max(1, len(outcomes)), {"l": BESIDE, "t": 22, "b": 4})
    total, bands, most = 0, [], _most_blocks(measured, outcomes)
    rows = [shown(measured, found.plan) for found in outcomes]
    for place, found in enumerate(outcomes):
        y, plan, here = -float(place), found.plan, rows[place]
        edges = borders(plan)
        coarse = len(edges) > most
        bands.append(Band(here.blocks(() if coarse else edges, most), plan, y, coarse))
        total = max(total, here.width)
        canvas.note(
            f"{named(found.label)}<br>{_short(found)}", size=12, x=0, xref="paper", xanchor="right",
            xshift=-10, y=y, align="right",
        )  # fmt: skip
        if plan.cut is not None and here.first < plan.cut <= plan.end:
            x = here.left(plan.cut)
            canvas.shapes.append({
                "type": "line", "x0": x, "x1": x, "y0": y - 0.4, "y1": y + 0.4,
                "line": {"color": canvas.ink.text, "width": 2},
            })  # fmt: skip
    add_blocks(canvas, bands, 0.62, session)
    if rows:
        label_kept(canvas, rows[0])
    if selected is not None and rows and selected in rows[0]:
        canvas.pointer(f"#{selected}", x=rows[0].middle(selected), y=0.42, ay=-14)
    canvas.x = {"range": [0, max(1, total)], "showgrid": False, "visible": False}
    canvas.y = {"visible": False, "range": [-len(outcomes) + 0.45, 0.75], "fixedrange": True}
    return canvas.figure()


def _most_blocks(measured: Measured, outcomes: Sequence[Outcome]) -> int:
    """Blocks of one strip, so that all come to about MOST_BARS: a block is one bar for each category in it."""
    if not outcomes:
        return MOST_BARS
    row, bars = shown(measured, outcomes[0].plan), MOST_BARS // len(outcomes)
    most = bars
    while most > FEWEST_BLOCKS:
        found = sum(len(block.shares) for block in row.blocks((), most))
        if found <= bars:
            break
        most = max(FEWEST_BLOCKS, most * bars // found)
    return most


def _short(found: Outcome) -> str:
    if found.plan.error is not None:
        return "gives up"
    if all(fate == "keep" for fate, _, _ in found.shares):
        return "changes nothing"
    return f"keeps {theme.short(found.tokens_kept)} of {theme.short(found.tokens_before)}"
