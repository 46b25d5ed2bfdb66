"""The prose of a message, sentence by sentence: code, tables and markup are left out."""

import re
from collections.abc import Iterator

from compaction_core.extraction.words import one_line

_FENCE = re.compile(r"^[ \t]{0,12}(?:`{3,}|~{3,})")
_STARTS_UNIT = re.compile(r"\s*(?:[-*+•·–]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)、]\s*(?!\d)|[①-⑳]\s*|#{1,6}\s+|>+\s*)")
_CODE_LINE = re.compile(r"(?: {4}|\t)\s*\S|[|+]|[-=_*]{3,}\s*$|[{}\[\]()<>;]+\s*$|(?:[+-]{3}|@@) |[$>]{1,3} \S")
_END = re.compile(r"[.!?]+[\"'”’)\]*_]*(?=\s)|[。！？]+[”’」』）]*|[!?]+(?=[^\x00-\x7f])")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|z\.B|d\.h|bzw|usw|ca|Nr|Dr|Mr|Mrs|St|p\.ej|No|\d+|[A-Za-z])\.$"
)


def sentences(text: str) -> list[str]:
    """Every sentence of a text's prose, each on one line, as written.

    >>> sentences("Fix it. See e.g. a.py.\\n- never push\\n```\\nx = 1\\n```\\n先改登录。再测试！")
    ['Fix it.', 'See e.g. a.py.', 'never push', '先改登录。', '再测试！']
    """
    return [sentence for unit in units(text) for sentence in _split(unit)]


def units(text: str) -> Iterator[str]:
    """Paragraphs and list items outside code, each on one line."""
    pending: list[str] = []
    for line in [*_outside_fences(text), ""]:
        marker = _STARTS_UNIT.match(line)
        if (marker or not line.strip() or _is_code(line)) and pending:
            yield one_line(" ".join(pending))
            pending = []
        if line.strip() and not _is_code(line):
            pending.append(line[marker.end() :] if marker else line)


def _is_code(line: str) -> bool:
    return bool(_CODE_LINE.match(line)) and not _STARTS_UNIT.match(line)


def _outside_fences(text: str) -> Iterator[str]:
    inside = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            inside = not inside
            yield ""
        elif not inside:
            yield line


def _split(unit: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(unit):
        if _ABBREVIATION.search(unit[max(start, end.end() - 12) : end.end()]):
            continue
        piece = unit[start : end.end()].strip()
        if any(c.isalnum() for c in piece):
            yield piece
        start = end.end()
    rest = unit[start:].strip()
    if any(c.isalnum() for c in rest):
        yield rest
