"""The levels of a timeline: window, trigger, goal, floor and what is left, each with its number beside the plot."""

from textwrap import wrap
from typing import NamedTuple

from compaction_core.counting import Band
from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas
from compaction_core.figures.placing import height, stacked
from compaction_core.session import Record
from compaction_core.tokens import counters

BESIDE = 134
"""Pixels beside the plot for the labels."""
WIDEST = 24
"""Characters in a line of them."""
SIZE = 11
LEAD = 9
"""Pixels from the plot to a label; its line runs out to it."""
AIR = 4
"""Pixels between two labels."""


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


class Level(NamedTuple):
    """A label beside the plot, and the line that it belongs to, if there is one."""

    y: float
    text: str
    color: str
    dash: str | None = None
    hover: str = ""
    line: str = ""
    """The colour of a line that is there already."""


def levels(canvas: Canvas, lines: Lines, top: float) -> list[Level]:
    """Draw the lines and bands; returns their labels, which ``beside`` sets. ``top`` is the highest value drawn."""
    tone, found = canvas.ink, list[Level]()
    if lines.floor:
        canvas.band_across(0, lines.floor, tone.text, 0.10)
        found.append(Level(lines.floor, f"floor {theme.tokens(lines.floor)} ({lines.floor_basis})", tone.faint, "dot"))
    if lines.goal is not None:
        words = f"goal: {lines.goal_words}{theme.tokens(lines.goal)}"
        found.append(_decided(canvas, lines.goal, words, lines.goal_error, "keeps", tone.goal, top))
    if lines.threshold is not None:
        words = f"trigger above {theme.tokens(lines.threshold)}"
        found.append(_decided(canvas, lines.threshold, words, lines.threshold_error, "fires at", tone.threshold, top))
    if lines.window and lines.threshold and lines.threshold < lines.window:
        canvas.band_across(lines.threshold, lines.window, tone.threshold, 0.08)
        found.append(Level(
            (lines.threshold + lines.window) / 2, f"room {theme.tokens(lines.window - lines.threshold)}", tone.faint,
            hover="between the trigger and the window",
        ))  # fmt: skip
    if lines.window is not None:
        found.append(Level(lines.window, f"window {theme.tokens(lines.window)}", tone.text, "solid"))
    return found


def _decided(
    canvas: Canvas, line: float, words: str, error: Band | None, does: str, color: str, top: float
) -> Level:  # fmt: skip
    """A line in the system's own tokens; where those are an estimate, the band that it stands for in those drawn."""
    if error is None or line <= 0:
        return Level(line, words, color, "dash")
    low, high = error.around(line)
    label = counters.get(error.against).label if error.against in counters.names() else error.against
    if low < top:
        canvas.band_across(low, min(top, high), color, 0.13)
    told = f"{does} {_range(theme.short(low), theme.short(high))} {label}"
    share = _range(f"{error.low:.2f}", f"{error.high:.2f}")
    return Level(
        line, f"{words}<br>{_wrapped(told)}", color, "dash",
        f"its estimate is {share}× the count in {label}, measured on this session",
    )  # fmt: skip


def _range(low: str, high: str) -> str:
    """Both ends as they are shown; one number where they are shown alike."""
    return low if low == high else f"{low}–{high}"


def needed(labels: list[Level]) -> float:
    """Pixels of the plot's height that the labels beside it take."""
    return sum(height(_wrapped(each.text), SIZE) + AIR for each in labels)


def beside(canvas: Canvas, labels: list[Level], top: float, plot: float) -> None:
    """Draw each line, and its label at its end; one that has to make room is led to. ``plot``: pixels from 0 to top."""
    labels = sorted(labels, key=lambda each: each.y)
    texts = [_wrapped(each.text) for each in labels]
    scale = top / plot
    sizes = [(height(text, SIZE) + AIR) * scale for text in texts]
    places = stacked([min(each.y, top) for each in labels], sizes, 0, top)
    for each, text, place in zip(labels, texts, places, strict=True):
        if each.dash is not None:
            canvas.horizontal(each.y, each.color, dash=each.dash)
        if each.dash is not None or each.line:
            canvas.shapes.append({
                "type": "line", "line": {"color": each.line or each.color, "width": 1}, "xref": "paper",
                "xsizemode": "pixel", "xanchor": 1, "x0": 1, "x1": LEAD - 2, "y0": each.y, "y1": place,
            })  # fmt: skip
        canvas.note(
            text.replace("◆", f'<span style="color:{each.line}">◆</span>'), each.color, SIZE, x=1, xref="paper",
            xanchor="left", xshift=LEAD, y=place, yanchor="middle", align="left", borderpad=0,
            **({"hovertext": each.hover} if each.hover else {}),
        )  # fmt: skip


def _wrapped(text: str) -> str:
    return "<br>".join(row for line in text.split("<br>") for row in wrap(line, WIDEST))
