"""One more message on top of the list: what is in context, the message, and the lines it may pass."""

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas
from compaction_core.tokens import Category
from compaction_core.whatif import Next, WhatIf

NARROW = 0.3
"""Share of the picture's width below which a bar has its words under it."""
SPEAKERS: dict[Next, Category] = {"user": "user", "assistant": "assistant", "tool": "tool_result"}


def what_if(result: WhatIf, *, dark: bool = False) -> go.Figure:
    """The context as a bar, the message at its end; trigger and window as lines, in the strategy's own tokens."""
    canvas = Canvas(dark, 170, {"t": 44, "b": 24})
    held = max(0, result.context - result.tokens)
    bars = (
        ("in context", held, theme.COLORS["other"]),
        ("the next message", result.tokens, theme.COLORS[SPEAKERS[result.role]]),
    )
    line = result.line if result.unit == "tokens" else None
    lines = [(line, "trigger above", canvas.ink.threshold, "dash"), (result.window, "window", canvas.ink.text, "solid")]
    most = max([result.context, *(value for value, *_ in lines if value)], default=1) or 1
    for name, size, color in bars:
        canvas.add(
            "bar", orientation="h", x=[size], y=[""], name=name, marker={"color": color}, width=[0.5],
            text=[f"{name} {theme.tokens(size)}" if size > NARROW * most else ""], textposition="inside",
            insidetextanchor="middle", textangle=0,
            hovertemplate=f"{name}: %{{x:,}} tokens<extra></extra>",
        )  # fmt: skip
    for row, (value, words, color, dash) in enumerate(lines):
        if value is None or value <= 0:
            continue
        canvas.vertical(value, color, 2, dash)
        left = value > most / 2
        canvas.note(
            f"{words} {theme.tokens(value)}", color, x=value, y=1, yref="paper", yanchor="bottom",
            yshift=18 * (1 - row), xanchor="right" if left else "left",
        )  # fmt: skip
    if 0 < result.tokens <= NARROW * most:
        words = f"the next message {theme.tokens(result.tokens)}"
        if held <= NARROW * most:
            words = f"in context {theme.tokens(held)}, {words}"
        early = result.context < most / 2
        canvas.note(
            words, x=held if early else result.context, y=0, yref="paper", yanchor="bottom",
            xanchor="left" if early else "right", bgcolor=canvas.ink.paper, opacity=0.9,
        )  # fmt: skip
    canvas.x = {"range": [0, 1.02 * most], "tickformat": "~s", "fixedrange": True}
    canvas.y = {"visible": False, "fixedrange": True}
    canvas.more = {"barmode": "stack"}
    return canvas.figure()
