"""Who keeps which message: strategies down, messages across, each the same width, the fates as patterns."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

import plotly.graph_objects as go

from compaction_core.comparison import Outcome
from compaction_core.figures import theme
from compaction_core.figures.canvas import Canvas
from compaction_core.figures.strip import BESIDE, named
from compaction_core.strategies.step import FATES, Fate
from compaction_core.turns import runs as stretches

MOST_BARS = 1_500
"""Bars of all rows together; where fates change more often, neighbours are drawn by what most of them have."""
INKS: dict[Fate, str] = {
    "keep": "#64748B",
    "summarize": "#C9A227",
    "clear": "#94A3B8",
    "truncate": "#56B4E9",
    "drop": "#D55E00",
}


def matrix(outcomes: Sequence[Outcome], *, dark: bool = False, row: int = 34) -> go.Figure:
    """One row a strategy; a click on a run gives its first message's number. Labels stand in the legend line."""
    canvas = Canvas(dark, 70 + row * max(1, len(outcomes)), {"l": BESIDE, "t": 34, "b": 28})
    bars: dict[Fate, list[tuple[int, int, int, str]]] = {fate: [] for fate in FATES}
    for place, found in enumerate(outcomes):
        for first, stop, fate in _runs(found, max(40, MOST_BARS // len(outcomes))):
            span = f"#{first}" if stop - first == 1 else f"#{first}–#{stop - 1}"
            words = f"{theme.plain(found.label)} · {span} · {theme.FATE_WORDS[fate]}"
            bars[fate].append((place, first, stop - first, words))
        canvas.note(
            named(found.label), size=11, x=0, xref="paper", xanchor="right", xshift=-10, y=place, align="right"
        )  # fmt: skip
    for fate, drawn in bars.items():
        if not drawn:
            continue
        canvas.add(
            "bar",
            name=theme.FATE_WORDS[fate],
            orientation="h",
            y=[place for place, _, _, _ in drawn],
            x=[width for _, _, width, _ in drawn],
            base=[first - 0.5 for _, first, _, _ in drawn],
            width=0.72,
            customdata=[first for _, first, _, _ in drawn],
            hovertext=[words for _, _, _, words in drawn],
            hovertemplate="%{hovertext}<extra></extra>",
            textposition="none",
            marker={
                "color": INKS[fate],
                "opacity": 0.35 if fate in ("clear", "drop") else 0.9,
                "pattern": theme.pattern([theme.PATTERNS[fate]] * len(drawn), dark),
                "line": {"width": 0},
            },
        )
    canvas.x = {"tickprefix": "#", "showgrid": False}
    canvas.y = {"visible": False, "autorange": "reversed", "fixedrange": True}
    legend = {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "font": {"color": canvas.ink.faint}}
    canvas.more = {"showlegend": True, "legend": legend}
    return canvas.figure()


def _runs(found: Outcome, most: int) -> Iterator[tuple[int, int, Fate]]:
    """Runs of one fate, what was kept from before first; coarser where there are more than ``most`` behind it."""
    for kept in stretches(found.plan.retained):
        for fate, some in groupby(range(*kept), key=found.plan.fate):
            numbers = list(some)
            yield numbers[0], numbers[-1] + 1, fate
    fates = found.plan.fates
    runs = [(fate, len(list(group))) for fate, group in groupby(fates)]
    if len(runs) > most:
        size = -(-len(fates) // most)
        pieces = [fates[first : first + size] for first in range(0, len(fates), size)]
        runs = [(max(FATES, key=piece.count), len(piece)) for piece in pieces]
    first = found.plan.start
    for fate, group in groupby(runs, key=itemgetter(0)):
        stop = first + sum(length for _, length in group)
        yield first, stop, fate
        first = stop
