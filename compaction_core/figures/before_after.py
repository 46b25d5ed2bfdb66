"""Before and after: the strip twice on one axis, and ribbons from what was summarized into the summary."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import plotly.graph_objects as go

from compaction_core.compaction import Compaction, ViewMessage
from compaction_core.figures import theme
from compaction_core.figures.blocks import MOST_BLOCKS, Block, Shown, blocks, shown
from compaction_core.figures.canvas import Canvas
from compaction_core.figures.strip import Band, add_blocks, borders
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.staying import kept_before
from compaction_core.tokens import Measured
from compaction_core.turns import runs

BEFORE, AFTER = 1.0, 0.0
HALF = 0.22
TEETH = 5
MOST_RIBBONS = 60


def before_after(
    measured: Measured, compaction: Compaction, *, selected: int | None = None, dark: bool = False, height: int = 300
) -> go.Figure:
    """The planned messages above, the view below; both strips share one token axis and start at the left edge."""
    plan = compaction.plan
    row = shown(measured, plan)
    canvas = Canvas(dark, height, {"l": 70, "b": 30})
    lower = _lower(measured, compaction, row)
    upper = Band(row.blocks(borders(plan)), plan, BEFORE)
    add_blocks(canvas, [upper, Band(tuple(lower.blocks), plan, AFTER)], 2 * HALF)
    for first, last, left, wide in lower.spans:
        _ribbon(canvas, (row.left(first), row.right(last)), (left, left + wide), "rgba(138,143,152,0.22)")
    if lower.summary is not None:
        gone = compaction.request.indexes
        for first, last in _ribbons(gone):
            _ribbon(canvas, (row.left(first), row.right(last - 1)), lower.summary, "rgba(201,162,39,0.28)")
        _torn_block(canvas, lower.summary, "summary; outlined: added beside it" if lower.added else "summary")
    _added(canvas, lower.added)
    before, after = row.tokens, compaction.tokens_after
    for y, words, tokens in ((BEFORE, "before", before), (AFTER, "after", after)):
        canvas.note(
            f"<b>{words}</b><br>{theme.short(tokens)}", size=13, x=0, xref="paper", xanchor="right", xshift=-8, y=y,
            align="right",
        )  # fmt: skip
    if row.retained:
        canvas.note(kept_before(row.retained), canvas.ink.faint, x=0, y=BEFORE + HALF, xanchor="left", yanchor="bottom")
    if selected is not None and selected in row:
        canvas.pointer(f"#{selected}", x=row.middle(selected), y=BEFORE + HALF, ay=-16)
    # with a gap in the upper strip no scale fits both
    canvas.x = {
        "range": [0, max(1, row.width, after)], "tickformat": "~s", "showgrid": False,
        "showticklabels": not row.front,
    }  # fmt: skip
    canvas.y = {"visible": False, "range": [-HALF - 0.08, BEFORE + HALF + 0.25], "fixedrange": True}
    return canvas.figure()


@dataclass
class _Lower:
    """The lower strip: blocks of what stays, its runs (both ends, left edge, width), what the compaction brings in."""

    blocks: list[Block] = field(default_factory=list)
    spans: list[tuple[int, int, int, int]] = field(default_factory=list)
    summary: tuple[int, int] | None = None
    added: list[tuple[int, ViewMessage]] = field(default_factory=list)


def _lower(measured: Measured, compaction: Compaction, row: Shown) -> _Lower:
    """Read the view from left to right; what is cleared or truncated has the size of what is left of it."""
    found, left, plan = _Lower(), 0, compaction.plan
    run: list[int] = []
    changed: dict[int, int] = {}

    def flush(at: int) -> None:
        if not run:
            return
        first, last = run[0], run[-1] + 1
        wide = measured.between(first, last) - sum(measured.counts[i] - tokens for i, tokens in changed.items())
        start = at - wide
        found.blocks.extend(b._replace(left=b.left + start) for b in _left(measured, plan, first, last, changed))
        if first in row:
            found.spans.append((first, last - 1, start, wide))
        run.clear()
        changed.clear()

    for entry in compaction.view:
        brought = entry.tokens
        if entry.origin == "summary" and entry.index is not None:  # inside a kept message: what that one grew by
            brought = max(0, entry.tokens - measured.counts[entry.index])
        follows = not run or (entry.index == run[-1] + 1 and entry.index != row.start)
        if entry.origin != "session" or not follows:
            flush(left)
        if entry.origin == "summary":
            found.summary = (left, left + brought)
        elif entry.origin == "added":
            found.added.append((left, entry))
        left += entry.tokens
        if entry.index is not None:
            run.append(entry.index)
            if entry.origin == "session" and entry.tokens != measured.counts[entry.index]:
                changed[entry.index] = entry.tokens
    flush(left)
    return found


def _left(
    measured: Measured, plan: Plan, first: int, last: int, changed: Mapping[int, int]
) -> Iterator[Block]:  # fmt: skip
    """Blocks of messages[first:last] as they stand in the view, from 0; what is ``changed`` has its tokens from there.

    Of a message that has become smaller the categories are no longer known apart: it is drawn in its largest.
    """
    if not changed:
        yield from blocks(measured, first, last)
        return
    columns = {name: [*column[first:last]] for name, column in measured.columns.items()}
    for number, tokens in changed.items():
        largest = max(columns, key=lambda name: columns[name][number - first])
        for name, column in columns.items():
            column[number - first] = tokens if name == largest else 0
    sized = Measured(
        counter=measured.counter, basis=measured.basis, tools=0, length=last - first,
        columns={name: tuple(column) for name, column in columns.items()},
    )  # fmt: skip
    edges = [i for i in range(1, last - first) if plan.fate(first + i) != plan.fate(first + i - 1)]
    for block in blocks(sized, 0, last - first, edges if len(edges) <= MOST_BLOCKS else ()):
        yield block._replace(first=block.first + first, last=block.last + first)


def _added(canvas: Canvas, added: list[tuple[int, ViewMessage]]) -> None:
    """What is said beside the summary: gold outlines that tell on hover who says it."""
    if not added:
        return
    gold = theme.COLORS["summary"]
    canvas.add(
        "bar", name="added", orientation="h", y=[AFTER] * len(added), x=[entry.tokens for _, entry in added],
        base=[left for left, _ in added], width=2 * HALF,
        marker={"color": "rgba(201,162,39,0.35)", "line": {"color": gold, "width": 1.5}},
        hovertext=[f"added beside the summary, role {entry.message.role}" for _, entry in added],
        hovertemplate="%{hovertext}, %{x:,} tokens<extra></extra>", textposition="none",
    )  # fmt: skip


def _ribbon(canvas: Canvas, above: tuple[float, float], below: tuple[float, float], color: str) -> None:
    """A band from a range of the upper strip to a range of the lower one."""
    top, bottom = BEFORE - HALF, AFTER + HALF
    middle = (top + bottom) / 2
    path = (
        f"M {above[0]},{top} C {above[0]},{middle} {below[0]},{middle} {below[0]},{bottom} "
        f"L {below[1]},{bottom} C {below[1]},{middle} {above[1]},{middle} {above[1]},{top} Z"
    )
    canvas.shapes.append({"type": "path", "path": path, "fillcolor": color, "line": {"width": 0}, "layer": "below"})


def _torn_block(canvas: Canvas, span: tuple[float, float], words: str) -> None:
    """The summary: gold, with a torn left edge."""
    left, right = span
    tooth = min(0.25 * (right - left), max(1.0, 0.008 * right))
    height = 2 * HALF / TEETH
    points = [(right, AFTER - HALF), (right, AFTER + HALF), (left, AFTER + HALF)]
    for i in range(TEETH):
        y = AFTER + HALF - i * height
        points += [(left + tooth, y - height / 2), (left, y - height)]
    path = "M " + " L ".join(f"{x},{y}" for x, y in points) + " Z"
    color = theme.COLORS["summary"]
    canvas.shapes.append({"type": "path", "path": path, "fillcolor": color, "line": {"color": color, "width": 1}})
    canvas.note(words, x=(left + right) / 2, y=AFTER - HALF, yanchor="top")


def _ribbons(indexes: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending indexes as half-open ranges, so that a message kept in between sends no ribbon into the summary.

    A browser draws few ribbons: of too many ranges, one over all.

    >>> _ribbons([0, 1, 2, 5])
    [(0, 3), (5, 6)]
    """
    found = list(runs(indexes))
    return found if len(found) <= MOST_RIBBONS else [(found[0][0], found[-1][1])]
