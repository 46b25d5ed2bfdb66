"""The language of a session, and the words an offline summary uses in it."""

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

Words = dict[str, str]
FALLBACK = "en"
SECTIONS = ("goals", "happened", "details", "errors", "state", "next", "hints")
"""The section keys, in order."""

_HAN, _KANA = re.compile("[\u3400-\u9fff]"), re.compile("[\u3040-\u30ff]")
_WORD = re.compile(r"(?<![\w./:@#$-])[^\W\d_]+(?![\w/:@#(-]|\.\w)")
_COMMON = {
    "en": "the and to is in of it that for with this not you on are be please we should from when what",
    "de": "der die das und ist nicht ein eine zu den mit auf für bitte wir soll im von dem auch wenn noch es ich",
    "fr": "le la les et est une des pas dans pour que avec sur du il je vous nous ce qui être fichier cette au",
    "es": "el la los las y es una en que por con no para del se lo al pero como está este esta archivo favor",
    "pt": "o os as e é uma em que não para com do da por um na no se mas você isso arquivo está",
    "it": "il lo gli e è una che non per con del della di nel sono questo questa file favore alla come",
}
_COMMON_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}


def detect(text: str) -> str:
    """``zh``, ``ja``, ``de``, ``fr`` or ``es`` if the prose is mostly in it, else ``en``.

    >>> detect("修复src/auth.py里的登录错误 please"), detect("Bitte die Tests nicht ändern"), detect("Привет")
    ('zh', 'de', 'en')
    """
    kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
    words = _WORD.findall(text.lower())
    if kana + han:
        words = [word for word in words if not _HAN.search(word) and not _KANA.search(word)]
    if kana + han > len(words):
        return "ja" if 10 * kana > kana + han else "zh"
    uses = Counter(words)
    hits = {language: sum(uses[word] for word in common) for language, common in _COMMON_WORDS.items()}
    best = max(hits, key=lambda language: hits[language])
    wanted = best in phrase_tables() and hits[best] > 1 and hits[best] > hits["en"]
    return best if wanted else FALLBACK


@cache
def phrase_tables() -> dict[str, Words]:
    """All words by language."""
    return {name: table for name, table in _file().items() if name != "aliases"}


def phrases(language: str) -> Words:
    """The words of one language; English for one that has no table."""
    return phrase_tables().get(language, phrase_tables()[FALLBACK])


def section_key(heading: str) -> str | None:
    """Which section a heading stands for, in any known language or system's wording; None if unknown.

    >>> section_key("## 2. Errors and fixes:"), section_key("关键细节"), section_key("Weather")
    ('errors', 'details', None)
    """
    name = re.sub(r"^[#*\s\d.)、]+|[*:：\s]+$", "", heading).lower().replace("_", " ")
    return _headings().get(re.sub(r"\s*\(.*?\)$", "", name))


@cache
def _headings() -> dict[str, str]:
    names: dict[str, str] = {}
    for section in SECTIONS:
        ours = [table[section] for table in phrase_tables().values()]
        names.update((name.lower(), section) for name in [*_file()["aliases"][section], *ours])
    return names


@cache
def _file() -> dict[str, dict[str, str]]:
    return tomllib.loads((Path(__file__).parent / "phrases.toml").read_text(encoding="utf-8"))
