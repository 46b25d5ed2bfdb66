"""Long runs of base64 inside text: images and files that travel as characters."""

import re
from typing import NamedTuple

SHORTEST = 256
"""Characters from which a run is worth telling."""
LONG = 2_000
"""Characters from which two kinds of letters are proof enough."""
DISTINCT = 40
"""Different characters that a shorter run has at least: hexadecimal has 16, a path rarely 40."""
_PIECE = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{60,}={0,2}")
"""One line of it; MIME breaks lines at 76 characters, PEM at 64. Tried at the start of a word only, for speed."""
_LETTER = re.compile(rb"[A-Za-z0-9+/_-]")
_KINDS = bytes(65 if _LETTER.match(bytes((byte,))) else 32 for byte in range(256))
_LINE = b"A" * 60
_BREAKS = frozenset(("\n", "\r\n", "\\", "\\r\\"))
"""What stands between two lines; inside JSON a backslash, and its ``n`` is taken for the next line's first letter."""
_HEAD = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(?:;[\w.+-]+=[\w.+-]+)*;base64,$")
_HEAD_LENGTH = 120


class Found(NamedTuple):
    """Characters [start:stop) of a text, and the type that a data URI in front of them names."""

    start: int
    stop: int
    media_type: str | None


def find(text: str) -> list[Found]:
    """The runs of at least 256 characters, in order; a last line of less than 60 characters is left out.

    >>> import base64
    >>> run = base64.b64encode(bytes(range(256))).decode()
    >>> find("data:image/png;base64," + run)
    [Found(start=22, stop=366, media_type='image/png')]
    >>> find("0123456789abcdef" * 40)
    []
    """
    # Almost no text has such a line, and to see that takes a tenth of the search.
    if len(text) < SHORTEST or _LINE not in text.encode("utf-8", "surrogatepass").translate(_KINDS):
        return []
    joined: list[list[int]] = []
    for piece in _PIECE.finditer(text):
        start, stop = piece.span()
        if joined and start - joined[-1][1] <= 3 and text[joined[-1][1] : start] in _BREAKS:
            joined[-1][1] = stop
        else:
            joined.append([start, stop])
    found: list[Found] = []
    for start, stop in joined:
        if stop - start < SHORTEST:
            continue
        head = _HEAD.search(text, max(0, start - _HEAD_LENGTH), start)
        if head is not None or _is_base64(text[start:stop]):
            found.append(Found(start, stop, head[1] if head is not None else None))
    return found


def _is_base64(run: str) -> bool:
    """Whether a run looks like encoded bytes: capitals and small letters, and for a short one digits and variety."""
    letters = set(run[:8_000])
    both = any(c.isupper() for c in letters) and any(c.islower() for c in letters)
    return both and (len(run) >= LONG or (len(letters) >= DISTINCT and any(c.isdigit() for c in letters)))
