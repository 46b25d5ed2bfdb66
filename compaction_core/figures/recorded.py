"""What happened and what a strategy would have done: two strips of the same messages on one axis."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.blocks import Block, blocks
from compaction_core.figures.canvas import Canvas
from compaction_core.figures.strip import BESIDE, Piece, add_pieces, named
from compaction_core.finding import preview
from compaction_core.recorded import Beside, Happened
from compaction_core.session import Session
from compaction_core.strategies.step import Fate
from compaction_core.tokens import Category, Measured

RECORDED, PLANNED = 1.0, 0.0
HALF = 0.27
LABELS = 5
"""Message numbers along the axis, besides the last one."""
APART = 0.05
"""Between the last of them and the one before, at least, as a share of the strip."""
GAP = 0.012
"""Between a strip and its summary, as a share of the strip."""


class _Strip(NamedTuple):
    y: float
    fates: Sequence[Fate]
    name: str
    cut: int | None
    summary: int | None
    sealed: bool = False


def recorded(
    found: Beside, measured: Measured, *, session: Session | None = None, selected: int | None = None,
    dark: bool = False, height: int = 250,
) -> go.Figure:  # fmt: skip
    """The list the model had, twice: as the file records it above, as the strategy would have done it below.

    What an earlier clear had blanked is left of no width. Fates are patterns, a line marks each cut, a gold block
    behind a strip is its summary on the same scale, a dashed line the moment at which the strategy's own trigger
    would have fired.
    """
    happened = found.happened
    listed = happened.listed
    canvas = Canvas(dark, height, {"l": BESIDE, "r": 74, "t": 26, "b": 26})
    here = _sizes(measured.picked(listed), happened)
    edges = [0, *accumulate(here.counts)]
    total = max(1, edges[-1])
    strips = (
        _Strip(
            RECORDED, happened.fates, "as recorded", happened.cut,
            None if found.recorded is None else found.recorded.tokens, happened.sealed,
        ),
        _Strip(
            PLANNED, tuple(found.plan.fate(n) for n in listed), found.label, found.cut,
            None if found.written is None else found.written.tokens,
        ),
    )  # fmt: skip
    borders = [i for i in range(1, len(listed)) if any(s.fates[i] != s.fates[i - 1] for s in strips)]
    drawn = blocks(here, 0, len(listed), borders)
    _blocks(canvas, strips, drawn, listed, session)
    right = max(_summary(canvas, strip, total) for strip in strips)
    for strip in strips:
        kept = sum(here.counts[i] for i, fate in enumerate(strip.fates) if fate == "keep")
        canvas.note(
            f"{named(strip.name)}<br>keeps {theme.short(kept)} of {theme.short(edges[-1])}", size=12, x=0,
            xref="paper", xanchor="right", xshift=-10, y=strip.y, align="right",
        )  # fmt: skip
        if strip.cut is not None:
            _cut(canvas, strip, edges[_place(listed, strip.cut)], happened.event.index, total)
    if found.fired is not None:
        x = edges[_place(listed, found.fired + 1)]
        canvas.shapes.append({
            "type": "line", "x0": x, "x1": x, "y0": PLANNED - HALF - 0.12, "y1": PLANNED + HALF + 0.06,
            "line": {"color": canvas.ink.threshold, "width": 2, "dash": "dash"},
        })  # fmt: skip
        canvas.note(
            f"its trigger fires after #{found.fired}", canvas.ink.threshold, x=x, y=PLANNED - HALF - 0.1,
            xanchor="right" if x > 0.5 * total else "left", yanchor="top", xshift=-4 if x > 0.5 * total else 4,
        )  # fmt: skip
    if selected is not None and selected in listed:
        place = listed.index(selected)
        canvas.pointer(f"#{selected}", x=edges[place] + here.counts[place] / 2, y=RECORDED + HALF, ay=-14)
    ticks = _ticks(edges, len(listed))
    canvas.x = {
        "range": [0, right], "showgrid": False, "tickangle": 0, "tickvals": [edges[i] for i in ticks],
        "ticktext": [f"#{listed[i]}" for i in ticks],
    }  # fmt: skip
    canvas.y = {"visible": False, "range": [PLANNED - HALF - 0.38, RECORDED + HALF + 0.3], "fixedrange": True}
    return canvas.figure()


def _sizes(measured: Measured, happened: Happened) -> Measured:
    """The counts of what is listed, those of what was blanked before 0."""
    blanked = frozenset(happened.blanked)
    if not blanked:
        return measured
    gone = frozenset(place for place, number in enumerate(happened.listed) if number in blanked)
    columns = {
        name: tuple([0 if i in gone else tokens for i, tokens in enumerate(column)])
        for name, column in measured.columns.items()
    }
    return Measured(
        counter=measured.counter, basis=measured.basis, tools=measured.tools, columns=columns, length=measured.length
    )  # fmt: skip


def _blocks(
    canvas: Canvas, strips: Sequence[_Strip], drawn: Sequence[Block], listed: Sequence[int], session: Session | None
) -> None:
    """The blocks of both strips."""
    pieces: dict[Category, list[Piece]] = {}
    for strip in strips:
        for block in drawn:
            left, fate = block.left, strip.fates[block.first]
            hover = _hover(block, fate, listed, session)
            for name, tokens in block.shares:
                pieces.setdefault(name, []).append(Piece(strip.y, listed[block.first], fate, left, tokens, hover))
                left += tokens
    add_pieces(canvas, pieces, 2 * HALF, len(drawn))


def _hover(block: Block, fate: Fate, listed: Sequence[int], session: Session | None) -> str:
    first, last = listed[block.first], listed[block.last]
    head = f"#{first}" if first == last else f"#{first}–#{last}"
    head = f"{head} · {theme.FATE_WORDS[fate]}"
    return (
        head if session is None or first != last else f"{head}<br>{theme.plain(preview(session.messages[first], 70))}"
    )


def _summary(canvas: Canvas, strip: _Strip, total: int) -> float:
    """The summary behind its strip, on the same scale; returns where it ends."""
    left = total * (1 + GAP)
    if strip.sealed:
        _beside(canvas, "summary<br>not readable", strip.y)
    if strip.summary is None:
        return left
    gold = theme.COLORS["summary"]
    canvas.add(
        "bar", name="its summary", orientation="h", y=[strip.y], x=[strip.summary], base=[left], width=2 * HALF,
        marker={"color": gold}, hovertemplate="summary, %{x:,} tokens<extra></extra>", textposition="none",
    )  # fmt: skip
    _beside(canvas, f"summary<br>{theme.tokens(strip.summary)}", strip.y)
    return left + strip.summary


def _beside(canvas: Canvas, words: str, y: float) -> None:
    canvas.note(words, size=12, x=1, xref="paper", xanchor="left", xshift=6, y=y, align="left")


def _cut(canvas: Canvas, strip: _Strip, x: float, index: int, total: int) -> None:
    canvas.shapes.append({
        "type": "line", "x0": x, "x1": x, "y0": strip.y - HALF - 0.06, "y1": strip.y + HALF + 0.06,
        "line": {"color": canvas.ink.text, "width": 2},
    })  # fmt: skip
    words = f"cut at #{strip.cut}"
    if strip.cut == index:
        kept = strip.fates.count("keep")
        words = f"all that stays ({kept:,}) is in front of the cut" if kept else "nothing stays behind the cut"
    canvas.note(
        f"<b>{words}</b>", size=12, x=x, y=strip.y + HALF + 0.05, yanchor="bottom",
        xanchor="right" if x > 0.5 * total else "left",
    )  # fmt: skip


def _place(listed: Sequence[int], number: int) -> int:
    """How many messages of the list stand before that number."""
    return bisect_right(listed, number - 1)


def _ticks(edges: Sequence[int], size: int) -> list[int]:
    """Places of the list that are spread evenly over its tokens, and the last one."""
    if not size:
        return []
    wanted = (edges[-1] * k / LABELS for k in range(LABELS))
    last = size - 1
    even = {min(last, bisect_right(edges, at) - 1) for at in wanted}
    return [*sorted(at for at in even if edges[last] - edges[at] >= APART * edges[-1] and at < last), last]
