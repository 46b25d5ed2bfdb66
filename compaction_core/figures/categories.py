"""What fills the window: one horizontal bar per category, with its number."""

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas
from compaction_core.tokens import Measured


def categories(measured: Measured, start: int = 0, stop: int | None = None, *, dark: bool = False) -> go.Figure:
    """Tokens of messages[start:stop] by category, largest first; tool schemas count as system."""
    totals = measured.by_category(start, stop)
    if measured.tools:
        totals["system"] = totals.get("system", 0) + measured.tools
    rows = sorted(totals.items(), key=lambda item: item[1])
    whole = sum(totals.values()) or 1
    canvas = Canvas(dark, 34 * max(1, len(rows)) + 16, {"l": 120, "r": 140})
    canvas.add(
        "bar",
        orientation="h",
        y=[theme.LABELS[name] for name, _ in rows],
        x=[value for _, value in rows],
        marker={"color": [theme.COLORS[name] for name, _ in rows]},
        text=[f"{theme.tokens(value)} · {_share(value, whole)}" for _, value in rows],
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{y}: %{x:,} tokens<extra></extra>",
    )
    canvas.x = {"visible": False, "fixedrange": True}
    canvas.y = {"showgrid": False, "fixedrange": True, "ticksuffix": "  "}
    canvas.more = {"bargap": 0.35}
    return canvas.figure()


def _share(value: int, whole: int) -> str:
    percent = 100 * value / whole
    return f"{percent:.0f}%" if percent >= 1 else "<1%"
