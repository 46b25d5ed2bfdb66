"""The only colours, patterns and line styles. Roles are Okabe-Ito: safe for colour-blind eyes, light and dark."""

from dataclasses import dataclass
from typing import Any

from compaction_core.strategies.step import Fate
from compaction_core.tokens import Category

COLORS: dict[Category, str] = {
    "system": "#8A8F98",
    "summary": "#C9A227",
    "user": "#0072B2",
    "assistant": "#009E73",
    "reasoning": "#CC79A7",
    "tool_call": "#E69F00",
    "tool_result": "#D55E00",
    "image": "#56B4E9",
    "other": "#B0B5BD",
}
LABELS: dict[Category, str] = {
    "system": "system and tools",
    "summary": "summary",
    "user": "user",
    "assistant": "assistant",
    "reasoning": "reasoning",
    "tool_call": "tool calls",
    "tool_result": "tool results",
    "image": "images",
    "other": "other",
}
PATTERNS: dict[Fate, str] = {"keep": "", "summarize": "/", "clear": ".", "truncate": "|", "drop": "x"}
OPACITY: dict[Fate, float] = {"keep": 1.0, "summarize": 0.5, "clear": 0.15, "truncate": 0.85, "drop": 0.35}
FATE_WORDS: dict[Fate, str] = {
    "keep": "kept",
    "summarize": "summarized",
    "clear": "cleared",
    "truncate": "truncated",
    "drop": "dropped",
}
SANS = "Source Sans, Source Sans Pro, system-ui, sans-serif"


@dataclass(frozen=True)
class Ink:
    """What changes between light and dark: text, grid and the window line."""

    text: str
    faint: str
    grid: str
    paper: str
    threshold: str
    goal: str
    warning: str


LIGHT = Ink("#1F2430", "#6B7280", "rgba(110,118,129,0.16)", "#FFFFFF", "#C62828", "#1F5FA8", "#B76E00")
DARK = Ink("#E8EAED", "#9AA3AF", "rgba(200,208,218,0.16)", "#0E1117", "#FF6B61", "#7DB3F2", "#F5B041")


def ink(dark: bool) -> Ink:
    """The inks of one mode."""
    return DARK if dark else LIGHT


def pattern(shapes: list[str], dark: bool) -> dict[str, Any]:
    """A bar's pattern, drawn over its colour in the colour of the paper."""
    return {"shape": shapes, "fillmode": "overlay", "fgcolor": ink(dark).paper, "size": 6, "solidity": 0.35}


def plain(text: str) -> str:
    """Untrusted text for a hover label, where plotly reads some HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def tokens(value: float) -> str:
    """A count with thousands separators: ``163,204``."""
    return f"{value:,.0f}"


def short(value: float) -> str:
    """A count for a tight place.

    >>> short(128000), short(89600), short(3315), short(1_048_576)
    ('128k', '89.6k', '3,315', '1.05M')
    """
    if value >= 1_000_000:
        return f"{value / 1_000_000:.3g}M"
    return f"{value / 1000:.3g}k" if value >= 10_000 else tokens(value)
