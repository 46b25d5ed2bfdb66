"""The words by which a message can be found again: telling words, identifiers, Chinese and Katakana pieces."""

import re
from collections import Counter

from compaction_core.extraction.cues import dull_words
from compaction_core.extraction.identifiers import Runs, identifiers

_WORD = re.compile(r"(?<![\w./@#$:-])[^\W\d_\u3000-\u9fff]{4,30}(?![\w/@#:(]|[.-]\w)")
_CHINESE = re.compile("[\u4e00-\u9fff]{2,40}")
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]{3,20}")
_SPLIT = re.compile(
    "[的了是在和与把被就都也很请我你他她它们这那个有要会能可以不没吗呢吧啊呀后前先再还并或及从到对为将让给里中上下请看用]"
)


def terms(prose: str, is_ask: bool = False, runs: Runs | None = None) -> list[str]:
    """Every term of clean prose as written, repeats included; ``runs`` as ``identifiers`` takes it.

    In an ask, pieces of scripts without blanks count twice: they are less often whole words.
    """
    dull = dull_words()
    found = [word for word in _WORD.findall(prose) if word.islower() and word not in dull]
    found += [one.text for one in identifiers(prose, runs=runs) if one.kind != "path" and len(one.text) < 40]
    if prose.isascii():
        return found
    return found + [*_KATAKANA.findall(prose), *_chinese(prose)] * (2 if is_ask else 1)


def _chinese(prose: str) -> list[str]:
    """Word-like pieces of two to four Chinese characters that come back, the longest of nested ones."""
    runs = [piece for run in _CHINESE.findall(prose) for piece in _SPLIT.split(run) if len(piece) > 1]
    grams = Counter(run[i : i + n] for run in runs for n in (2, 3, 4) for i in range(len(run) - n + 1))
    whole = Counter(run for run in runs if len(run) <= 4)
    kept = {g for g, uses in grams.items() if uses > 1 or g in whole}
    nested = {inner for g in kept for inner in _inside(g) if grams[g] >= grams[inner]}
    return [g for g in sorted(kept - nested) for _ in range(grams[g])]


def _inside(gram: str) -> list[str]:
    """The shorter pieces of a piece, of two characters and more."""
    size = len(gram)
    return [gram[start : start + n] for n in range(2, size) for start in range(size - n + 1)]
