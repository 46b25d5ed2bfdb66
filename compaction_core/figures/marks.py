"""The token strip with a mark over every message that a finding is about."""

from collections.abc import Mapping

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.blocks import shown
from compaction_core.figures.strip import drawn
from compaction_core.findings import Severity
from compaction_core.session import Session
from compaction_core.strategies.plans import Plan
from compaction_core.tokens import Measured

SHAPES: dict[Severity, tuple[str, str]] = {
    "error": ("octagon", "threshold"),
    "warning": ("triangle-down", "warning"),
    "note": ("circle", "goal"),
}
"""Symbol of a mark, and the ink of its colour; the symbols differ too, and none is the cross of what is dropped."""
MOST = 1_500
"""Marks of one severity that are drawn; the first ones."""


def marks(
    measured: Measured,
    plan: Plan,
    found: Mapping[int, tuple[Severity, tuple[str, ...]]],
    *,
    session: Session | None = None,
    selected: int | None = None,
    dark: bool = False,
) -> go.Figure:
    """The planned messages with marks; ``found`` is for each message its gravest severity and its codes."""
    row = shown(measured, plan)
    canvas = drawn(measured, plan, session, None, None, selected, dark, 128)
    for severity, (symbol, name) in SHAPES.items():
        color = getattr(theme.ink(dark), name)
        places = [i for i, (one, _) in sorted(found.items()) if one == severity and i in row][:MOST]
        if not places:
            continue
        canvas.add(
            "scatter",
            x=[row.middle(i) for i in places],
            y=[0.72] * len(places),
            mode="markers",
            cliponaxis=False,
            name=severity,
            customdata=places,
            hovertext=[theme.plain(f"#{i} · {severity}: {', '.join(found[i][1])}") for i in places],
            hovertemplate="%{hovertext}<extra></extra>",
            marker={"symbol": symbol, "size": 11, "color": color, "line": {"width": 1, "color": canvas.ink.paper}},
        )
    canvas.y["range"] = [-0.9 if selected is not None else -0.5, 1.0]
    return canvas.figure()
