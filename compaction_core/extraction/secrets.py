"""Masking what looks like a secret: simple, well-known shapes."""

import re

MASK = "[secret]"

# What every shape below begins with or holds: the patterns run only on a text that has one.
_SHAPE_MARKS = re.compile(
    r"-----BEGIN |sk-|k_live_|k_test_|gh[pousr]_|github_pat_|glpat-|xox|xapp-|A[KS]IA|AIza|ya29\.|hf_|npm_|pypi-|SG\."
    r"|eyJ|AGE-SECRET-KEY-|dop_v1_|:AA"
)
_NAME_MARKS = ("passw", "pwd", "secret", "token", "key", "credent", "密码", "密钥", "パスワード")

_SHAPES = re.compile(
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[\s\S]{0,6000}?-----END [A-Z ]{0,40}-----|[A-Za-z0-9+/=\s\\:,-]{0,6000})"
    r"|(?<![A-Za-z0-9])(?:"
    r"sk-[A-Za-z0-9_-]{16,}|[sr]k_(?:live|test)_[A-Za-z0-9]{12,}|gh[pousr]_[A-Za-z0-9]{20,}"
    r"|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}|xox[abeprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}"
    r"|A[KS]IA[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}"
    r"|pypi-[A-Za-z0-9_-]{30,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"
    r"(?:\.[A-Za-z0-9_-]*)?|AGE-SECRET-KEY-[A-Z0-9]{20,}|dop_v1_[a-f0-9]{32,}|[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}"
    r")"
)
# The name stays, the value goes: PASSWORD=…, "api_key": "…", Authorization: Bearer ….
_NAMES = (
    "passw(?:or)?d", "passwd", "pwd", "secret", "token", "api[_-]?key", "access[_-]?key", "private[_-]?key",
    "credentials?", "client[_-]?secret", "AccountKey", "密码", "密钥", "パスワード",
)  # fmt: skip
_SAME_LETTERS = {"s": "Ssſ"}
# The first letters stand outside of (?i: …), so that the search can jump from one to the next.
_ANY_NAME = "|".join(
    f"{first}(?i:{name[1:]})"
    for name in _NAMES
    for first in _SAME_LETTERS.get(name[0], dict.fromkeys((name[0].lower(), name[0].upper())))
)
_ASSIGNED = re.compile(
    rf"((?:{_ANY_NAME})(?i:[A-Za-z0-9_]{{0,20}})[\"']?\s{{0,3}}(?:[:=]|：|は|是)\s{{0,3}}[\"']?)"
    r"(?!\[(?i:secret)\])(?=[^\s\"',;]{0,60}[0-9])([^\s\"',;(){}\[\]<>$]{8,300})"
)
_NAMED = re.compile(
    r"(?:passw|pwd|secret|token|key|credent)[a-z0-9_]{0,30}[\"']?\s{0,3}[:=]\s{0,3}[\"']?[^\s\"',;(){}\[\]<>$]{8}"
)
_BEARER = re.compile(r"((?:Bearer|Basic)\s{1,3})(?=[A-Za-z0-9._~+/-]{0,60}[0-9])[A-Za-z0-9._~+/-]{16,}=*")
_USERINFO = re.compile(r"(://[^\s:/@]{0,80}:)[^\s/@]{3,200}(?=@)")


def mask(text: str) -> str:
    """The text with ``[secret]`` in place of keys, tokens, private keys and assigned passwords.

    >>> mask("export API_KEY=abcd1234efgh; git push https://me:hunter2x@host/repo")
    'export API_KEY=[secret]; git push https://me:[secret]@host/repo'
    """
    if _SHAPE_MARKS.search(text):
        text = _SHAPES.sub(MASK, text)
    if _may_assign(text):
        text = _ASSIGNED.sub(rf"\1{MASK}", text)
    if "Bearer" in text or "Basic" in text:
        text = _BEARER.sub(rf"\1{MASK}", text)
    if "://" in text and "@" in text:
        text = _USERINFO.sub(rf"\1{MASK}", text)
    return text


def _may_assign(text: str) -> bool:
    """Whether a name of a secret stands there, and in plain ASCII also a sign of assignment after it.

    ``casefold`` finds all that a pattern without regard to case does, but for letters like ``i``: no mark holds one.
    """
    if text.isascii():
        return bool(_NAMED.search(text.lower()))
    folded = text.casefold()
    return any(mark in folded for mark in _NAME_MARKS)
