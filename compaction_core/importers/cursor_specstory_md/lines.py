"""Who speaks where in a chat saved as Markdown. Marks inside the output of a tool are not marks."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

_WHO = "User|Human|Assistant|Agent|AI|Cursor|Claude|Codex|Gemini"
_MARKER = re.compile(rf"_\*\*({_WHO})( - sidechain)?(?: \((.{{0,200}})\))?\*\*_\s*")
_PLAIN_MARKER = re.compile(r"\*\*(User|Cursor|Assistant)\*\*\s*")
_OPENING = re.compile(r"<tool-use data-|<think><details>|<think>\s*$")
_CLOSING = re.compile(r"(?:</details>)?</(?:tool-use|think)>\s*")
_PEOPLE = ("User", "Human")


@dataclass(frozen=True)
class Block:
    """What one speaker says: ``line`` is the 0-based line of the mark, ``about`` what stands in its brackets."""

    who: str
    about: str
    aside: bool
    """It belongs to a sub-agent."""
    line: int
    lines: tuple[str, ...]
    closed: dict[int, int]
    """For lines that open a tool or thinking block: the line that closes it. Both count from the first of ``lines``."""
    unclosed: bool = False

    @property
    def typed(self) -> bool:
        """Whether the person speaks: a sub-agent's prompt has no model in its brackets."""
        return self.who in _PEOPLE or (self.aside and not self.about.rstrip("0123456789-: TZ"))


def is_marker(line: str) -> bool:
    """Whether a line is SpecStory's mark of who speaks."""
    return _MARKER.fullmatch(line) is not None


def blocks(lines: list[str]) -> tuple[list[str], list[Block]]:
    """The lines above the first mark, and what each speaker says."""
    closed, unclosed = _closings(lines)
    marks = list(_marks(lines, closed))
    found: list[Block] = []
    for number, (at, match) in enumerate(marks):
        end = marks[number + 1][0] if number + 1 < len(marks) else len(lines)
        inner = {start - at - 1: closed[start] - at - 1 for start in range(at + 1, end) if start in closed}
        groups = (*match.groups(), None, None)
        found.append(
            Block(
                who=groups[0] or "",
                aside=groups[1] is not None,
                about=groups[2] or "",
                line=at,
                lines=tuple(lines[at + 1 : end]),
                closed=inner,
                unclosed=bisect_left(unclosed, at) < bisect_left(unclosed, end),
            )
        )
    return lines[: marks[0][0]] if marks else lines, found


def _marks(lines: list[str], closed: dict[int, int]) -> Iterator[tuple[int, re.Match[str]]]:
    """Marks outside tool blocks. Cursor's own are plain bold words, so they must follow a rule or the head."""
    plain = not any(_MARKER.fullmatch(line) for line in lines)
    before = "---"
    at = 0
    while at < len(lines):
        if at in closed and not plain:
            at = closed[at] + 1
            continue
        line = lines[at]
        found = _PLAIN_MARKER.fullmatch(line) if plain and before == "---" else _MARKER.fullmatch(line)
        if found:
            yield at, found
        before = line.strip() or before
        at += 1


def _closings(lines: list[str]) -> tuple[dict[int, int], list[int]]:
    """The line that closes each block, and the opening lines of blocks that are never closed.

    Blocks are matched like brackets, since output may show whole blocks. Output that was cut off inside one leaves an
    opening too many: it ends at the first closing line behind it.
    """
    found: dict[int, int] = {}
    pending: list[int] = []
    closings: list[int] = []
    for at, line in enumerate(lines):
        if _OPENING.match(line):
            pending.append(at)
        if line.endswith(">") and (_CLOSING.fullmatch(line) or (_OPENING.match(line) and "</details></" in line)):
            closings.append(at)
            if pending:
                found[pending.pop()] = at
    unclosed = []
    for at in pending:
        place = bisect_left(closings, at)
        if place < len(closings):
            found[at] = closings[place]
        else:
            unclosed.append(at)
    return found, unclosed
