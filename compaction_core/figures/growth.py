"""The timeline: how the context grows message by message, with the lines it runs into."""

from textwrap import wrap

import plotly.graph_objects as go

from compaction_core.counting import Band
from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas
from compaction_core.figures.curve import MOST_POINTS, Curve, curve, sample
from compaction_core.finding import preview
from compaction_core.looks import told
from compaction_core.session import Record, Session
from compaction_core.strategies.base import Plan
from compaction_core.strategies.staying import stay_behind
from compaction_core.tokens import Measured, counters
from compaction_core.watching import Watch

LABEL_HEIGHT = 0.085
"""Share of the plot's height that a label needs, where the legend takes many lines as on a narrow screen."""


HEADROOM = 1.18
"""Height of the plot over that of the highest line: the rest is for the labels at its top."""
LOOK_HEIGHT, MOST_LOOKS, LABEL_WIDTH = 0.03, 1_000, 22
"""Height of a mark on the axis, as a share of the highest line; marks that can still be told apart; characters in a
line of their label."""
MOST_EVENTS = 3
"""Recorded events at one message that its label names; of more, their number and the last."""
WIDEST = 22
"""Characters in a line of the labels beside the picture."""
FEW = 20
"""Messages up to which every one gets its number on the axis."""


class Lines(Record):
    """The labelled lines and bands of a timeline, in tokens; None where they do not exist."""

    window: int | None = None
    threshold: int | None = None
    goal: float | None = None
    goal_words: str = ""
    """Before the goal's number: ``under`` where the kept part must stay below it."""
    floor: int = 0
    """What no compaction can remove: system prompt and tools."""
    floor_basis: str = "measured"
    threshold_error: Band | None = None
    """How far the estimate that decides the trigger lies from the count that is drawn; None for no estimate."""
    goal_error: Band | None = None
    """The same for the goal."""


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
    canvas = Canvas(dark, height, {"r": 128, "t": 28})
    points = sample(session, measured, plan)
    drawn = curve(session, measured, points, lines.floor)
    top = 1
    if per_message:
        top = max([1, *_bars(canvas, measured, points)])
    else:
        _areas(canvas, drawn, _named(session, points))
        in_tokens = watch is not None and watch.unit == "tokens"
        top = max([1, lines.window or 0, watch.peak if watch is not None and in_tokens else 0, *drawn.totals])
        if watch is not None and in_tokens:
            _as_counted(canvas, watch, points, strategy)
        elif watch is not None:
            _counts_otherwise(canvas, watch, plan)
        _lines(canvas, lines, top)
        if watch is not None:
            _looks(canvas, session, watch, lines.window, top)
    _recorded(canvas, session)
    if plan is not None:
        _moment(canvas, plan, session)
        if after is not None and not per_message:
            _after(canvas, plan, after, bool(lines.floor), late=plan.end > measured.length / 2)
    if selected is not None and 0 <= selected < measured.length:
        canvas.vertical(selected, canvas.ink.faint, dash="dot")
        canvas.note(f"<b>#{selected}</b>", x=selected, y=0.87, yref="paper", yanchor="top", bgcolor=canvas.ink.paper)
    canvas.x = {"range": [-0.5, max(0.5, measured.length - 0.5)], "tickprefix": "#", "showgrid": False}
    if measured.length <= FEW:
        canvas.x |= {"dtick": 1}
    canvas.y = {"range": [0, top * HEADROOM], "tickformat": "~s", "fixedrange": True}
    legend = {"orientation": "h", "y": -0.1, "yanchor": "top", "x": 0, "traceorder": "normal"}
    canvas.more = {"hovermode": "x unified", "clickmode": "event+select", "showlegend": True, "legend": legend}
    if per_message:
        canvas.more["barmode"] = "stack"
    return canvas.figure()


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
        "scatter", x=points, y=[watch.tokens[i] for i in points], mode="lines", name=f"as {strategy} counts",
        line={"color": canvas.ink.text, "width": 1.5, "dash": "dot"},
        hovertemplate=f"%{{y:,}} as {strategy} counts<extra></extra>",
    )  # fmt: skip


def _counts_otherwise(canvas: Canvas, watch: Watch, plan: Plan | None) -> None:
    """A trigger that does not count tokens has no line here; its numbers are said where the lines have theirs."""
    words = [f"trigger counts {watch.unit}"]
    if watch.threshold is not None:
        words.append(f"and fires above {watch.threshold:,}")
    if plan is not None and plan.end:
        words.append(f"{watch.tokens[plan.end - 1]:,} at #{plan.end - 1}")
    canvas.note(
        "<br>".join(words), canvas.ink.threshold, x=1, xref="paper", xanchor="left", xshift=6, y=0.5, yref="paper",
        yanchor="middle", align="left",
    )  # fmt: skip


def _lines(canvas: Canvas, lines: Lines, top: float) -> None:
    """Window, threshold, goal, the room between the first two and the floor, each with its number and origin."""
    tone = canvas.ink
    if lines.window and lines.threshold and lines.threshold < lines.window:
        canvas.band_across(lines.threshold, lines.window, tone.threshold, 0.08)
        canvas.note(
            f"room {theme.tokens(lines.window - lines.threshold)}", tone.faint, 11,
            x=0, xref="paper", xanchor="left", xshift=4, y=(lines.threshold + lines.window) / 2,
            hovertext="between the trigger and the window",
        )  # fmt: skip
    if lines.floor:
        canvas.band_across(0, lines.floor, tone.text, 0.10)
    _error(canvas, lines.threshold, lines.threshold_error, "fires", tone.threshold, top, 0.3)
    _error(canvas, lines.goal, lines.goal_error, "keeps", tone.goal, top, 0.005)
    wanted = [
        (lines.window, f"window {theme.tokens(lines.window or 0)}", tone.text, "solid"),
        (lines.threshold, f"trigger above {theme.tokens(lines.threshold or 0)}", tone.threshold, "dash"),
        (lines.goal, f"goal: {lines.goal_words}{theme.tokens(lines.goal or 0)}", tone.goal, "dash"),
        (lines.floor or None, f"floor {theme.tokens(lines.floor)} ({lines.floor_basis})", tone.faint, "dot"),
    ]
    present = sorted((y, text, color, dash) for y, text, color, dash in wanted if y is not None)
    places = _spread([float(y) for y, *_ in present], LABEL_HEIGHT * top)
    for (y, text, color, dash), place in zip(present, places, strict=True):
        canvas.horizontal(y, color, dash=dash)
        canvas.note("<br>".join(wrap(text, WIDEST)), color, 11, x=1, xref="paper", xanchor="left", xshift=6, y=place,
                    yanchor="middle", align="left")  # fmt: skip


def _looks(canvas: Canvas, session: Session, watch: Watch, window: int | None, top: float) -> None:
    """A small mark on the axis wherever the system looks at its trigger; where looks are close, one stands for some."""
    places = [i for i, looked in enumerate(watch.looked) if looked]
    if not places:
        return
    width = max(1, len(watch.looked) // MOST_LOOKS)
    marked = list({i // width: i for i in places}.values())
    canvas.add(
        "scatter", x=[x for i in marked for x in (i, i, None)], mode="lines", hoverinfo="skip",
        y=[y for _ in marked for y in (0, LOOK_HEIGHT * top, None)], line={"color": canvas.ink.threshold, "width": 1.5},
        name="looks", showlegend=False,
    )  # fmt: skip
    words = "<br>".join(wrap(f"looks {told(session, watch, window)} ({len(places):,})", LABEL_WIDTH))
    canvas.note(
        words, canvas.ink.threshold, 11, x=1, xref="paper", xanchor="left", xshift=6, y=0, yshift=-8, yanchor="top",
        align="left",
    )  # fmt: skip


def _error(
    canvas: Canvas, line: float | None, error: Band | None, does: str, color: str, top: float, left: float
) -> None:
    """The band that a line decided by an estimate stands for, in the count that is drawn; in words where it is above.

    ``left`` is where the words begin, as a share of the width: far left the session is still small. The line itself
    is in the system's own tokens.
    """
    if line is None or error is None or line <= 0:
        return
    low, high = error.around(line)
    highest = HEADROOM * top
    spread = f"estimate {error.low:.2f}–{error.high:.2f}× of {_label(error)}"
    words = f"{spread}:<br>{does} at {theme.short(low)}–{theme.short(high)}"
    place, anchor = line, "bottom"
    if low < highest:
        shown = min(highest, high)
        canvas.band_across(low, shown, color, 0.13)
        place, anchor = (low + shown) / 2, "middle"
    canvas.note(
        words if anchor == "middle" else f"↑ {words}", color, 11, x=left, xref="paper", xanchor="left", y=place,
        yanchor=anchor, align="left", bgcolor=canvas.ink.paper, opacity=0.85,
    )  # fmt: skip


def _label(error: Band) -> str:
    return counters.get(error.against).label if error.against in counters.names() else error.against


def _spread(places: list[float], apart: float) -> list[float]:
    """Ascending places moved up until neighbours are at least ``apart``.

    >>> _spread([1.0, 1.1, 5.0], 1.0)
    [1.0, 2.0, 5.0]
    """
    spread: list[float] = []
    for place in places:
        spread.append(max(place, spread[-1] + apart) if spread else place)
    return spread


def _recorded(canvas: Canvas, session: Session) -> None:
    """One line and one label for all that the file records at one message, in its order."""
    places: dict[int, list[str]] = {}
    for compaction in session.compactions:
        words = "compacted" if compaction.kind == "compact" else "results cleared"
        before = f" ({theme.short(compaction.tokens_before)} before)" if compaction.tokens_before else ""
        places.setdefault(compaction.index, []).append(f"{words}{before}")
    for index, events in places.items():
        told = [f"{len(events):,} events", events[-1]] if len(events) > MOST_EVENTS else events
        canvas.vertical(index - 0.5, theme.COLORS["summary"], 2)
        canvas.note(
            " recorded: " + ",<br> then ".join(told), canvas.ink.faint, 11, x=index - 0.5, y=0.87, yref="paper",
            yanchor="top", xanchor="left", align="left",
        )  # fmt: skip


def _moment(canvas: Canvas, plan: Plan, session: Session) -> None:
    """The moment of the plan, what would be summarized and what stays."""
    tone, moment, size = canvas.ink, plan.end - 0.5, len(session.messages)
    if plan.end < size:
        canvas.rectangle(tone.paper, 0.55, x0=moment, x1=size - 0.5, y0=0, y1=1, yref="paper")
    canvas.vertical(moment, tone.threshold, 2)
    canvas.note(
        f"<b>compact after #{plan.end - 1}</b>", tone.threshold, 13, x=moment, y=1, yref="paper", yanchor="bottom",
        xanchor="right" if moment > size / 2 else "left",
    )  # fmt: skip
    gone = plan.indexes("summarize")
    if gone:
        one = len(gone) == 1
        words = f"#{gone[0]} becomes a summary" if one else f"#{gone[0]}–#{gone[-1]}<br>become one summary"
        _span(canvas, gone[0], gone[-1], words, theme.COLORS["summary"])
    if plan.cut is not None and plan.start < plan.cut < plan.end:
        canvas.vertical(plan.cut - 0.5, tone.text)
        _span(canvas, plan.cut, plan.end - 1, stay_behind(plan, session) or "none stays whole", tone.faint)


def _span(canvas: Canvas, first: int, last: int, words: str, color: str) -> None:
    """A bar along the top of the plot over messages first..last, with its words under it."""
    canvas.rectangle(color, x0=first - 0.5, x1=last + 0.5, y0=0.975, y1=1, yref="paper")
    canvas.note(
        words, x=(first + last) / 2, y=0.97, yref="paper", yanchor="top", bgcolor=canvas.ink.paper, opacity=0.9
    )  # fmt: skip


def _after(canvas: Canvas, plan: Plan, after: int, prompted: bool, late: bool) -> None:
    """Where the context stands right after: the summary in place of what it replaced."""
    what = "prompt included" if prompted else "without a prompt: the file has none"
    gold = f'<span style="color:{theme.COLORS["summary"]}">◆</span>'
    canvas.note(
        f"{gold} <b>{theme.short(after)} right after,<br>{what}</b>", None, 11, x=plan.end - 0.5, y=after,
        xanchor="right" if late else "left", align="right" if late else "left", xshift=-2 if late else 2,
        bgcolor=canvas.ink.paper, opacity=0.95,
    )  # fmt: skip
