"""Word by word, what one summary says and another does not."""

import difflib
import re
from typing import Literal

MOST = 6000
"""Words compared of each text; the difference of longer ones takes too long."""
Piece = tuple[Literal["same", "deleted", "inserted"], str]
_WORDS = re.compile(r"\s*\S+\s*?(?=\s|$)|\s+")


def word_diff(before: str, after: str) -> list[Piece]:
    """Pieces in reading order; the same and the deleted ones make ``before``, the same and the inserted ``after``.

    >>> word_diff("fix the login", "fix a login")
    [('same', 'fix'), ('deleted', ' the'), ('inserted', ' a'), ('same', ' login')]
    """
    left, right = _WORDS.findall(before)[:MOST], _WORDS.findall(after)[:MOST]
    pieces: list[Piece] = []
    for what, i, j, k, m in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if what == "equal":
            pieces.append(("same", "".join(left[i:j])))
            continue
        if j > i:
            pieces.append(("deleted", "".join(left[i:j])))
        if m > k:
            pieces.append(("inserted", "".join(right[k:m])))
    return pieces
