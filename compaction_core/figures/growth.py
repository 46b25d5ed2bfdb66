"""The timeline: how the context grows message by message, with the lines it runs into."""

from collections.abc import Sequence

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.session import Record, Session
from compaction_core.strategies.base import Plan
from compaction_core.tokens import CATEGORIES, Measured
from compaction_core.watching import Watch

MOST_POINTS = 800


class Lines(Record):
    """The labelled lines and bands of a timeline, in tokens; None where they do not exist."""

    window: int | None = None
    threshold: int | None = None
    goal: float | None = None
    floor: int = 0
    """What no compaction can remove: system prompt and tools."""
    floor_basis: str = "measured"


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
    after the compaction. ``per_message`` draws each message's own tokens instead of the running context.
    """
    chart = theme.figure(dark, height, r=190, t=28)
    chart.update_layout(legend={"y": -0.1, "yanchor": "top"})
    points = sample(session, measured, plan)
    _areas(chart, session, measured, points, lines, per_message)
    tone = theme.ink(dark)
    if not per_message:
        if watch is not None:
            chart.add_scatter(
                x=points, y=[watch.tokens[i] for i in points], mode="lines", name=f"as {strategy} counts",
                line={"color": tone.text, "width": 1.5, "dash": "dot"},
                hovertemplate="%{y:,} as " + strategy + " counts<extra></extra>",
            )  # fmt: skip
        _lines(chart, lines, tone)
    _recorded(chart, session, tone)
    if plan is not None:
        _moment(chart, plan, measured, after if not per_message else None, tone)
    if selected is not None and 0 <= selected < measured.length:
        chart.add_vline(x=selected, line={"color": tone.faint, "width": 1.5, "dash": "dot"})
        chart.add_annotation(x=selected, y=0, yanchor="top", text=f"#{selected}", showarrow=False, yshift=-16)
    top = max([1, *_totals(session, measured, lines, points)]) if not per_message else max([1, *measured.counts])
    if not per_message:
        top = max(top, lines.window or 0, watch.peak if watch is not None else 0)
    chart.update_yaxes(range=[0, top * 1.18], rangemode="tozero", tickformat="~s", fixedrange=True)
    chart.update_xaxes(range=[-0.5, measured.length - 0.5], title=None, tickprefix="#", showgrid=False)
    chart.update_layout(hovermode="x unified", clickmode="event+select")
    return chart


def sample(session: Session, measured: Measured, plan: Plan | None) -> list[int]:
    """The message indexes that are drawn: all of a short session, else evenly spread plus every corner."""
    size = measured.length
    if size <= MOST_POINTS:
        return list(range(size))
    corners = {0, size - 1}
    for compaction in session.compactions:
        corners |= {compaction.index - 1, compaction.index}
    if plan is not None:
        corners |= {plan.end - 1, plan.start, *([plan.cut] if plan.cut is not None else [])}
    step = size / MOST_POINTS
    spread = {int(i * step) for i in range(MOST_POINTS)}
    return sorted(i for i in corners | spread if 0 <= i < size)


def _starts(session: Session, points: Sequence[int]) -> list[int]:
    """For each point, where the context it belongs to starts."""
    borders = sorted(c.index for c in session.compactions if c.kind == "compact")
    starts, at, current = [], 0, 0
    for point in points:
        while at < len(borders) and borders[at] <= point:
            current, at = borders[at], at + 1
        starts.append(current)
    return starts


def _areas(
    chart: go.Figure, session: Session, measured: Measured, points: list[int], lines: Lines, per_message: bool
) -> None:
    starts = _starts(session, points)
    outside = max(0, lines.floor - _system(measured))
    for category in CATEGORIES:
        column = measured.columns.get(category)
        if column is None and not (category == "system" and outside):
            continue
        column = column or (0,) * measured.length
        values = _per_message(column, points) if per_message else _running(column, starts, points)
        if category == "system" and not per_message:
            everywhere = _system(measured)
            values = [everywhere + outside if start else v + outside for v, start in zip(values, starts, strict=True)]
        if per_message:
            chart.add_bar(
                x=points, y=values, name=theme.LABELS[category], marker={"color": theme.COLORS[category]},
                customdata=[[i] for i in points],
                hovertemplate=f"{theme.LABELS[category]} %{{y:,}}<extra></extra>",
            )  # fmt: skip
        else:
            chart.add_scatter(
                x=points, y=values, name=theme.LABELS[category], mode="lines", stackgroup="context",
                line={"width": 0, "shape": "hv" if len(points) <= MOST_POINTS / 2 else "linear"},
                fillcolor=theme.COLORS[category],
                hovertemplate=f"{theme.LABELS[category]} %{{y:,}}<extra></extra>",
            )  # fmt: skip
    if per_message:
        chart.update_layout(barmode="stack")
        return
    totals = _totals(session, measured, lines, points)
    chart.add_scatter(
        x=points, y=totals, mode="markers", name="context", showlegend=False,
        marker={"size": 7, "opacity": 0}, customdata=[[i] for i in points],
        hovertemplate="<b>%{y:,} tokens in context</b><extra></extra>",
    )  # fmt: skip


def _system(measured: Measured) -> int:
    return sum(measured.columns.get("system", ()))


def _running(column: tuple[int, ...], starts: list[int], points: list[int]) -> list[int]:
    """The column added up since each point's context start, in one pass."""
    prefix = [0]
    for value in column:
        prefix.append(prefix[-1] + value)
    return [prefix[point + 1] - prefix[start] for point, start in zip(points, starts, strict=True)]


def _per_message(column: tuple[int, ...], points: list[int]) -> list[int]:
    """Each point's own tokens; with a sampled axis, those of the stretch up to the next point."""
    stops = [*points[1:], len(column)]
    return [sum(column[point:stop]) for point, stop in zip(points, stops, strict=True)]


def _totals(session: Session, measured: Measured, lines: Lines, points: list[int]) -> list[int]:
    starts = _starts(session, points)
    system = _system(measured)
    outside = max(0, lines.floor - system)
    return [
        measured.between(start, point + 1) + outside + (system if start else 0)
        for point, start in zip(points, starts, strict=True)
    ]


def _lines(chart: go.Figure, lines: Lines, tone: theme.Ink) -> None:
    """Window, threshold, goal, reserve band and floor band, each labelled with its number and origin."""
    if lines.window and lines.threshold and lines.threshold < lines.window:
        chart.add_hrect(y0=lines.threshold, y1=lines.window, line_width=0, fillcolor=tone.threshold, opacity=0.08)
        chart.add_annotation(
            x=0, xref="paper", xanchor="left", xshift=4, y=(lines.threshold + lines.window) / 2, showarrow=False,
            text=f"output reserve {theme.tokens(lines.window - lines.threshold)}",
            font={"color": tone.faint, "size": 11},
        )  # fmt: skip
    if lines.floor:
        chart.add_hrect(y0=0, y1=lines.floor, line_width=0, fillcolor=tone.text, opacity=0.10)
    wanted = [
        (lines.window, f"window {theme.tokens(lines.window or 0)}", tone.text, "solid"),
        (lines.threshold, f"trigger above {theme.tokens(lines.threshold or 0)}", tone.threshold, "dash"),
        (lines.goal, f"goal: keep under {theme.tokens(lines.goal or 0)}", tone.goal, "dash"),
        (lines.floor or None, f"floor {theme.tokens(lines.floor)} ({lines.floor_basis})", tone.faint, "dot"),
    ]
    present = [(y, text, color, dash) for y, text, color, dash in wanted if y is not None]
    for y, _, color, dash in present:
        chart.add_hline(y=y, line={"color": color, "width": 1.8, "dash": dash})
    for y, text, color, _ in present:
        chart.add_annotation(
            x=1, xref="paper", xanchor="left", xshift=6, y=y, yanchor="middle", text=text, showarrow=False,
            font={"color": color, "size": 12}, align="left",
        )  # fmt: skip


def _recorded(chart: go.Figure, session: Session, tone: theme.Ink) -> None:
    for compaction in session.compactions:
        words = "compacted" if compaction.kind == "compact" else "results cleared"
        before = f"<br>{theme.short(compaction.tokens_before)} before" if compaction.tokens_before else ""
        chart.add_vline(x=compaction.index - 0.5, line={"color": theme.COLORS["summary"], "width": 2})
        chart.add_annotation(
            x=compaction.index - 0.5, y=1, yref="paper", yanchor="top", xanchor="left", showarrow=False,
            text=f" recorded: {words}{before}", font={"size": 11, "color": tone.faint}, align="left",
        )  # fmt: skip


def _moment(chart: go.Figure, plan: Plan, measured: Measured, after: int | None, tone: theme.Ink) -> None:
    """The moment of the plan, what would be summarized and what stays."""
    moment = plan.end - 0.5
    if plan.end < measured.length:
        chart.add_vrect(x0=moment, x1=measured.length - 0.5, line_width=0, fillcolor=tone.paper, opacity=0.55)
    chart.add_vline(x=moment, line={"color": tone.threshold, "width": 2})
    chart.add_annotation(
        x=moment, y=1, yref="paper", yanchor="bottom", xanchor="right" if moment > measured.length / 2 else "left",
        text=f"<b>compact after #{plan.end - 1}</b>", showarrow=False, font={"color": tone.threshold},
    )  # fmt: skip
    gone = plan.indexes("summarize")
    if gone:
        _band(chart, gone[0], gone[-1], f"#{gone[0]}–#{gone[-1]} become one summary", theme.COLORS["summary"], tone)
    if plan.cut is not None and plan.start < plan.cut < plan.end:
        chart.add_vline(x=plan.cut - 0.5, line={"color": tone.text, "width": 1.5})
        words = f"{plan.end - plan.cut:,} stay" if plan.end - plan.cut > 1 else "1 stays"
        _band(chart, plan.cut, plan.end - 1, words, tone.faint, tone)
    if after is not None:
        chart.add_scatter(
            x=[moment], y=[after], mode="markers+text", showlegend=False, text=[f"  {theme.short(after)} after"],
            textposition="middle right", textfont={"color": tone.text},
            marker={"symbol": "diamond", "size": 11, "color": theme.COLORS["summary"], "line": {"width": 1}},
            hovertemplate=f"{after:,} tokens right after the compaction<extra></extra>",
        )  # fmt: skip


def _band(chart: go.Figure, first: int, last: int, words: str, color: str, tone: theme.Ink) -> None:
    """A bar along the top of the plot over messages first..last, with its words under it."""
    chart.add_shape(
        type="rect", xref="x", yref="paper", x0=first - 0.5, x1=last + 0.5, y0=0.975, y1=1,
        fillcolor=color, line_width=0,
    )  # fmt: skip
    chart.add_annotation(
        x=(first + last) / 2, y=0.97, yref="paper", yanchor="top", showarrow=False, text=words,
        font={"color": tone.text, "size": 12}, bgcolor=tone.paper, opacity=0.9,
    )  # fmt: skip
