"""What the provider reported for each call against our count: the gap, taken apart, and where it steps."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas, places
from compaction_core.figures.curve import MOST_POINTS
from compaction_core.reported import Call, Fit, Jump, Reported
from compaction_core.session import Session

MOST_NAMED = 6
"""The largest jumps that get words, and recorded compactions where there are no more."""
APART = 0.075
"""Share of the plot's height between two labels."""


def reported(
    found: Reported, session: Session, *, selected: int | None = None, dark: bool = False, height: int = 360
) -> go.Figure:
    """Tokens in context at each call: reported as a line, over what explains it.

    With a fit there are three areas: what every request carries, the messages by the provider's count, and what is
    unseen beyond both. Without one, the bare gap. Our own count is the dotted line.
    """
    canvas = Canvas(dark, height, {"r": 190, "t": 28})
    calls = _drawn(found)
    xs = [call.message for call in calls]
    top = max((max(call.context, call.counted) for call in calls), default=1)
    if found.fit is not None:
        _areas(canvas, calls, xs, found.fit)
    else:
        _gap(canvas, calls, xs)
    _line(canvas, xs, [call.counted for call in calls], "our count", "dot", 1.5, "")
    _line(canvas, xs, [call.context for call in calls], "reported", "solid", 2.2, "markers" if len(xs) < 60 else "")
    _jumps(canvas, found, top)
    _recorded(canvas, session)
    if calls:
        _labels(canvas, calls[-1], found, top)
    if selected is not None and 0 <= selected < len(session.messages):
        canvas.vertical(selected, canvas.ink.faint, dash="dot")
        canvas.note(f"<b>#{selected}</b>", x=selected, y=0.9, yref="paper", yanchor="top", bgcolor=canvas.ink.paper)
    canvas.x = places(len(session.messages))
    canvas.y = {"range": [0, top * 1.15], "tickformat": "~s", "fixedrange": True}
    legend = {"orientation": "h", "y": -0.1, "yanchor": "top", "x": 0, "traceorder": "normal"}
    canvas.more = {"hovermode": "x unified", "clickmode": "event+select", "showlegend": True, "legend": legend}
    return canvas.figure()


def _drawn(found: Reported) -> list[Call]:
    """The calls that are drawn: all, else evenly spread with both sides of each jump; never those left out of the fit.

    One that reports a running total or another list would press all others flat.
    """
    fitted = found.fit is not None
    calls = [
        call
        for call, expected in zip(found.calls, found.expected, strict=True)
        if call.context and (expected is not None or not fitted)
    ]
    if len(calls) <= MOST_POINTS:
        return calls
    ends = {number for jump in found.jumps for number in (jump.message, jump.before)} | {calls[-1].message}
    spread = {calls[i * len(calls) // MOST_POINTS].message for i in range(MOST_POINTS)}
    return [call for call in calls if call.message in ends | spread]


def _areas(canvas: Canvas, calls: Sequence[Call], xs: list[int], fit: Fit) -> None:
    unseen = max(0, fit.unseen)
    shares = [min(call.context - min(unseen, call.context), round(fit.ratio * call.counted)) for call in calls]
    bottom = [min(unseen, call.context) for call in calls]
    rest = [call.context - low - share for call, low, share in zip(calls, bottom, shares, strict=True)]
    areas: tuple[tuple[str, list[int], dict[str, Any]], ...] = (
        ("every request carries", bottom, {"fillcolor": theme.COLORS["system"]}),
        ("the messages, by the provider's count", shares, {"fillcolor": _pale(theme.COLORS["other"])}),
        ("unseen beyond that", rest, {"fillpattern": _hatched(canvas)}),
    )
    for name, values, fill in areas:
        canvas.add(
            "scatter", x=xs, y=values, name=name, mode="lines", stackgroup="explained", line={"width": 0},
            hovertemplate=f"{name} %{{y:,}}<extra></extra>", **fill,
        )  # fmt: skip


def _pale(color: str) -> str:
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.35)"


def _hatched(canvas: Canvas) -> dict[str, Any]:
    colors = {"fgcolor": theme.COLORS["system"], "bgcolor": canvas.ink.paper}
    return {"shape": "/", "size": 6, "solidity": 0.35, "fillmode": "replace", **colors}


def _gap(canvas: Canvas, calls: Sequence[Call], xs: list[int]) -> None:
    """One upright line a call, from our count to what was reported."""
    points: list[int | None] = []
    values: list[int | None] = []
    for x, call in zip(xs, calls, strict=True):
        points += [x, x, None]
        values += [call.counted, call.context, None]
    canvas.add(
        "scatter", x=points, y=values, mode="lines", name="gap", hoverinfo="skip", connectgaps=False,
        line={"color": theme.COLORS["system"], "width": 3},
    )  # fmt: skip


def _line(canvas: Canvas, xs: list[int], ys: list[int], name: str, dash: str, width: float, marks: str) -> None:
    canvas.add(
        "scatter", x=xs, y=ys, mode=f"lines+{marks}" if marks else "lines", name=name, customdata=xs,
        line={"color": canvas.ink.text, "width": width, "dash": dash}, marker={"size": 5, "color": canvas.ink.text},
        hovertemplate=f"{name} %{{y:,}}<extra></extra>",
    )  # fmt: skip


def _jumps(canvas: Canvas, found: Reported, top: int) -> None:
    at = {call.message: call.context for call in found.calls}
    for symbol, name, each in (
        ("triangle-up", "steps up", [jump for jump in found.jumps if jump.tokens > 0]),
        ("triangle-down", "steps down", [jump for jump in found.jumps if jump.tokens < 0]),
    ):
        if each:
            canvas.add(
                "scatter", x=[jump.message for jump in each], y=[at[jump.message] for jump in each], mode="markers",
                name=name, showlegend=False, customdata=[jump.message for jump in each],
                hovertext=[f"{jump.tokens:+,}: {theme.plain(jump.cause)}" for jump in each],
                hovertemplate="%{hovertext}<extra></extra>",
                marker={
                    "symbol": symbol, "size": 11, "color": theme.COLORS["tool_call"],
                    "line": {"width": 1, "color": canvas.ink.paper},
                },
            )  # fmt: skip
    for jump in _named(found.jumps, (found.calls[-1].message if found.calls else 0) / 9):
        canvas.note(
            f"{'+' if jump.tokens > 0 else '−'}{theme.short(abs(jump.tokens))} at #{jump.message}", size=11,
            x=jump.message, y=min(at[jump.message] + 0.05 * top, 1.1 * top), xanchor="center", yanchor="bottom",
            bgcolor=canvas.ink.paper, opacity=0.9,
        )  # fmt: skip


def _named(jumps: Sequence[Jump], apart: float) -> list[Jump]:
    """The largest, as far as their words do not run into each other."""
    named: list[Jump] = []
    for jump in sorted(jumps, key=lambda jump: -abs(jump.tokens)):
        if len(named) < MOST_NAMED and all(abs(jump.message - other.message) >= apart for other in named):
            named.append(jump)
    return named


def _recorded(canvas: Canvas, session: Session) -> None:
    compactions = [c for c in session.compactions if c.kind == "compact"]
    for compaction in compactions:
        canvas.vertical(compaction.index - 0.5, theme.COLORS["summary"], 2)
        if len(compactions) <= MOST_NAMED:
            canvas.note(
                " compacted", canvas.ink.faint, 11, x=compaction.index - 0.5, y=1, yref="paper", yanchor="bottom",
                xanchor="left",
            )  # fmt: skip


def _labels(canvas: Canvas, last: Call, found: Reported, top: int) -> None:
    """At the right end: what was reported last, our count of it, and the constant."""
    tone = canvas.ink
    rows = [
        (last.context, f"<b>reported {theme.tokens(last.context)}</b>", tone.text),
        (last.counted, f"our count {theme.tokens(last.counted)}", tone.text),
    ]
    if found.fit is not None and found.fit.unseen > 0:
        rows.append((found.fit.unseen, f"every request {theme.tokens(found.fit.unseen)}", tone.faint))
    place = -1.0
    for value, words, color in sorted(rows):
        place = max(float(value), place)
        canvas.note(words, color, x=1, xref="paper", xanchor="left", xshift=6, y=place, yanchor="middle")
        place += APART * top
