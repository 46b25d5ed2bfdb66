"""Lookup hints: by which words each stretch of the evicted messages can be found again.

The words are those that stand often in one stretch and in few others (term frequency × inverse document frequency
over stretches), with the file names it works on; as written.
"""

import math
import re
from collections import Counter, defaultdict
from functools import cached_property

from compaction_core.extraction.budget import Item
from compaction_core.extraction.cues import dull_words
from compaction_core.extraction.identifiers import identifiers
from compaction_core.extraction.reading import Entry, Reading
from compaction_core.extraction.words import quote
from compaction_core.session import Record

MOST_STRETCHES, SMALLEST = 6, 6
"""Most stretches at a limit of 500, and fewest messages of one."""
MOST_TERMS, MOST_FILES = 4, 1

_WORD = re.compile(r"(?<![\w./@#$:-])[^\W\d_\u3000-\u9fff]{4,30}(?![\w/@#:(]|[.-]\w)")
_CHINESE = re.compile("[\u4e00-\u9fff]{2,40}")
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]{3,20}")
_SPLIT = re.compile(
    "[的了是在和与把被就都也很请我你他她它们这那个有要会能可以不没吗呢吧啊呀后前先再还并或及从到对为将让给里中上下请看用]"
)


class Stretch(Record):
    """Consecutive messages and the words they use."""

    entries: tuple[Entry, ...]

    @cached_property
    def terms(self) -> Counter[str]:
        """Uses of each word by its lower-case form."""
        return Counter(word.lower() for word in self.forms_in_order)

    @cached_property
    def forms_in_order(self) -> list[str]:
        """Every term as written."""
        found: list[str] = []
        for entry in self.entries:
            if entry.role in ("user", "assistant"):
                prose = " ".join(entry.sentences)
                found += [word for word in _WORD.findall(prose) if word not in dull_words() and word.islower()]
                found += [one.text for one in identifiers(prose) if one.kind != "path" and len(one.text) < 40]
                found += [*_KATAKANA.findall(prose), *_chinese(prose)] * (2 if entry.is_ask else 1)
        return found


def items(reading: Reading, scale: float) -> list[Item]:
    """One hint a stretch, the longest stretches first; then the hints of an earlier summary."""
    parts = stretches(reading.entries, max(3, min(12, int(MOST_STRETCHES * scale))))
    spread = Counter(term for part in parts for term in part.terms)
    found: list[tuple[int, Item]] = []
    for number, part in enumerate(parts):
        said = ", ".join([*_key_terms(part, spread, len(parts)), *_files(part, reading)])
        if said:
            span = f"#{part.entries[0].index}–#{part.entries[-1].index}"
            found.append((-len(part.entries), Item(text=f"{span}: {said}", place=number)))
    old = [bullet.text for bullet in reading.earlier.of("hints")][:3]
    label = reading.labels["earlier"]
    carried = [Item(text=f"{label}: {quote(text, int(14 * scale))}", place=-1) for text in old]
    return [item for _, item in sorted(found, key=lambda pair: pair[0])] + carried


def stretches(entries: tuple[Entry, ...], most: int) -> list[Stretch]:
    """The messages in at most ``most`` runs of similar length, broken at asks where one is near."""
    entries = tuple(entry for entry in entries if entry.role not in ("system", "developer"))
    size = max(SMALLEST, math.ceil(len(entries) / most))
    found: list[Stretch] = []
    start = 0
    while start < len(entries):
        stop = start + size
        near = [n for n in range(stop - size // 3, stop + size // 3 + 1) if n < len(entries) and entries[n].is_ask]
        stop = min(near, key=lambda n: abs(n - stop)) if near else stop
        if len(entries) - stop < SMALLEST // 2:
            stop = len(entries)
        found.append(Stretch(entries=entries[start:stop]))
        start = stop
    return found


def _key_terms(part: Stretch, spread: Counter[str], total: int) -> list[str]:
    """The most telling words, each in the form it is written in most often."""
    weights = {
        term: (0.5 if uses == 1 else 1 + math.log(uses))
        * math.log(1 + total / spread[term])
        * min(len(term), 10) ** 0.3
        for term, uses in part.terms.items()
    }
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for form in part.forms_in_order:
        forms[form.lower()][form] += 1
    chosen: list[str] = []
    for term in sorted(weights, key=lambda term: (-round(weights[term], 9), term)):
        if not any(term in other or other in term for other in chosen):
            chosen.append(term)
        if len(chosen) == MOST_TERMS:
            break
    return [min(forms[term], key=lambda form: (-forms[term][form], form)) for term in chosen]


def _files(part: Stretch, reading: Reading) -> list[str]:
    """The files its calls work on most; without calls, those its prose names."""
    numbers = [number for entry in part.entries for number in entry.calls]
    named = Counter(file for number in numbers for file in reading.calls[number].call.files)
    if not named:
        prose = (one for entry in part.entries for one in identifiers(entry.text, prose=False))
        named = Counter(one.text for one in prose if one.kind == "path")
    return [reading.short(file) for file in sorted(named, key=lambda file: (-named[file], file))[:MOST_FILES]]


def _chinese(prose: str) -> list[str]:
    """Word-like pieces of two to four Chinese characters that come back, the longest of nested ones."""
    runs = [piece for run in _CHINESE.findall(prose) for piece in _SPLIT.split(run) if len(piece) > 1]
    grams = Counter(run[i : i + n] for run in runs for n in (2, 3, 4) for i in range(len(run) - n + 1))
    whole = Counter(run for run in runs if len(run) <= 4)
    kept = {g for g, uses in grams.items() if uses > 1 or whole[g]}
    return [
        g
        for g in sorted(kept)
        if not any(g != o and g in o and grams[o] >= grams[g] for o in kept)
        for _ in range(grams[g])
    ]
