"""A placeholder as one word, for whoever cuts texts into words and paths: ``[user 1]`` holds a blank and brackets."""

import re

from compaction_core.redaction.placeholders import PLACEHOLDER

_MARKS = ("[secret ", "[email ", "[user ", "[masked ")
"""Looking for these is much cheaper than the pattern."""
_WORD = re.compile(r"zq(secret|email|user|masked)zq([a-j]{1,6})zq")
_LETTERS, _DIGITS = str.maketrans("0123456789", "abcdefghij"), str.maketrans("abcdefghij", "0123456789")


def worded(text: str) -> str:
    """The text with each placeholder as one word of small letters, which no rule takes for a name, number or mark.

    >>> worded("cat /home/[user 12]/a.py")
    'cat /home/zquserzqbczq/a.py'
    """
    if not any(mark in text for mark in _MARKS):
        return text
    return PLACEHOLDER.sub(lambda found: f"zq{found[1]}zq{found[2].translate(_LETTERS)}zq", text)


def unworded(text: str) -> str:
    """The placeholders back again.

    >>> unworded(worded("cat /home/[user 12]/a.py"))
    'cat /home/[user 12]/a.py'
    """
    return _WORD.sub(lambda found: f"[{found[1]} {found[2].translate(_DIGITS)}]", text) if "zq" in text else text


def blotted(text: str) -> str:
    """The text with letters in place of each placeholder, as many: every place stays the same.

    >>> blotted("by [user 1].")
    'by xxxxxxxx.'
    """
    if not any(mark in text for mark in _MARKS):
        return text
    return PLACEHOLDER.sub(lambda found: "x" * len(found[0]), text)
