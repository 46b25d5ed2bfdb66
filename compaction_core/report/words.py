"""Words for people: the basis of a count, who made what, and untrusted text made visible."""

import re
import unicodedata

from compaction_core.errors import UnknownName
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import Summary
from compaction_core.tokens import counters
from compaction_core.tokens.base import Basis
from compaction_core.words import count

# Control characters move a terminal's cursor; the bidi ones make a text read otherwise than it runs.
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")

UNCOUNTED = (
    "Neither system prompt nor tools are in the file, so each request is larger than this by both; --overhead, or the "
    "field in the sidebar, adds them."
)
"""Beside a ledger that counts no overhead."""


def counted_by(counter: str, basis: Basis) -> str:
    """By what a number was counted, and how sure it is.

    >>> counted_by("o200k_base", "measured"), counted_by("letta-code", "estimated")
    ('o200k, measured', "Letta Code's estimate, characters / 4")
    """
    try:
        label = counters.get(counter).label.split(" (")[0]
    except UnknownName:  # a counter of the caller's own
        label = counter
    return label if basis == "estimated" and "estimate" in label else f"{label}, {basis}"


def released(plan: Plan) -> str:
    """Strategy and version, and whether a release offers these settings."""
    return f"{plan.strategy} {plan.version}, {'as released' if plan.as_released else 'not as released'}"


def made_by(summary: Summary) -> str:
    """Who wrote a summary and on what basis, with the summarizer's own note."""
    by = summary.summarizer if summary.summarizer == summary.basis else f"{summary.summarizer}, {summary.basis}"
    note = one_line(summary.note).removeprefix(f"{by}, ")  # a note may begin with the same words
    clipped = f"{count(summary.clipped_chars, 'character')} clipped" if summary.clipped_chars else ""
    return "; ".join(filter(None, (f"by {by}", note, clipped)))


def wide(text: str) -> int:
    """Columns a text takes on a terminal: two for a wide character, none for a combining one.

    >>> wide("abc"), wide("登录"), wide("e\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def fit(text: str, width: int) -> str:
    """A line cut to so many columns of a terminal.

    >>> fit("abcdef", 4), fit("登录页面", 6), fit("登录", 4)
    ('abc…', '登录…', '登录')
    """
    if wide(text) <= width:
        return text
    text = text[: width - 1]
    while wide(text) > width - 1:
        text = text[:-1]
    return text + "…"


def visible(text: str) -> str:
    """Untrusted text with nothing that could act on a terminal: hidden characters as their code points.

    >>> visible("a\\x1b[2Jb\\nc")
    'a<U+001B>[2Jb\\nc'
    """
    text = text.replace("\r\n", "\n")
    return _HIDDEN.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)


def one_line(text: str, limit: int = 120) -> str:
    """Untrusted text on one line of at most ``limit`` characters.

    >>> one_line("a\\n  b", 10), one_line("abcdef", 4)
    ('a b', 'abc…')
    """
    flat = visible(" ".join(text[: 8 * limit].split()))
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
