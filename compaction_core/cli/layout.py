"""Untrusted text, columns and paragraphs laid out for a terminal."""

import re
import textwrap
from collections.abc import Sequence

from compaction_core.report.words import fit, one_line, wide

WIDTH = 100
_HALF = re.compile(r"[A-Za-z0-9_.+/=@:%!#^*~&$|\\?-]{6,}…$")


def columns(rows: Sequence[Sequence[str]], align: str = "") -> str:
    """Rows as columns two blanks apart; ``r`` in ``align`` sets a column to the right."""
    if not rows:
        return "(none)"
    widths = [max(wide(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        gaps = [" " * (width - wide(text)) for text, width in zip(row, widths, strict=True)]
        cells = [
            gap + t if align[i : i + 1] == "r" else t + gap for i, (t, gap) in enumerate(zip(row, gaps, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def explained(rows: Sequence[tuple[Sequence[str], str]], align: str = "") -> str:
    """Columns, and a text behind each row that wraps under itself."""
    left = columns([lead for lead, _ in rows], align).split("\n")
    indent = max(map(len, left)) + 2
    return "\n".join(
        filled(text, f"{lead:<{indent}}", " " * indent) for lead, (_, text) in zip(left, rows, strict=True)
    )


def clipped(text: str, width: int = 120) -> str:
    """Untrusted text on one line of so many columns, and nothing of a longer word that is cut in two.

    What is printed is masked by its shape, and half a secret has lost it.

    >>> clipped("the key is abcdefghijk", 20), clipped("one two three", 10)
    ('the key is …', 'one two t…')
    """
    return _HALF.sub("…", fit(one_line(text, width), width))


def filled(text: str, first: str = "", rest: str = "") -> str:
    """Wrapped at blanks alone, for the same reason; ``first`` and ``rest`` stand in front of the lines."""
    return textwrap.fill(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def indented(text: str) -> str:
    """Every line two blanks in."""
    return textwrap.indent(text, "  ")
