"""A figure collected as plain dicts and handed to plotly once; adding to it piece by piece takes ten times as long."""

from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go

from compaction_core.figures import theme

Drawn = dict[str, Any]
_FEW = 8
"""Messages up to which each has its number; plotly puts halves between fewer."""


class _Column(list[Any]):
    """Values of a trace, which nobody changes: plotly copies a figure several times, each value by itself."""

    def __deepcopy__(self, _: dict[int, Any]) -> "_Column":
        return self


def _shared(value: Any) -> Any:
    """A trace with its lists as columns."""
    if isinstance(value, dict):
        return {name: _shared(inner) for name, inner in value.items()}
    return _Column(value) if isinstance(value, list) else value


def places(messages: int) -> Drawn:
    """The x axis of a list of messages: their numbers, never a half of one."""
    few: Drawn = {"tick0": 0, "dtick": 1} if messages <= _FEW else {}
    return {"range": [-0.5, max(0.5, messages - 0.5)], "tickprefix": "#", "showgrid": False, **few}


@dataclass
class Canvas:
    """The house style around traces, shapes and notes: transparent, light grid, no legend box."""

    dark: bool
    height: int
    margin: dict[str, int] = field(default_factory=dict)
    traces: list[Drawn] = field(default_factory=list)
    shapes: list[Drawn] = field(default_factory=list)
    notes: list[Drawn] = field(default_factory=list)
    x: Drawn = field(default_factory=dict)
    y: Drawn = field(default_factory=dict)
    more: Drawn = field(default_factory=dict)

    @property
    def ink(self) -> theme.Ink:
        """Text and lines of the mode."""
        return theme.ink(self.dark)

    def add(self, type: str, **trace: Any) -> None:
        """Add a trace."""
        self.traces.append(_shared({"type": type, **trace}))

    def vertical(self, x: float, color: str, width: float = 1.5, dash: str = "solid") -> None:
        """A line over the whole height."""
        self._line(color, width, dash, x0=x, x1=x, y0=0, y1=1, yref="paper")

    def horizontal(self, y: float, color: str, width: float = 1.8, dash: str = "solid") -> None:
        """A line over the whole width."""
        self._line(color, width, dash, x0=0, x1=1, y0=y, y1=y, xref="paper")

    def _line(self, color: str, width: float, dash: str, **place: Any) -> None:
        self.shapes.append({"type": "line", "line": {"color": color, "width": width, "dash": dash}, **place})

    def rectangle(self, color: str, opacity: float = 1.0, **place: Any) -> None:
        """A filled rectangle without an outline; ``place`` are plotly's x0, x1, y0, y1, xref, yref."""
        self.shapes.append({"type": "rect", "fillcolor": color, "opacity": opacity, "line": {"width": 0}, **place})

    def band_across(self, y0: float, y1: float, color: str, opacity: float) -> None:
        """A band over the whole width."""
        self.rectangle(color, opacity, x0=0, x1=1, xref="paper", y0=y0, y1=y1)

    def note(self, text: str, color: str | None = None, size: int = 12, **place: Any) -> None:
        """A label. Its text must be ours: plotly reads some HTML in it."""
        font = {"color": color or self.ink.text, "size": size}
        self.notes.append({"text": text, "showarrow": False, "font": font, **place})

    def pointer(self, text: str, **place: Any) -> None:
        """A label with a small arrow."""
        color = self.ink.text
        arrow = {"showarrow": True, "arrowhead": 2, "arrowcolor": color, "ax": 0}
        self.notes.append({"text": text, "font": {"color": color}, **arrow, **place})

    def figure(self) -> go.Figure:
        """The finished figure."""
        tone = self.ink
        axis = {"gridcolor": tone.grid, "zeroline": False, "tickfont": {"color": tone.faint}, "showline": False}
        layout = {
            "height": self.height,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8} | self.margin,
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "font": {"family": theme.SANS, "size": 13, "color": tone.text},
            "hoverlabel": {"font": {"family": theme.SANS, "size": 13}, "align": "left"},
            "showlegend": False,
            "dragmode": "pan",
            "bargap": 0,
            "barmode": "overlay",
            "xaxis": axis | self.x,
            "yaxis": axis | self.y,
            "shapes": self.shapes,
            "annotations": self.notes,
        }
        # plotly checks every value three times as long as it takes to draw it; here the tests do that for all figures
        drawn = go.Figure(data=self.traces, layout=layout | self.more, _validate=False)
        for part in (drawn, drawn.layout, *drawn.data):
            part._validate = True  # what someone sets later is checked
        return drawn
