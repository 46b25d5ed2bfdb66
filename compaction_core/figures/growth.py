"""The timeline: how the context grows message by message, with the lines it runs into."""

from textwrap import wrap

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas, places
from compaction_core.figures.curve import MOST_POINTS, Curve, curve, sample
from compaction_core.figures.levels import BESIDE, Level, Lines, beside, levels, needed
from compaction_core.figures.moments import Head, above, moment, recorded
from compaction_core.finding import preview
from compaction_core.looks import told
from compaction_core.session import Session
from compaction_core.strategies.plans import Plan
from compaction_core.tokens import Measured
from compaction_core.watching import Watch

__all__ = ["Lines", "growth"]

HEADROOM = 1.04
"""Height of the plot over that of the highest line."""
LOOK_HEIGHT, MOST_LOOKS = 0.03, 1_000
"""Height of a mark on the axis, as a share of the highest line; marks that can still be told apart."""
FEW = 10
"""Messages up to which every one gets its number on the axis."""
NAME = 26
"""Characters in a line of the legend on a narrow screen."""
LOWEST, BARE = 230, 8
"""Pixels of the plot's height, at least; beside it, where no label stands there."""
AXIS, ENTRY = 40, 19
"""Pixels under the plot: its numbers, and a line of the legend, which has one for each entry on a narrow screen."""


def growth(
    session: Session,
    measured: Measured,
    lines: Lines,
    watch: Watch | None = None,
    plan: Plan | None = None,
    *,
    after: int | None = None,
    selected: int | None = None,
    per_message: bool = False,
    strategy: str = "the system",
    dark: bool = False,
    height: int = 420,
) -> go.Figure:
    """Context tokens by category after each message, since the last recorded compaction.

    ``watch`` adds what the strategy itself counts, ``plan`` the moment, the cut and the fates, ``after`` the size
    after the compaction. ``per_message`` draws each message's own tokens instead of the running context. The figure
    is ``height`` pixels high, or as high as its labels need on a narrow screen.
    """
    canvas = Canvas(dark, height)
    canvas.x = {**places(measured.length), "tickangle": 0}
    if measured.length <= FEW:
        canvas.x |= {"dtick": 1}
    points = sample(session, measured, plan)
    labels: list[Level] = []
    if per_message:
        top = HEADROOM * max([1, *_bars(canvas, measured, points)])
    else:
        drawn = curve(session, measured, points, lines.floor)
        _areas(canvas, drawn, _named(session, points))
        in_tokens = watch is not None and watch.unit == "tokens"
        peak = watch.peak if watch is not None and in_tokens else 0
        top = HEADROOM * max([1, lines.window or 0, peak, *drawn.totals])
        labels = levels(canvas, lines, top)
        if watch is not None and in_tokens:
            _as_counted(canvas, watch, points, strategy)
        elif watch is not None:
            labels.append(_counts_otherwise(canvas, watch, plan, top))
        if watch is not None:
            labels += _looks(canvas, session, watch, lines.window, top)
    heads = moment(canvas, plan, session) if plan is not None else []
    if plan is not None and after is not None and not per_message:
        labels.append(_after(canvas, plan, after, bool(lines.floor)))
    heads += recorded(canvas, session)
    if selected is not None and 0 <= selected < measured.length:
        canvas.vertical(selected, canvas.ink.faint, dash="dot")
        heads.append(Head(f"<b>#{selected}</b>", selected, selected, canvas.ink.text, lowest=True))
    canvas.y = {"range": [0, top], "tickformat": "~s", "fixedrange": True}
    _sized(canvas, heads, labels, measured.length, top)
    legend = {"orientation": "h", "y": -0.1, "yanchor": "top", "x": 0, "traceorder": "normal"}
    canvas.more = {"hovermode": "x unified", "clickmode": "event+select", "showlegend": True, "legend": legend}
    if per_message:
        canvas.more["barmode"] = "stack"
    return canvas.figure()


def _sized(canvas: Canvas, heads: list[Head], labels: list[Level], size: int, top: float) -> None:
    """Set all labels; the figure grows where a narrow screen, on which the legend takes many lines, needs it."""
    right = BESIDE if labels else BARE
    over = above(canvas, heads, max(1, size), right)
    entries = sum(trace.get("showlegend", True) for trace in canvas.traces)
    under = AXIS + ENTRY * (entries + 1)
    plot = max(LOWEST, needed(labels), canvas.height - over - under)
    canvas.height = round(max(canvas.height, over + plot + under))
    canvas.margin |= {"t": round(over), "r": right}
    beside(canvas, labels, top, plot)


def _named(session: Session, points: list[int]) -> list[str]:
    """Each drawn message in a few words."""
    return [f"{session.messages[i].role}: {theme.plain(preview(session.messages[i], 70))}" for i in points]


def _areas(canvas: Canvas, drawn: Curve, named: list[str]) -> None:
    shape = "hv" if len(drawn.points) <= MOST_POINTS / 2 else "linear"
    for category, values in drawn.columns.items():
        canvas.add(
            "scatter", x=drawn.points, y=values, name=theme.LABELS[category], mode="lines", stackgroup="context",
            line={"width": 0, "shape": shape}, fillcolor=theme.COLORS[category],
            hovertemplate=f"{theme.LABELS[category]} %{{y:,}}<extra></extra>",
        )  # fmt: skip
    canvas.add(
        "scatter", x=drawn.points, y=drawn.totals, mode="markers", name="context", showlegend=False,
        marker={"size": 7, "opacity": 0}, customdata=drawn.points,
        hovertext=named, hovertemplate="<b>%{y:,} tokens in context</b><br>%{hovertext}<extra></extra>",
    )  # fmt: skip


def _bars(canvas: Canvas, measured: Measured, points: list[int]) -> list[int]:
    """Each point's own tokens (with a sampled axis, those of the stretch up to the next point); returns the heights."""
    stretches = list(zip(points, [*points[1:], measured.length], strict=False))
    spans = ["" if stop == point + 1 else f"#{point}–#{stop - 1} together: " for point, stop in stretches]
    for category, column in measured.columns.items():
        values = [sum(column[point:stop]) for point, stop in stretches]
        canvas.add(
            "bar", x=points, y=values, name=theme.LABELS[category], marker={"color": theme.COLORS[category]},
            customdata=points, hovertext=spans,
            hovertemplate=f"%{{hovertext}}{theme.LABELS[category]} %{{y:,}}<extra></extra>",
        )  # fmt: skip
    return [measured.between(point, stop) for point, stop in stretches]


def _as_counted(canvas: Canvas, watch: Watch, points: list[int], strategy: str) -> None:
    canvas.add(
        "scatter", x=points, y=[watch.tokens[i] for i in points], mode="lines",
        name="<br>".join(wrap(f"as {strategy} counts", NAME)),
        line={"color": canvas.ink.text, "width": 1.5, "dash": "dot"},
        hovertemplate=f"%{{y:,}} as {strategy} counts<extra></extra>",
    )  # fmt: skip


def _counts_otherwise(canvas: Canvas, watch: Watch, plan: Plan | None, top: float) -> Level:
    """A trigger that does not count tokens has no line here; its numbers are said where the lines have theirs."""
    words = [f"trigger counts {watch.unit}"]
    if watch.threshold is not None:
        words.append(f"and fires above {watch.threshold:,}")
    if plan is not None and plan.end:
        words.append(f"{watch.tokens[plan.end - 1]:,} at #{plan.end - 1}")
    return Level(top / 2, "<br>".join(words), canvas.ink.threshold)


def _looks(canvas: Canvas, session: Session, watch: Watch, window: int | None, top: float) -> list[Level]:
    """A small mark on the axis wherever the system looks at its trigger; where looks are close, one stands for some."""
    places = [i for i, looked in enumerate(watch.looked) if looked]
    if not places:
        return []
    width = max(1, len(watch.looked) // MOST_LOOKS)
    marked = list({i // width: i for i in places}.values())
    canvas.add(
        "scatter", x=[x for i in marked for x in (i, i, None)], mode="lines", hoverinfo="skip",
        y=[y for _ in marked for y in (0, LOOK_HEIGHT * top, None)], line={"color": canvas.ink.threshold, "width": 1.5},
        name="looks", showlegend=False,
    )  # fmt: skip
    return [Level(0, f"looks {told(session, watch, window)} ({len(places):,})", canvas.ink.threshold)]


def _after(canvas: Canvas, plan: Plan, after: int, prompted: bool) -> Level:
    """Where the context stands right after, the summary in place of what it replaced: a gold diamond at the moment."""
    gold, at = theme.COLORS["summary"], plan.end - 0.5
    canvas.shapes.append({
        "type": "line", "line": {"color": gold, "width": 1.5, "dash": "dot"}, "x0": at, "x1": canvas.x["range"][1],
        "y0": after, "y1": after,
    })  # fmt: skip
    canvas.shapes.append({
        "type": "path", "path": "M -7 0 L 0 -7 L 7 0 L 0 7 Z", "xsizemode": "pixel", "ysizemode": "pixel",
        "xanchor": at, "yanchor": after, "fillcolor": gold, "line": {"color": canvas.ink.paper, "width": 1.5},
    })  # fmt: skip
    what = "prompt included" if prompted else "no prompt in the file"
    return Level(after, f"◆ {theme.short(after)} right after,<br>{what}", canvas.ink.text, line=gold)
