"""Secrets by their name: ``DB_PASSWORD=…``, ``"api_key": "…"``, ``--token …``, where the value looks random."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from compaction_core.redaction.looking import WORDS, Found, Look

_PHRASES = re.compile(
    r"passw(?:or)?d|passphrase|pwd|(?<=_)pass(?![a-z])|passwort|mot de passe|contraseña|密码|口令|密碼|パスワード",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"secret|token|credentials?|密钥|密鑰|api密钥|key|キー", re.IGNORECASE)
_STEMS = (
    "pass",
    "pwd",
    "mot de passe",
    "contrase",
    "密",
    "口令",
    "パスワード",
    "secret",
    "token",
    "credential",
    "key",
    "キー",
)
"""Where to look closer; searching for these is far cheaper than any pattern."""
_BEFORE_KEY = re.compile(
    r"(?:api|access|private|signing|encryption|account|master|session|license|secret|ssh|auth|deploy)[_ -]?$"
)
_QUOTE = r"(?:[bru]?\\{0,3}[\"'`])?"
_VALUE = r"[^\s\"'`\\,;(){}\[\]<>|&]"
_TAIL = re.compile(
    rf"(?P<rest>[A-Za-z0-9_-]{{0,24}}+){_QUOTE}"
    rf"(?:\s{{0,3}}(?::\s?[A-Za-z.]{{2,20}}\s?=|=>|:=|[:=：])|は|是|(?<=\w) (?:is|ist|est|es)(?= )|(?<=\w)(?= ))"
    rf"\s{{0,3}}{_QUOTE}(?P<value>{_VALUE}{{6,64}}+)",
)
_REST_OF_VALUE = re.compile(f"{_VALUE}*+")
# token_count, tokenizer, secret_name … name something else.
_NO_SECRET = re.compile(
    r"s$|i[sz]e|[_-]?(?:counts?|limit|type|name|ur[il]|endpoint|path|file|len|length|budget|usage|window|expir\w*|ttl"
    r"|field|header|format|policy|rate|stats?|total|max|min|manager|store|version|index|ref|arn|env|var)s?(?:$|[_-])",
    re.IGNORECASE,
)
# Nor do page_token, eos_token …
_NO_SECRET_BEFORE = re.compile(r"(?:page|next|continuation|sync|pad|eos|bos|unk|mask|special|input|output)[ _-]?$")
_PLACEHOLDER = re.compile(
    r"(?:your|example|placeholder|change.?me|redacted|dummy|x{4,}|\*{3,}|\.{3,}|<|test.?test|foo.?bar|undefined|null"
    r"|string|required|process\.env|os\.environ)",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?:[a-z]+|[A-Z][a-z]+|[A-Z]{2,6})+\d{0,3}")
_CODE = re.compile(r"\?\.|[!=]==|=>|&&")
_BASE64 = re.compile(r"(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9+/]{32,}={0,2}")
ENTROPY = 3.0
"""Bits a character from which a value counts as random; an English word of 12 letters has about the same, so a digit
between its letters is asked for too."""
LENGTH = 12
"""Shortest value of a token or key; a password may have 6 characters."""


def assigned(look: Look) -> Iterator[Found]:
    """Where values of assignments look like secrets."""
    text = look.text
    done = 0
    for place in sorted({place for stem in _STEMS for place in look.places(stem)}):
        tail = _tail(text, place) if place >= done else None
        if tail is None:
            continue
        if _is_secret(tail["value"].rstrip(".:!?"), is_phrase=bool(_PHRASES.match(text, place))):
            start, rest = tail.start("value"), _REST_OF_VALUE.match(text, tail.end())
            done = rest.end() if rest else tail.end()
            if text[done : done + 1] not in tuple("([{"):  # a call, not a value
                yield start, start + len(text[start:done].rstrip(".:!?"))  # without the end of a sentence


def _tail(text: str, place: int) -> re.Match[str] | None:
    """The assignment after a name that means a secret."""
    head = _PHRASES.match(text, place) or _OTHERS.match(text, place)
    before = text[max(0, place - 24) : place].lower()
    if (
        head is None
        or (head[0].lower() == "key" and not _BEFORE_KEY.search(before))
        or _NO_SECRET_BEFORE.search(before)
    ):
        return None
    tail = _TAIL.match(text, head.end())
    if tail is None or _NO_SECRET.match(tail["rest"]):
        return None
    # Only a flag (--token …) has nothing but a blank before its value.
    bare = text[tail.end("rest") : tail.start("value")] == " "
    return None if bare and not before.split(" ")[-1].startswith("-") else tail


def _is_secret(value: str, is_phrase: bool) -> bool:
    if len(value) < 6 or value[0] in "$%*~" or _PLACEHOLDER.match(value) or "://" in value:
        return False
    if _CODE.search(value):
        return False
    if value[0] == "/" and not _BASE64.fullmatch(value):  # a path
        return False
    digits, letters = sum(map(str.isdigit, value)), sum(map(str.isalpha, value))
    if is_phrase:
        return (digits > 0 or any(c in "!#$%^&*@+?" for c in value[1:])) and not _is_expression(value)
    if len(value) < LENGTH or not digits or not letters or WORDS.fullmatch(value) or _CAMEL.fullmatch(value):
        return False
    return entropy(value) >= ENTROPY


def _is_expression(value: str) -> bool:
    """``settings.password2`` or ``src/pass1.py``: code, not a password."""
    return "." in value and bool(WORDS.fullmatch(value)) and bool(re.fullmatch(r"[A-Za-z_]{2,}.*[A-Za-z_].*", value))


def entropy(text: str) -> float:
    """Shannon entropy in bits a character.

    >>> entropy("aaaa"), entropy("abcd")
    (0.0, 2.0)
    """
    shares = [n / len(text) for n in Counter(text).values()]
    return 0.0 - sum(share * math.log2(share) for share in shares)
