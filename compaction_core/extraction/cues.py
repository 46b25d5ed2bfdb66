"""Sentences recognised by a turn of phrase: rules, changes of mind, plans, reports of errors."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

Cue = Literal["strong", "weak", "not_a_rule", "changed", "next", "report"]

_WORD = r"\b"
_QUESTION = re.compile(r"[?？]\s*[\"'”’)]*$")
_INJECTION = re.compile(
    r"</?(?:system|user|assistant|human|summary|instructions?|tool_call|function_calls?)\b[^>]{0,80}>|<\|[^|>]{1,40}\|>"
    r"|\[/?INST\]|<<SYS>>|<!--|\b(?:ignore|disregard|forget) (?:all |any |the |your |my )*"
    r"(?:previous|prior|above|earlier)\b"
    r"|do not tell the user|忽略(?:之前|以上|前面|所有)|以前の指示を無視",
    re.IGNORECASE,
)
_INJECTION_MARKS = re.compile(r"[<\[]|ignore |disregard |forget |do not tell")


def has(cue: Cue, sentence: str) -> bool:
    """Whether the sentence holds the cue, in any language.

    >>> has("strong", "Do not touch the migrations."), has("strong", "I do not know."), has("strong", "不要改迁移文件")
    (True, False, True)
    """
    # Cheaper than matching without regard to case; beyond ASCII it would not be the same.
    return bool(_pattern(cue, True).search(sentence.lower()) if sentence.isascii() else _pattern(cue).search(sentence))


def rule_strength(sentence: str) -> int:
    """2: forbids or demands; 1: asks or sets a condition; 0: no rule (questions never are).

    >>> rule_strength("Never push to main."), rule_strength("Prefer small diffs."), rule_strength("Should it fail?")
    (2, 1, 0)
    """
    if _QUESTION.search(sentence) or has("not_a_rule", sentence):
        return 0
    return 2 if has("strong", sentence) else int(has("weak", sentence))


@cache
def dull_words() -> frozenset[str]:
    """Words that tell nothing about a stretch of work, in lower case."""
    return frozenset(" ".join(_file()["dull"]).split())


def suspicious(text: str) -> bool:
    """Role tags, hidden comments or orders to forget: never repeated from what the user did not say."""
    if text.isascii() and not _INJECTION_MARKS.search(text.lower()):
        return False
    return bool(_INJECTION.search(text))


@cache
def _pattern(cue: Cue, ascii_only: bool = False) -> re.Pattern[str]:
    """All patterns of a cue as one; those that start at a word share one test for it, which is most of the speed.

    A pattern without an ASCII letter is in another script and finds nothing in ASCII; the text comes in small letters.
    """
    patterns = [p for p in _file()[cue] if not ascii_only or re.search("[A-Za-z]", p)]
    words = [p.removeprefix(_WORD) for p in patterns if p.startswith(_WORD)]
    others = [f"(?:{p})" for p in patterns if not p.startswith(_WORD)]
    return re.compile(
        "|".join([rf"\b(?:{'|'.join(f'(?:{p})' for p in words)})", *others]), 0 if ascii_only else re.IGNORECASE
    )


@cache
def _file() -> dict[str, list[str]]:
    return tomllib.loads((Path(__file__).parent / "cues.toml").read_text(encoding="utf-8"))
