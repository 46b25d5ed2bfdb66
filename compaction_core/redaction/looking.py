"""Cheap search: where pieces and long runs stand, so that the patterns look only there."""

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

Found = tuple[int, int]
"""Characters [start, stop) of a text."""

WORDS = re.compile(
    r"[@./~_:-]*(?:[A-Za-z]{1,20}\d{0,2}[a-z]?|v?\d{1,4})"
    r"(?:[_.:/@+=*-]+(?:[A-Za-z]{1,20}\d{0,2}[a-z]?|v?\d{1,4}))*[.:/!?*=-]*"
)
"""Words, names and numbers joined by marks: an identifier, a path, a version, a date; no key looks so."""
LONG = 15
"""Characters of the shortest run that may be a key."""
# Short runs are passed over in one go: a search that starts anew at each character takes twice as long.
# It also matches what is left at the end, or it would be tried again from each character before.
_RUN = re.compile(rb"(?:[a-z0-9_-]{0,14}+[^a-z0-9_-]++)*+(?:([a-z0-9_-]{15,}+)|[a-z0-9_-]*+\Z)")


class Look(NamedTuple):
    """A stretch of a text to look at; what stands around it is seen by the patterns, too."""

    text: str
    flat: bytes
    """The same, a byte for each character: small letters, and ``?`` for what is not ASCII. Fast to search."""
    start: int
    stop: int

    @classmethod
    def at(cls, text: str) -> "Look":
        """The whole of a text."""
        return cls(text, text.encode("ascii", "replace").lower(), 0, len(text))

    def places(self, piece: str) -> Iterator[int]:
        """Where a piece in small letters begins, in any case if it is ASCII."""
        if piece.isascii():
            return _places(self.flat, piece.encode(), self.start, self.stop)
        return _places(self.text, piece, self.start, self.stop)

    def runs(self) -> Iterator[Found]:
        """Runs of at least LONG letters, digits, ``_`` and ``-``."""
        for match in _RUN.finditer(self.flat, self.start, self.stop):
            if match[1]:
                yield match.span(1)


T = TypeVar("T", str, bytes)


def _places(text: T, piece: T, start: int, stop: int) -> Iterator[int]:
    place = text.find(piece, start, stop)
    while place >= 0:
        yield place
        place = text.find(piece, place + 1, stop)


def around(text: str, spans: list[Found], reach: int = 600, farthest: int = 20_000) -> list[Found]:
    """Stretches around spans, as far as ``reach`` and on to the next blank; those that touch are one."""
    merged: list[Found] = []
    for start, stop in spans:
        begin, end = _blank_before(text, max(0, start - reach), farthest), _blank_after(text, stop + reach, farthest)
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return merged


_BLANK = re.compile(r"\s")


def _blank_before(text: str, place: int, farthest: int) -> int:
    far = max(0, place - farthest)
    return max(far, text.rfind(" ", far, place), text.rfind("\n", far, place))


def _blank_after(text: str, place: int, farthest: int) -> int:
    found = _BLANK.search(text, place, place + farthest)
    return found.end() if found else min(len(text), place + farthest)
