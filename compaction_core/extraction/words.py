"""Counting words and shortening at a word: the one measure of every limit.

A run without a blank is one word, a very long one several; of scripts written without blanks (Chinese, Japanese,
Korean, Thai …) two characters are one word. Costs are in half words, so that they add up exactly.
"""

import re

from compaction_core.redaction.words import worded

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
    "\U00020000-\U0003ffff"
)
LONG_WORD = 40
"""Characters of a run that count as one word, so that long paths and links are not free."""

_TOKEN = re.compile(rf"[{UNSPACED}]|[^\s{UNSPACED}]+")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_STOPS = ".!?。！？；;"


def word_set(words: str) -> frozenset[str]:
    """The words of a list written on one line."""
    return frozenset(words.split())


def cost(text: str) -> int:
    """Half words of a text.

    >>> cost("two words"), cost("修复登录"), cost("看tests/a.py吧")
    (4, 4, 4)
    """
    if text.isascii() or not _UNSPACED.search(text):
        tokens = text.split()  # much cheaper than the pattern
        longest = max(map(len, tokens), default=0)
        return 2 * len(tokens) if longest <= LONG_WORD else sum([_cost(token) for token in tokens])
    return sum([_cost(token) for token in _TOKEN.findall(text)])


def count(text: str) -> int:
    """Words of a text, rounded up; a masked value is one."""
    return -(-cost(worded(text)) // 2)


def _cost(token: str) -> int:
    if len(token) == 1 and not token.isascii() and _UNSPACED.match(token):
        return 1
    return 2 * -(-len(token) // LONG_WORD)


def one_line(text: str) -> str:
    """The text with every run of white space as one blank."""
    return " ".join(text.split())


def shorten(text: str, words: int) -> str:
    """At most ``words`` words, ending in ``…`` where something was cut; never cut inside a run or a number.

    A sentence end in the last half is preferred.

    >>> shorten("Fix the login. Then add tests for src/auth.py and run them.", 6)
    'Fix the login. …'
    >>> shorten("先修复登录页面的错误，再运行tests/a.py里的测试", 8)
    '先修复登录页面的错误，再运行…'
    """
    text = one_line(text)
    # Longer than so many words of the longest kind with a blank between them, it need not be counted.
    if len(text) <= (LONG_WORD + 1) * words and cost(text) <= 2 * words:
        return text
    budget, ends = 2 * words - 2, []
    for token in _TOKEN.finditer(text):
        budget -= _cost(token[0])
        if budget < 0:
            break
        ends.append(token.end())
    last = next((end for end in reversed(ends) if _may_cut(text, end)), 0)
    if not last:
        return "…"
    stops = (end for end in reversed(ends) if end <= last <= 2 * end and text[end - 1] in _STOPS)
    end = next((end for end in stops if _ends_sentence(text, end) and _may_cut(text, end)), last)
    return f"{text[:end]}{' ' if text[end : end + 1] == ' ' else ''}…"


def _may_cut(text: str, end: int) -> bool:
    """Not inside a path with Chinese letters, nor before the number of "PR 12"."""
    before, after = text[end - 1], text[end : end + 2]
    if not after:
        return True
    joined = after[0] in "/\\._-@#:" or (before in "/\\._-@#:" and after[0] != " ")
    return not joined and not (after[0] == " " and after[1:].strip("#").isdecimal())


def _ends_sentence(text: str, end: int) -> bool:
    return text[end - 1] in "。！？；" or text[end : end + 1] in ("", " ")


def quote(text: str, words: int) -> str:
    """A quotation on one line in “…”; quotation marks inside become single ones."""
    return f"“{inner(shorten(text, words))}”"


def inner(text: str) -> str:
    """Double quotation marks as single ones, so that no text can end the quotation it stands in."""
    return text.translate(_INNER)


def requote(text: str, words: int) -> str:
    """A line of an earlier summary: as it stands if it holds its own quotations, else in quotation marks."""
    if "“" not in text or not _BALANCED.fullmatch(text):
        return quote(text, words)
    short = shorten(text, words)
    return f"{short}”" if short.count("“") > short.count("”") else short


_BALANCED = re.compile(r"[^“”]*(?:“[^“”]*”[^“”]*)*")
_INNER = str.maketrans("“”", "‘’")
