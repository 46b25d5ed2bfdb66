"""The cut search in one still picture: what each try would keep, against the goal."""

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas
from compaction_core.strategies.base import Plan


def search(plan: Plan, *, dark: bool = False) -> go.Figure:
    """One bar per try with the kept tokens; hatched while over the goal, solid for the one that ends the search."""
    tries = [step for step in plan.steps if step.kind == "measure"]
    canvas = Canvas(dark, 40 * max(2, len(tries)) + 40, {"l": 150, "r": 90, "t": 26})
    canvas.add(
        "bar",
        orientation="h",
        y=[f"{step.ratio:.4g} → cut at #{step.candidate}" for step in tries],
        x=[step.kept_tokens for step in tries],
        marker={
            "color": theme.COLORS["assistant"],
            "opacity": [1.0 if step.valid else 0.55 for step in tries],
            "pattern": theme.pattern(["" if step.valid else "/" for step in tries], dark),
        },
        text=[f"{theme.tokens(step.kept_tokens or 0)} {'under' if step.valid else 'too much'}" for step in tries],
        textposition=["inside" if step.valid else "outside" for step in tries],
        cliponaxis=False,
        customdata=[step.index for step in tries],
        hovertemplate="step %{customdata}: %{x:,} tokens kept<extra></extra>",
    )
    goal = next((step.goal for step in plan.steps if step.goal is not None), None)
    if goal is not None:
        canvas.vertical(goal, canvas.ink.goal, 2, "dash")
        canvas.note(f"goal: under {theme.tokens(goal)}", canvas.ink.goal, x=goal, y=1, yref="paper", yanchor="bottom")
    canvas.x = {"rangemode": "tozero", "tickformat": "~s", "fixedrange": True}
    canvas.y = {"autorange": "reversed", "showgrid": False, "fixedrange": True, "ticksuffix": "  "}
    canvas.more = {"bargap": 0.3}
    return canvas.figure()
