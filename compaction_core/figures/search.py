"""The cut search in one still picture: what each try would keep, against the goal."""

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas
from compaction_core.finding import kept_goal
from compaction_core.strategies.base import Plan, Step

MOST_TRIES = 24
"""Bars drawn: of a longer search, the last ones."""


def search(plan: Plan, *, dark: bool = False) -> go.Figure:
    """One bar per measured candidate with the kept tokens; hatched where it was found too much."""
    tries = [step for step in plan.steps if step.kind == "measure" and step.kept_tokens is not None][-MOST_TRIES:]
    canvas = Canvas(dark, 40 * max(2, len(tries)) + 40, {"l": 150, "r": 90, "t": 26})
    canvas.add(
        "bar",
        orientation="h",
        y=[_name(step) for step in tries],
        x=[step.kept_tokens for step in tries],
        marker={
            "color": theme.COLORS["assistant"],
            "opacity": [0.55 if step.valid is False else 1.0 for step in tries],
            "pattern": theme.pattern(["/" if step.valid is False else "" for step in tries], dark),
        },
        text=[f"{theme.tokens(step.kept_tokens or 0)}{_verdict(step)}" for step in tries],
        textposition="auto",
        cliponaxis=False,
        customdata=[step.index for step in tries],
        hovertemplate="step %{customdata}: %{x:,} tokens kept<extra></extra>",
    )
    goal = next((step.goal for step in plan.steps if step.goal is not None), None)
    if goal is not None:
        canvas.vertical(goal, canvas.ink.goal, 2, "dash")
        word = "goal" if kept_goal(plan) else "line"  # what the whole list is held against is no goal
        canvas.note(f"{word}: {theme.tokens(goal)}", canvas.ink.goal, x=goal, y=1, yref="paper", yanchor="bottom")
    canvas.x = {"rangemode": "tozero", "tickformat": "~s", "fixedrange": True}
    canvas.y = {"autorange": "reversed", "showgrid": False, "fixedrange": True, "ticksuffix": "  "}
    canvas.more = {"bargap": 0.3}
    return canvas.figure()


def _name(step: Step) -> str:
    where = "" if step.candidate is None else f"#{step.candidate}"
    if step.ratio is None:
        return where or f"step {step.index}"
    return f"{step.ratio:.4g} → cut at {where}" if where else f"{step.ratio:.4g}"


def _verdict(step: Step) -> str:
    return "" if step.valid is None else " fits" if step.valid else " too much"
