"""The cut search in one still picture: what each try would keep, against the goal."""

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas
from compaction_core.finding import kept_goal
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.step import Step

ROW, LOW_ROW, FEW = 40, 24, 6
"""Pixels of a bar; of more than a few, the lower ones."""
MOST_TRIES = 24
"""Bars drawn: of a longer search, the last ones."""


def search(plan: Plan, *, dark: bool = False) -> go.Figure:
    """One bar per measured candidate with the kept tokens, its number beside it; hatched where it did not fit."""
    tries = [step for step in plan.steps if step.kind == "measure" and step.kept_tokens is not None][-MOST_TRIES:]
    row = ROW if len(tries) <= FEW else LOW_ROW
    canvas = Canvas(dark, row * max(2, len(tries)) + 50, {"l": 150, "r": 130, "t": 26})
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
        textposition="none",
        customdata=[step.index for step in tries],
        hovertemplate="step %{customdata}: %{x:,} tokens kept<extra></extra>",
    )
    for step in tries:  # beside the plot: on a bar the goal's line would go through it
        words = f"<b>{theme.tokens(step.kept_tokens or 0)}</b>{_verdict(step)}"
        canvas.note(words, x=1, xref="paper", xanchor="left", xshift=8, y=_name(step), align="left")
    goal = next((step.goal for step in plan.steps if step.goal is not None), None)
    if goal is not None:
        canvas.vertical(goal, canvas.ink.goal, 2, "dash")
        word = "goal" if kept_goal(plan) else "line"  # what the whole list is held against is no goal
        canvas.note(f"{word}: {theme.tokens(goal)}", canvas.ink.goal, x=goal, y=1, yref="paper", yanchor="bottom")
    canvas.x = {"rangemode": "tozero", "tickformat": "~s", "fixedrange": True}
    canvas.y = {  # names: "#300" would be read as a number
        "type": "category", "dtick": 1, "autorange": "reversed", "showgrid": False, "fixedrange": True,
        "ticksuffix": "  ",
    }  # fmt: skip
    canvas.more = {"bargap": 0.3}
    return canvas.figure()


def _name(step: Step) -> str:
    where = "" if step.candidate is None else f"#{step.candidate}"
    if step.ratio is None:
        return where or f"step {step.index}"
    return f"{step.ratio:.4g} → cut at {where}" if where else f"{step.ratio:.4g}"


def _verdict(step: Step) -> str:
    if step.valid is None or step.valid:
        return "" if step.valid is None else " fits"
    little = step.goal is not None and (step.kept_tokens or 0) < step.goal  # a walk from the end goes up to its goal
    return " too little yet" if little else " too much"
