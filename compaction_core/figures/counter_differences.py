"""Message by message: how many tokens more or fewer one counter counts than another."""

import plotly.graph_objects as go

from compaction_core.counting.divergence import differences
from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas, places
from compaction_core.tokens import Measured

MOST_BARS = 400
"""Bars that are drawn; in a longer session neighbours share one."""
NAMED = 3
"""Messages with their number beside the bar."""


def counter_differences(
    own: Measured, real: Measured, *, selected: int | None = None, dark: bool = False, height: int = 200
) -> go.Figure:
    """Bars up where ``own`` counts more than ``real``, down where it counts fewer; a click gives the message."""
    canvas = Canvas(dark, height, {"t": 18, "r": 90})
    size = max(1, -(-own.length // MOST_BARS))
    starts = range(0, own.length, size)
    spans = [(start, min(start + size, own.length)) for start in starts]
    gaps = [own.between(*span) - real.between(*span) for span in spans]
    apart = [abs(a - b) for a, b in zip(own.counts, real.counts, strict=True)]
    worst = [max(range(*span), key=apart.__getitem__) for span in spans]
    canvas.add(
        "bar",
        x=[(start + stop - 1) / 2 for start, stop in spans],
        y=gaps,
        width=size,
        customdata=worst,
        marker={"color": [canvas.ink.goal if gap > 0 else canvas.ink.threshold for gap in gaps], "line": {"width": 0}},
        hovertext=[_hover(span, place, own, real) for span, place in zip(spans, worst, strict=True)],
        hovertemplate="%{hovertext}<extra></extra>",
    )
    canvas.horizontal(0, canvas.ink.faint, 1)
    for one in differences(own, real, NAMED):
        gap = gaps[one.message // size]
        canvas.note(
            f"#{one.message}: {one.gap:+,}", canvas.ink.text, 11, x=one.message, y=gap,
            yanchor="bottom" if gap > 0 else "top", bgcolor=canvas.ink.paper, opacity=0.9,
        )  # fmt: skip
    if selected is not None and 0 <= selected < own.length:
        canvas.vertical(selected, canvas.ink.faint, dash="dot")
    for words, color, anchor in (
        ("counts more", canvas.ink.goal, "bottom"),
        ("counts fewer", canvas.ink.threshold, "top"),
    ):
        canvas.note(words, color, 11, x=1, xref="paper", xanchor="left", xshift=6, y=0, yanchor=anchor)
    canvas.x = places(own.length)
    low, high = min([0, *gaps]), max([0, *gaps])
    room = 0.16 * max(1, high - low)  # for the numbers
    canvas.y = {"range": [low - room, high + room], "tickformat": "~s", "fixedrange": True}
    return canvas.figure()


def _hover(span: tuple[int, int], worst: int, own: Measured, real: Measured) -> str:
    start, stop = span
    if stop - start == 1:
        return f"<b>#{start}</b> {theme.tokens(own.counts[start])} against {theme.tokens(real.counts[start])}"
    most = f"most in #{worst}: {theme.tokens(own.counts[worst])} against {theme.tokens(real.counts[worst])}"
    return f"<b>#{start}–#{stop - 1}</b> {own.between(start, stop) - real.between(start, stop):+,} together<br>{most}"
