"""Lookup hints: by which words each stretch of the evicted messages can be found again.

The words are those that stand often in one stretch and in few others (term frequency × inverse document frequency
over stretches), with the file names it works on; as written.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from compaction_core.extraction.budget import Item
from compaction_core.extraction.notes import Note
from compaction_core.extraction.reading import Reading
from compaction_core.extraction.words import quote

MOST_STRETCHES, SMALLEST = 6, 6
"""Most stretches at a limit of 500, and fewest messages of one."""
MOST_TERMS, MOST_FILES = 4, 1


@dataclass(frozen=True)
class Stretch:
    """Consecutive messages, prompts left out, and the words they use."""

    positions: Sequence[int]
    notes: Sequence[Note]

    @cached_property
    def forms(self) -> Counter[str]:
        """Uses of each term as written."""
        return Counter(chain.from_iterable([note.terms for note in self.notes]))

    @cached_property
    def terms(self) -> Counter[str]:
        """Uses of each term by its lower-case form."""
        uses: Counter[str] = Counter()
        for form, n in self.forms.items():
            uses[form.lower()] += n
        return uses


def items(reading: Reading, scale: float) -> list[Item]:
    """One hint a stretch, the longest stretches first; then the hints of an earlier summary."""
    parts = stretches(reading.notes, max(3, min(12, int(MOST_STRETCHES * scale))))
    spread = Counter(chain.from_iterable(part.terms for part in parts))
    found: list[tuple[int, Item]] = []
    for number, part in enumerate(parts):
        said = ", ".join([*_key_terms(part, spread, len(parts)), *_files(part, reading)])
        if said:
            span = f"#{reading.numbers[part.positions[0]]}–#{reading.numbers[part.positions[-1]]}"
            found.append((-len(part.notes), Item(text=f"{span}: {said}", place=number)))
    old = [bullet.text for bullet in reading.earlier.of("hints")][:3]
    label = reading.labels["earlier"]
    carried = [Item(text=f"{label}: {quote(text, int(14 * scale))}", place=-1) for text in old]
    return [item for _, item in sorted(found, key=lambda pair: pair[0])] + carried


def stretches(notes: Sequence[Note], most: int) -> list[Stretch]:
    """The messages in at most ``most`` runs of similar length, broken at asks where one is near."""
    kept = [position for position, note in enumerate(notes) if note.role not in ("system", "developer")]
    size = max(SMALLEST, math.ceil(len(kept) / most))
    found: list[Stretch] = []
    start = 0
    while start < len(kept):
        stop = start + size
        near = [n for n in range(stop - size // 3, stop + size // 3 + 1) if n < len(kept) and notes[kept[n]].is_ask]
        stop = min(near, key=lambda n: abs(n - stop)) if near else stop
        if len(kept) - stop < SMALLEST // 2:
            stop = len(kept)
        found.append(Stretch(kept[start:stop], [notes[position] for position in kept[start:stop]]))
        start = stop
    return found


def _key_terms(part: Stretch, spread: Counter[str], total: int) -> list[str]:
    """The most telling words, each in the form it is written in most often."""
    often = {uses: 0.5 if uses == 1 else 1 + math.log(uses) for uses in set(part.terms.values())}
    rare = {parts: math.log(1 + total / parts) for parts in range(1, total + 1)}
    weights = {term: often[uses] * rare[spread[term]] * min(len(term), 10) ** 0.3 for term, uses in part.terms.items()}
    chosen: list[str] = []
    for term in sorted(weights, key=lambda term: (-round(weights[term], 9), term)):
        if not any(term in other or other in term for other in chosen):
            chosen.append(term)
        if len(chosen) == MOST_TERMS:
            break
    forms: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for form, uses in part.forms.items():
        forms[form.lower()].append((-uses, form))
    return [min(forms[term])[1] for term in chosen]


def _files(part: Stretch, reading: Reading) -> list[str]:
    """The files its calls work on most; without calls, those its prose names."""
    # Prompts between them make no calls.
    done = reading.done(range(part.positions[0], part.positions[-1] + 1))
    named = Counter([file for one in done for file in one.call.files])
    if not named:
        named = Counter(path for note in part.notes for path in note.paths)
    return [reading.short(file) for file in sorted(named, key=lambda file: (-named[file], file))[:MOST_FILES]]
