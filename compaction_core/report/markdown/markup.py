"""Untrusted text as Markdown: in code only, where nothing of it acts."""

import re
from collections.abc import Iterable

from compaction_core.report.words import one_line, visible

_NUMBER = re.compile(r"#\d+(?:–#\d+)?")
_BACKTICKS = re.compile("`+")
_ACTIVE = re.compile(r"([\\`*_\[\]<>#|~$&])")


def code(text: str, limit: int = 120) -> str:
    """Untrusted text as one code span.

    >>> code("a `b` <c>"), code("")
    ('`` a `b` <c> ``', '` `')
    """
    flat = one_line(text, limit)
    fence = "`" * (1 + max((len(run) for run in _BACKTICKS.findall(flat)), default=0))
    return f"{fence} {flat} {fence}" if "`" in flat else f"`{flat or ' '}`"


def cell(text: str) -> str:
    """Untrusted text as one code span in a table, which splits its cells before it reads code."""
    return code(text.replace("|", "\uff5c"))


def fenced(text: str, language: str = "") -> str:
    """Untrusted text as a block whose fence is longer than any run of backticks inside."""
    text = visible(text)
    fence = "`" * max(3, 1 + max((len(run) for run in _BACKTICKS.findall(text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"


def escaped(text: str) -> str:
    """Our own sentence as Markdown: every sign that means something escaped, message numbers in code.

    >>> escaped("Try 40% of #0–#9: a_b")
    'Try 40% of `#0–#9`: a\\\\_b'
    """
    flat, pieces, done = one_line(text, 1000), [], 0
    for found in _NUMBER.finditer(flat):
        pieces += [_ACTIVE.sub(r"\\\1", flat[done : found.start()]), f"`{found[0]}`"]
        done = found.end()
    return "".join([*pieces, _ACTIVE.sub(r"\\\1", flat[done:])])


def table(header: tuple[str, ...], rows: Iterable[Iterable[str]], numbers: str = "") -> str:
    """Ready cells as a table; columns whose letter in ``numbers`` is ``r`` are set to the right."""
    rule = ["---:" if numbers[i : i + 1] == "r" else "---" for i in range(len(header))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (header, rule, *rows))
