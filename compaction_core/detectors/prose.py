"""The parts of a summary: lines, headings, quotations, code; all with their place in the text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compaction_core.extraction.language import section_key
from compaction_core.redaction.words import blotted

_FENCE = re.compile(r"^[ \t]{0,8}(`{3,}|~{3,})", re.MULTILINE)
_INLINE = re.compile(r"`[^`\n]{1,400}`")
_QUOTED = re.compile(
    r"“([^“”]{1,4000})”|„([^„“”]{1,4000})[“”]|«([^«»]{1,4000})»|「([^「」]{1,2000})」|『([^『』]{1,2000})』"
    r"|(?<![\w\"])\"([^\"\n]{1,4000})\"(?![\w\"])"
)
_MARKED = re.compile(r"\s{0,12}#{1,6}\s+\S")
_BOLD = re.compile(r"\s{0,4}(?:\d{1,2}[.)]\s+)?\*\*[^*\n]{1,80}\*\*\s{0,2}:?\s*")
_LABEL = re.compile(r"\s{0,4}(?:\d{1,2}[.)、]\s*)?[^\W\d_][^:：.!?。\n]{0,60}[:：]\s*")
_TAG = re.compile(r"\s{0,8}</?[a-z][a-z_-]{1,40}>\s*")
ITEM = re.compile(r"[ \t]{0,16}(?:[-*+•·–]|\d{1,3}[.)、]|\[[ xX]\]|[①-⑳])[ \t]{1,8}(?:\[[ xX]\][ \t]{1,4})?")


class Line(NamedTuple):
    """One line of the summary and where it starts."""

    start: int
    text: str

    @property
    def stop(self) -> int:
        """Where it ends, without the line break."""
        return self.start + len(self.text)


class Quotation(NamedTuple):
    """A text in quotation marks: [start, stop) is what stands between them."""

    start: int
    stop: int


def lines(text: str) -> Iterator[Line]:
    """The lines with their places."""
    start = 0
    for line in text.split("\n"):
        yield Line(start, line)
        start += len(line) + 1


def is_heading(line: str) -> bool:
    """Whether a line only names what follows: ``## Goals``, ``**Goals**``, ``Goals:``, ``<goals>``.

    >>> [is_heading(line) for line in ("## Goals", "1. **State**:", "Next step:", "- Fixed it.", "At noon: all well.")]
    [True, True, True, False, False]
    """
    if _MARKED.match(line) or _TAG.fullmatch(line) or _BOLD.fullmatch(line):
        return True
    return bool(_LABEL.fullmatch(line)) or (len(line) < 60 and section_key(line) is not None)


def quotations(text: str) -> list[Quotation]:
    """Every quotation outside fenced code, in order; inner quotations belong to the outer one."""
    found = []
    for match in _QUOTED.finditer(blanked(text, inline=False)):
        group = match.lastindex or 0
        found.append(Quotation(*match.span(group)))
    return found


def fences(text: str) -> list[tuple[int, int | None]]:
    """Fenced blocks as (start, stop); stop is None for one that is never closed."""
    found: list[tuple[int, int | None]] = []
    mark = ""
    for match in _FENCE.finditer(text):
        if not mark:
            mark = match[1]
            found.append((match.start(), None))
        elif match[1][0] == mark[0] and len(match[1]) >= len(mark):
            found[-1] = (found[-1][0], match.end())
            mark = ""
    return found


def blanked(text: str, inline: bool = True, quotes: bool = False) -> str:
    """The text with code (and quotations) as blanks, so that every place stays the same.

    A placeholder becomes a plain word: ``[user 1]`` names no speaker.
    """
    text = blotted(text)
    spans = [(start, len(text) if stop is None else stop) for start, stop in fences(text)]
    text = _blanks(text, spans)
    if inline:
        text = _blanks(text, [match.span() for match in _INLINE.finditer(text)])
    return _blanks(text, [(q.start, q.stop) for q in quotations(text)]) if quotes else text


def _blanks(text: str, spans: list[tuple[int, int]]) -> str:
    pieces, end = [], 0
    for start, stop in spans:
        if start >= end:
            pieces += [text[end:start], re.sub(r"[^\n]", " ", text[start:stop])]
            end = stop
    return "".join([*pieces, text[end:]])
