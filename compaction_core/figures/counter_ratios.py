"""One session by every counter: the ratio to a tokenizer as a dot, its spread over the session as a bar."""

from math import log10

import plotly.graph_objects as go

from compaction_core.counting import Counted, Divergence
from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas

ROW = 30
"""Pixels of a counter."""
ONE_LINE = 26
"""Characters of a counter's name that fit into one line."""
TICKS = (0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64)
ROOM = 1.25
"""Factor left free at both ends of the axis."""


def counter_ratios(found: Divergence, deciding: str | None = None, *, dark: bool = False) -> go.Figure:
    """Counters down, the smallest count on top; the one that decides in the colour of the trigger.

    The axis is logarithmic: half and double are as far from 1. A counter that counts nothing is left out.
    """
    rows = sorted((each for each in found.counted if each.ratio), key=lambda each: (-(each.ratio or 0), each.counter))
    canvas = Canvas(dark, 54 + ROW * max(1, len(rows)), {"l": 190, "r": 105, "t": 26})
    reference = found.of(found.against)
    for place, each in enumerate(rows):
        color = canvas.ink.threshold if each.counter == deciding else _color(canvas, each)
        words = _named(each, each.counter == deciding)
        canvas.note(words, size=11, align="right", x=0, xref="paper", xanchor="right", xshift=-8, y=place)
        if each.band is not None:
            canvas.add(
                "scatter", x=[each.band.low, each.band.high], y=[place, place], mode="lines",
                line={"color": color, "width": 7}, opacity=0.3, hoverinfo="skip",
            )  # fmt: skip
        canvas.note(
            f"{each.ratio:.2f}×  {theme.tokens(each.total)}", x=1, xref="paper", xanchor="left", xshift=8, y=place
        )
    canvas.add(
        "scatter",
        x=[each.ratio for each in rows],
        y=list(range(len(rows))),
        mode="markers",
        marker={
            "size": 11,
            "color": [canvas.ink.threshold if e.counter == deciding else _color(canvas, e) for e in rows],
            "symbol": ["circle" if each.basis == "measured" else "diamond" for each in rows],
        },
        hovertext=[_hover(each) for each in rows],
        hovertemplate="%{hovertext}<extra></extra>",
    )
    if reference is not None:
        canvas.vertical(1, canvas.ink.faint, dash="dot")
        canvas.note(f"1× = {reference.label}", canvas.ink.faint, 11, x=0, y=1, yref="paper", yanchor="bottom")
    ends = [each.ratio or 1 for each in rows] + [each.band.high for each in rows if each.band is not None]
    low, high = min([0.5, *(each.ratio or 1 for each in rows)]) / ROOM, max([2, *ends]) * ROOM
    ticks = [tick for tick in TICKS if low <= tick <= high]
    canvas.x = {
        "type": "log", "range": [log10(low), log10(high)], "fixedrange": True, "tickvals": ticks,
        "ticktext": [f"{tick:g}×" for tick in ticks],
    }  # fmt: skip
    canvas.y = {"visible": False, "range": [-0.6, max(0, len(rows) - 1) + 0.6], "fixedrange": True}
    return canvas.figure()


def _named(each: Counted, decides: bool) -> str:
    """A long one in two lines, so that a narrow page has room for the picture."""
    who, _, how = each.label.partition(", ")
    if not decides:
        return f"{who}<br>{how}" if how and len(each.label) > ONE_LINE else each.label
    return f"<b>{who}</b>, decides here" + (f"<br>{how}" if how else "")


def _color(canvas: Canvas, each: Counted) -> str:
    return canvas.ink.text if each.basis == "measured" else canvas.ink.goal


def _hover(each: Counted) -> str:
    lines = [f"<b>{each.label}</b>, {each.basis}", f"{each.total:,} tokens", each.source]
    if each.band is not None:
        lines.append(each.band.told)
    if each.worst:
        first = each.worst[0]
        lines.append(f"differs most in #{first.message}: {first.tokens:,} against {first.against:,}")
    return "<br>".join(lines)
