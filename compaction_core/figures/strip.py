"""The token strip: a session as one horizontal band, a block a message, its width its tokens."""

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.blocks import Block, blocks
from compaction_core.strategies.base import Fate, Plan
from compaction_core.tokens import CATEGORIES, Measured


def strip(
    measured: Measured,
    plan: Plan | None = None,
    *,
    start: int | None = None,
    stop: int | None = None,
    selected: int | None = None,
    dark: bool = False,
    height: int = 96,
) -> go.Figure:
    """The strip of the planned messages (or of messages[start:stop]), with fates as patterns and the cut marked."""
    if plan is not None:
        start, stop = plan.start, plan.end
    first, last = start or 0, measured.length if stop is None else stop
    chart = theme.figure(dark, height, t=26, b=4)
    cut = plan.cut if plan is not None else None
    drawn = blocks(measured, first, last, borders=() if plan is None else borders(plan))
    add_blocks(chart, drawn, plan, y=0.0, dark=dark)
    tone = theme.ink(dark)
    if plan is not None and cut is not None and first < cut <= last:
        x = measured.between(first, cut)
        label = f"cut at #{cut}" if cut < last else "nothing is kept"
        chart.add_vline(x=x, line={"color": tone.text, "width": 2})
        near_end = x > 0.85 * measured.between(first, last)
        chart.add_annotation(
            x=x, y=1, yref="paper", yanchor="bottom", xanchor="right" if near_end else "left", showarrow=False,
            text=f"<b>{label}</b>", font={"color": tone.text},
        )  # fmt: skip
    if selected is not None and first <= selected < last:
        chart.add_annotation(
            x=measured.between(first, selected) + measured.counts[selected] / 2,
            y=-0.5,
            ax=0,
            ay=14,
            arrowhead=2,
            arrowcolor=tone.text,
            text=f"#{selected}",
            showarrow=True,
        )
    chart.update_yaxes(visible=False, range=[-0.75 if selected is not None else -0.5, 0.5], fixedrange=True)
    chart.update_xaxes(range=[0, max(1, measured.between(first, last))], showgrid=False, ticks="", visible=False)
    chart.update_layout(showlegend=False)
    return chart


def borders(plan: Plan) -> tuple[int, ...]:
    """The indexes at which the fate changes: a bin of the strip must not cross one."""
    fates = plan.fates
    return tuple(plan.start + i for i in range(1, len(fates)) if fates[i] != fates[i - 1])


def add_blocks(chart: go.Figure, drawn: tuple[Block, ...], plan: Plan | None, y: float, dark: bool) -> None:
    """Add one bar trace per category; a click on a block gives its first message's number as customdata."""
    tone = theme.ink(dark)
    fates = () if plan is None else plan.fates
    start = 0 if plan is None else plan.start
    for category in CATEGORIES:
        rows = list(_pieces(drawn, category))
        if not rows:
            continue
        named: list[Fate] = [fates[block.first - start] if fates else "keep" for block, _, _ in rows]
        color = theme.COLORS[category]
        chart.add_bar(
            name=theme.LABELS[category],
            orientation="h",
            y=[y] * len(rows),
            x=[tokens for _, _, tokens in rows],
            base=[left for _, left, _ in rows],
            width=0.9,
            customdata=[[b.first, b.label, theme.FATE_WORDS[f]] for (b, _, _), f in zip(rows, named, strict=True)],
            marker={
                "color": color,
                "opacity": [theme.OPACITY[f] for f in named],
                "pattern": theme.pattern([theme.PATTERNS[f] for f in named], dark),
                "line": {"width": 0.5 if len(drawn) <= 400 else 0, "color": tone.paper},
            },
            hovertemplate=(
                f"%{{customdata[1]}} · {theme.LABELS[category]}<br>%{{x:,}} tokens · %{{customdata[2]}}<extra></extra>"
            ),
        )  # fmt: skip


def _pieces(drawn: tuple[Block, ...], category: str) -> list[tuple[Block, int, int]]:
    """(block, left edge, tokens) of the sub-blocks of one category."""
    found = []
    for block in drawn:
        left = block.left
        for name, tokens in block.shares:
            if name == category:
                found.append((block, left, tokens))
            left += tokens
    return found
