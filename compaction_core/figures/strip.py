"""The token strip: a session as one horizontal band, a block a message, its width its tokens."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import NamedTuple

import plotly.graph_objects as go

from compaction_core.figures import theme
from compaction_core.figures.blocks import Block, Shown, shown
from compaction_core.figures.canvas import Canvas
from compaction_core.finding import cut_at_end, preview
from compaction_core.session import Session
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.staying import kept_before
from compaction_core.strategies.step import FATES, Fate
from compaction_core.tokens import CATEGORIES, Category, Measured

BESIDE, NAME = 128, 18
"""Pixels left of a strip for its name, and the characters in a line of it."""
MOST_OUTLINES, NARROW = 400, 0.004
"""Dotted outlines of a figure; of more, none. The share of the strip from which a stretch has one."""


def strip(
    measured: Measured,
    plan: Plan | None = None,
    *,
    session: Session | None = None,
    start: int | None = None,
    stop: int | None = None,
    selected: int | None = None,
    dark: bool = False,
    height: int = 96,
) -> go.Figure:
    """The strip of the planned messages (or of messages[start:stop]), with fates as patterns and the cut marked.

    With the ``session``, hovering a block shows what its message says.
    """
    return drawn(measured, plan, session, start, stop, selected, dark, height).figure()


def drawn(
    measured: Measured, plan: Plan | None, session: Session | None, start: int | None, stop: int | None,
    selected: int | None, dark: bool, height: int,
) -> Canvas:  # fmt: skip
    """``strip`` before it is handed to plotly, for a figure that adds to it."""
    row = Shown(measured, start or 0, measured.length if stop is None else stop)
    if plan is not None:
        row = shown(measured, plan)
    total = row.width
    canvas = Canvas(dark, height, {"t": 26, "b": 4})
    add_blocks(canvas, [Band(row.blocks(() if plan is None else borders(plan)), plan, 0.0)], session=session)
    label_kept(canvas, row)
    if plan is not None and plan.cut is not None and row.first < plan.cut <= row.end:
        x = row.left(plan.cut)
        canvas.vertical(x, canvas.ink.text, 2)
        label = f"cut at #{plan.cut}" if plan.cut < row.end else cut_at_end(session, plan)
        canvas.note(
            f"<b>{label}</b>", size=13, x=x, y=1, yref="paper", yanchor="bottom",
            xanchor="right" if x > 0.85 * total else "left",
        )  # fmt: skip
    if selected is not None and selected in row:
        canvas.pointer(f"#{selected}", x=row.middle(selected), y=-0.5, ay=14)
        canvas.height += 24
    canvas.x = {"range": [0, max(1, total)], "showgrid": False, "visible": False}
    canvas.y = {"visible": False, "range": [-0.9 if selected is not None else -0.5, 0.5], "fixedrange": True}
    return canvas


def borders(plan: Plan) -> tuple[int, ...]:
    """The indexes at which the fate changes: a bin of the strip must not cross one."""
    fates, back = plan.fates, plan.retained
    inside = (plan.start + i for i in range(1, len(fates)) if fates[i] != fates[i - 1])
    return (*(n for before, n in pairwise(back) if plan.fate(n) != plan.fate(before)), *inside)


def named(label: str) -> str:
    """A strategy's name left of its strip, in bold; a long one in two lines."""
    return f"<b>{'<br>'.join(map(theme.plain, wrap(label, NAME)))}</b>"


def label_kept(canvas: Canvas, row: Shown) -> None:
    """Under the strip, what stands in front of the gap; the figure gets the room for it."""
    if row.retained:
        canvas.note(kept_before(row.retained), canvas.ink.faint, x=0, y=0, yref="paper", xanchor="left", yanchor="top")
        canvas.margin["b"] = canvas.margin.get("b", 8) + 20
        canvas.height += 20


class Band(NamedTuple):
    """The blocks of one strip and where it lies."""

    drawn: tuple[Block, ...]
    plan: Plan | None
    y: float
    coarse: bool = False
    """Blocks hold messages of several fates, and each is drawn by the fate that most of them have."""


class Piece(NamedTuple):
    """The sub-block of one category: strip, first message, fate, left edge, tokens, and what hovering it says."""

    y: float
    number: int
    fate: Fate
    left: int
    tokens: int
    hover: str


def add_blocks(canvas: Canvas, bands: Sequence[Band], width: float = 0.9, session: Session | None = None) -> None:
    """Add the blocks of all bands."""
    pieces: dict[Category, list[Piece]] = {}
    for band in bands:
        fate_of = _most(band.plan) if band.coarse and band.plan is not None else _first(band.plan)
        for block in band.drawn:
            left, fate = block.left, fate_of(block)
            hover = _hover(block, fate, session)
            for name, tokens in block.shares:
                pieces.setdefault(name, []).append(Piece(band.y, block.first, fate, left, tokens, hover))
                left += tokens
    add_pieces(canvas, pieces, width, max((len(band.drawn) for band in bands), default=0))


def add_pieces(canvas: Canvas, pieces: Mapping[Category, Sequence[Piece]], width: float, most: int) -> None:
    """Add one bar trace per category; a click on a block gives its first message's number as customdata.

    All strips share the traces, because plotly's time goes by their number. ``most`` is the number of blocks of the
    fullest strip: many are drawn without outlines. What is cleared is empty, in a dotted outline.
    """
    outlines = _cleared(pieces)
    patterns = theme.PATTERNS | ({"clear": ""} if outlines else {})
    for category in CATEGORIES:
        rows = pieces.get(category, ())
        if not rows:
            continue
        canvas.add(
            "bar",
            name=theme.LABELS[category],
            orientation="h",
            y=[row.y for row in rows],
            x=[row.tokens for row in rows],
            base=[row.left for row in rows],
            width=width,
            customdata=[row.number for row in rows],
            hovertext=[row.hover for row in rows],
            textposition="none",
            marker={
                "color": theme.COLORS[category],
                "opacity": [theme.OPACITY[row.fate] for row in rows],
                "pattern": theme.pattern([patterns[row.fate] for row in rows], canvas.dark),
                "line": {"width": 0.5 if most <= 400 else 0, "color": canvas.ink.paper},
            },
            hovertemplate=f"%{{hovertext}}<br>{theme.LABELS[category]}, %{{x:,}} tokens<extra></extra>",
        )

    for y, left, right in outlines:
        canvas.shapes.append({
            "type": "rect", "x0": left, "x1": right, "y0": y - width / 2, "y1": y + width / 2,
            "line": {"color": canvas.ink.faint, "width": 1, "dash": "dot"}, "fillcolor": "rgba(0,0,0,0)",
        })  # fmt: skip


def _cleared(pieces: Mapping[Category, Sequence[Piece]]) -> list[tuple[float, int, int]]:
    """Stretches of cleared blocks: strip, left and right edge. None where they are too many to be told apart."""
    cleared = sorted((p.y, p.left, p.left + p.tokens) for rows in pieces.values() for p in rows if p.fate == "clear")
    found: list[tuple[float, int, int]] = []
    for y, left, right in cleared:
        if found and found[-1][0] == y and left <= found[-1][2]:
            found[-1] = (y, found[-1][1], max(right, found[-1][2]))
        else:
            found.append((y, left, right))
    seen = max((right for _, _, right in found), default=0) * NARROW
    return [one for one in found if one[2] - one[1] >= seen] if len(found) <= MOST_OUTLINES else []


def _first(plan: Plan | None) -> Callable[[Block], Fate]:
    return lambda block: "keep" if plan is None else plan.fate(block.first)


def _most(plan: Plan) -> Callable[[Block], Fate]:
    def most(block: Block) -> Fate:
        here = [plan.fate(number) for number in range(block.first, block.last + 1)]
        return max(FATES, key=here.count)

    return most


def _hover(block: Block, fate: Fate, session: Session | None) -> str:
    head = f"{block.label} · {theme.FATE_WORDS[fate]}"
    if session is None or block.first != block.last:
        return head
    return f"{head}<br>{theme.plain(preview(session.messages[block.first], 70))}"
