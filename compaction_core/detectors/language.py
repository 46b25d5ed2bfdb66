"""A summary in another language than the user's; agents then change their language (users: opencode 20156)."""

import re
from collections import Counter

from compaction_core.detectors.base import Checked, detectors
from compaction_core.detectors.prose import blanked
from compaction_core.extraction.words import UNSPACED, word_set
from compaction_core.findings import Finding, Span

LETTERS = 40
"""Fewer letters of prose tell no language."""
READ = 20_000
"""Characters of prose looked at."""
_SCRIPTS = (
    ("Han", re.compile("[\u3400-\u9fff]"), 3),
    ("Kana", re.compile("[\u3040-\u30ff]"), 3),
    ("Korean", re.compile("[\uac00-\ud7af]"), 3),
    ("a Cyrillic script", re.compile("[\u0400-\u04ff]"), 1),
    ("Arabic script", re.compile("[\u0600-\u06ff]"), 1),
    ("Hebrew", re.compile("[\u05d0-\u05ea]"), 1),
    ("Thai", re.compile("[\u0e00-\u0e7f]"), 1),
    ("an Indic script", re.compile("[\u0900-\u0d7f]"), 1),
    ("Greek", re.compile("[\u0370-\u03ff]"), 1),
    ("Latin", re.compile("[A-Za-z\u00c0-\u024f]"), 1),
)
"""(name, letters, how many Latin letters one of them is worth)."""
_COMMON = {
    "English": "the and to is in of it that for with this not you on are be was as have has from by at we but were",
    "German": "der die das und ist nicht ein eine zu den mit auf für wir im von dem auch wenn noch es ich sich wurde",
    "French": "le la les et est une des pas dans pour que avec sur du il je vous nous ce qui être cette au en un ne",
    "Spanish": "el la los las y es una en que por con no para del se lo al pero como está este esta un su fue",
    "Portuguese": "o os as e é uma em que não para com do da por um na no se mas você isso está foi ao dos",
    "Italian": "il lo gli e è una che non per con del della di nel sono questo questa alla come un si dei stato",
    "Dutch": "de het een en van is niet dat op te voor met zijn aan er door maar ook naar wordt werd heeft bij uit",
}
_COMMON_WORDS = {language: word_set(words) for language, words in _COMMON.items()}
# A run of letters and marks is a name or code, not prose, when it holds one of these.
_RUN = re.compile(rf"[^\s{UNSPACED}]+")
_NAME = re.compile(r"[/\\_@#=<>{}$|\d]|\w[.:(]\w|[a-z][A-Z]")
LONGEST = 60
"""Characters of a run that can be a word."""
_WORD = re.compile(r"[^\W\d_]+")


class WrongLanguage:
    """Compares the prose of the user with the prose of the summary; names, code and quotations count for neither."""

    name = "language"
    label = "Another language than the user's"
    rejects = False
    codes = ("wrong-language",)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One warning if both languages are clear and differ."""
        asked, told = language(_user_prose(checked)), language(_own_prose(checked.text))
        if asked is None or told is None or asked == told:
            return ()
        return (
            Finding(
                code="wrong-language",
                severity="warning",
                text=f"The summary is in {told}; the user wrote in {asked}.",
                advice="Ask for the summary in the user's language: the agent may go on in the summary's.",
                spans=(Span(start=0, stop=len(checked.text)),),
            ),
        )


def language(prose: str) -> str | None:
    """The language of a text without code, or its script; None if it is short or mixed.

    >>> language("We moved the cookie name into the settings and all of the tests are green.")
    'English'
    >>> language("We hebben de naam van het koekje verplaatst en alle tests zijn nu groen, ook die voor het inloggen.")
    'Dutch'
    >>> language("ok"), language("我们把登录的名字移到设置里了，现在所有的测试都通过了。" * 2)
    (None, 'Chinese')
    """
    prose = prose[:READ]
    counts = {name: len(pattern.findall(prose)) for name, pattern, _ in _SCRIPTS}
    if sum(counts.values()) < LETTERS:
        return None
    weights = {name: worth * counts[name] for name, _, worth in _SCRIPTS}
    east = weights.pop("Han") + weights["Kana"]
    weights["Kana"] = east
    best = max(weights, key=lambda name: weights[name])
    if weights[best] < 0.6 * sum(weights.values()):
        return None
    if best == "Latin":
        return _latin(_WORD.findall(prose.lower()))
    if best == "Kana":
        return "Japanese" if 10 * counts["Kana"] > counts["Han"] + counts["Kana"] else "Chinese"
    return best


def _latin(words: list[str]) -> str | None:
    hits = Counter({name: sum(word in common for word in words) for name, common in _COMMON_WORDS.items()})
    (best, most), (_, second) = hits.most_common(2)
    return best if most >= max(3, 0.08 * len(words)) and most >= 1.3 * second else None


def _user_prose(checked: Checked) -> str:
    return _prose(" ".join(sentence for _, ask in checked.asks for sentence in ask.sentences)[: 2 * READ])


def _own_prose(text: str) -> str:
    """What the summary says in its own words; with its quotations where it says hardly anything else."""
    own = _prose(blanked(text, quotes=True))
    return own if sum(map(str.isalpha, own)) >= LETTERS else _prose(blanked(text))


def _prose(text: str) -> str:
    """The text without names and code."""
    return _RUN.sub(lambda run: " " if len(run[0]) > LONGEST or _NAME.search(run[0]) else run[0], text)


detectors.add(WrongLanguage())
