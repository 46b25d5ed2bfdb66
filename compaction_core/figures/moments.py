"""What stands above a timeline: the moment of the plan, what becomes of whom, and what the file records."""

from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas
from compaction_core.figures.placing import LINE, Anchor, Wanted, rows, width
from compaction_core.session import Session
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.staying import stay_behind
from compaction_core.turns import runs
from compaction_core.words import count

MOST_EVENTS = 3
"""Recorded events at one message that its label names; of more, their number and the last."""
MOST_RUNS = 40
"""Runs of summarized messages with a bar each; more get one over them all."""
MOST_PLACES = 2
"""Places of recorded events with a label each; of more, one label with their number, and each when pointed at."""
BAR, ABOVE = (2, 8), 11
"""Pixels above the plot: the bars over what goes and stays, and the first row of labels."""
INDENT = 4
"""Pixels between a line and its label."""
AXIS = 40
"""Pixels left of the plot that labels may reach into: what the numbers of the axis take at least."""


class Head(NamedTuple):
    """A label above the plot over messages first..last, or at the line in front of a message."""

    text: str
    first: float
    last: float
    color: str
    size: int = 12
    lowest: bool = False
    """Right above the plot, whatever else is there."""


def moment(canvas: Canvas, plan: Plan, session: Session) -> list[Head]:
    """Draw the moment of the plan, what would be summarized and what stays; returns their labels."""
    tone, at, size = canvas.ink, plan.end - 0.5, len(session.messages)
    found: list[Head] = []
    if plan.end < size:
        canvas.rectangle(tone.paper, 0.55, x0=at, x1=size - 0.5, y0=0, y1=1, yref="paper")
    gone = plan.indexes("summarize")
    if gone:
        found.append(_summarized(canvas, gone))
    if plan.cut is not None and plan.start < plan.cut < plan.end:
        canvas.vertical(plan.cut - 0.5, tone.text)
        stay = stay_behind(plan, session) or "none stays whole"
        found.append(_span(canvas, plan.cut, plan.end - 1, stay, tone.faint))
    canvas.vertical(at, tone.threshold, 2)
    return [*found, Head(f"<b>compact after #{plan.end - 1}</b>", at, at, tone.threshold, 13)]


def _summarized(canvas: Canvas, gone: Sequence[int]) -> Head:
    """A bar over every run of what becomes a summary, the label over the longest."""
    parts = list(runs(gone))
    if len(parts) > MOST_RUNS:
        parts = [(gone[0], gone[-1] + 1)]
    start, stop = max(parts, key=lambda part: part[1] - part[0])
    for first, after in parts:
        _span(canvas, first, after - 1, "", theme.COLORS["summary"])
    if len(gone) == 1:
        words = f"#{gone[0]} becomes a summary"
    elif len(gone) == gone[-1] + 1 - gone[0]:
        words = f"#{gone[0]}–#{gone[-1]}<br>become one summary"
    else:
        words = f"{count(len(gone))} of #{gone[0]}–#{gone[-1]}<br>become one summary"
    return Head(words, start - 0.5, stop - 0.5, canvas.ink.text)


def _span(canvas: Canvas, first: int, last: int, words: str, color: str) -> Head:
    """A bar above the plot over messages first..last; its label."""
    canvas.shapes.append({
        "type": "rect", "fillcolor": color, "line": {"width": 0}, "x0": first - 0.5, "x1": last + 0.5,
        "yref": "paper", "ysizemode": "pixel", "yanchor": 1, "y0": BAR[0], "y1": BAR[1],
    })  # fmt: skip
    return Head(words, first - 0.5, last + 0.5, canvas.ink.text)


def recorded(canvas: Canvas, session: Session) -> list[Head]:
    """Draw a line for all that the file records at one message, told when pointed at; returns the labels."""
    places: dict[int, list[str]] = {}
    for compaction in session.compactions:
        words = "compacted" if compaction.kind == "compact" else "results cleared"
        before = f"<br>({theme.short(compaction.tokens_before)} before)" if compaction.tokens_before else ""
        places.setdefault(compaction.index, []).append(f"{words}{before}")
    if not places:
        return []
    for index in places:
        canvas.vertical(index - 0.5, theme.COLORS["summary"], 2)
    told = {
        index: ",<br>then ".join([f"{len(events):,} events", events[-1]] if len(events) > MOST_EVENTS else events)
        for index, events in places.items()
    }
    canvas.add(
        "scatter", x=list(told), y=[0] * len(told), mode="markers", name="recorded", showlegend=False,
        marker={"size": 7, "opacity": 0}, hovertext=[words.replace("<br>", " ") for words in told.values()],
        hovertemplate="recorded in front of it: %{hovertext}<extra></extra>",
    )  # fmt: skip
    faint, last = canvas.ink.faint, max(told) - 0.5
    if len(told) > MOST_PLACES:
        return [Head(f"gold: {sum(map(len, places.values())):,} recorded events", last, last, faint, 11)]
    return [Head(f"recorded: {words}", i - 0.5, i - 0.5, faint, 11) for i, words in told.items()]


def above(canvas: Canvas, heads: list[Head], size: int, right: float) -> float:
    """Set the labels in rows above the plot of ``size`` messages; returns the pixels that they take.

    ``right``: pixels beside the plot that they may reach into.
    """
    heads = sorted(heads, key=lambda head: (not head.lowest, -head.first - head.last))
    share = [((head.first + 0.5) / max(1, size), (head.last + 0.5) / max(1, size)) for head in heads]
    wanted = [Wanted(*ends, width(head.text, head.size) + INDENT) for ends, head in zip(share, heads, strict=True)]
    placed = rows(wanted, AXIS, right)
    tall = [0.0] * (1 + max((each.row for each in placed), default=-1))
    for head, each in zip(heads, placed, strict=True):
        tall[each.row] = max(tall[each.row], (head.text.count("<br>") + 1) * head.size * LINE + 3)
    for head, each in zip(heads, placed, strict=True):
        low = ABOVE + sum(tall[: each.row])
        _led(canvas, head, low if each.row or head.first == head.last else 0, each.free)
        shift: dict[Anchor, int] = {"left": INDENT, "center": 0, "right": -INDENT}
        canvas.note(
            head.text, head.color, head.size, x=each.at * size - 0.5, xanchor=each.anchor, xshift=shift[each.anchor],
            y=1, yref="paper", yanchor="bottom", yshift=low, align=each.anchor, borderpad=0,
        )  # fmt: skip
    return ABOVE + sum(tall)


def _led(canvas: Canvas, head: Head, low: float, free: bool) -> None:
    """A line from the plot up to the label, where nothing is in the way."""
    if not (free and low):
        return
    point = head.first == head.last
    middle, color = (head.first + head.last) / 2, head.color if point else canvas.ink.faint
    reach = low + (head.size if point else 0)  # beside the label of a point, under that of a range
    canvas.shapes.append({
        "type": "line", "line": {"color": color, "width": 1}, "x0": middle, "x1": middle, "yref": "paper",
        "ysizemode": "pixel", "yanchor": 1, "y0": 0 if point else BAR[1], "y1": reach,
    })  # fmt: skip
