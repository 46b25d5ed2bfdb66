"""The cut search in one still picture: what each try would keep, against the goal."""

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.strategies.base import Plan


def search(plan: Plan, *, dark: bool = False) -> go.Figure:
    """One bar per try with the kept tokens; hatched while over the goal, solid for the one that ends the search."""
    tone = theme.ink(dark)
    tries = [step for step in plan.steps if step.kind == "measure"]
    chart = theme.figure(dark, 40 * max(2, len(tries)) + 40, l=150, r=90, t=26)
    chart.add_bar(
        orientation="h",
        y=[f"{step.ratio:.4g} → cut at #{step.candidate}" for step in tries],
        x=[step.kept_tokens for step in tries],
        marker={
            "color": theme.COLORS["assistant"],
            "opacity": [1.0 if step.valid else 0.55 for step in tries],
            "pattern": {
                "shape": ["" if step.valid else "/" for step in tries],
                "fillmode": "overlay",
                "fgcolor": tone.paper,
                "size": 7,
            },
        },
        text=[f"{theme.tokens(step.kept_tokens or 0)} {'under' if step.valid else 'too much'}" for step in tries],
        textposition="outside",
        cliponaxis=False,
        customdata=[[step.index] for step in tries],
        hovertemplate="step %{customdata[0]}: %{x:,} tokens kept<extra></extra>",
    )
    goal = next((step.goal for step in plan.steps if step.goal is not None), None)
    if goal is not None:
        chart.add_vline(x=goal, line={"color": tone.goal, "width": 2, "dash": "dash"})
        chart.add_annotation(
            x=goal, y=1, yref="paper", yanchor="bottom", showarrow=False, text=f"goal: under {theme.tokens(goal)}",
            font={"color": tone.goal},
        )  # fmt: skip
    chart.update_layout(bargap=0.3, showlegend=False)
    chart.update_yaxes(autorange="reversed", showgrid=False, fixedrange=True, ticksuffix="  ")
    chart.update_xaxes(rangemode="tozero", tickformat="~s", fixedrange=True)
    return chart
