"""Placeholders: which value gets which, and the way back from a masked text."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from compaction_core.session import Record

Kind = Literal["secret", "email", "home_path", "user_name", "word"]
RANKS: tuple[Kind, ...] = get_args(Kind)
"""Every kind, the strongest first: where two overlap, the first names the whole."""
ALL: tuple[Kind, ...] = RANKS[:-1]
"""What is found by itself; ``word`` is of words that someone lists."""

_LABELS: dict[Kind, str] = {
    "secret": "secret", "email": "email", "home_path": "user", "user_name": "user", "word": "masked",
}  # fmt: skip
PLACEHOLDER = re.compile(r"\[(secret|email|user|masked) (\d{1,6})\]")


class Mark(NamedTuple):
    """Characters [start, stop) to be masked."""

    start: int
    stop: int
    kind: Kind


class Masked(Record):
    """One masked value: characters [start, stop) of the text as it was given; the value itself is not kept."""

    kind: Kind
    placeholder: str
    start: int
    stop: int


def named(text: str, marks: Sequence[Mark]) -> list[Masked]:
    """Give every value its placeholder."""
    numbers: dict[str, dict[str, int]] = {label: {} for label in _LABELS.values()}
    taken = _taken(text)
    named: list[Masked] = []
    for start, stop, kind in marks:
        label = _LABELS[kind]
        value = text[start:stop] if kind == "secret" else text[start:stop].casefold()
        number = numbers[label].setdefault(value, taken[label] + len(numbers[label]) + 1)
        named.append(Masked(kind=kind, placeholder=f"[{label} {number}]", start=start, stop=stop))
    return named


def _taken(text: str) -> dict[str, int]:
    """The highest number of each label that an earlier masking left in the text."""
    taken = dict.fromkeys(_LABELS.values(), 0)
    for label, number in PLACEHOLDER.findall(text):
        taken[label] = max(taken[label], int(number))
    return taken


def written(text: str, spans: Sequence[Masked]) -> str:
    """The text with the placeholders in it."""
    pieces: list[str] = []
    end = 0
    for span in spans:
        pieces += [text[end : span.start], span.placeholder]
        end = span.stop
    return "".join([*pieces, text[end:]])


class Shown:
    """A text with placeholders, and the way back to the text as it was."""

    def __init__(self, text: str, spans: Sequence[Masked]) -> None:
        self.text = written(text, spans)
        self.placeholders: list[tuple[int, int]] = []
        """Where they stand in the text as shown."""
        self._starts, self._pieces = [0], [(0, 0, len(text))]
        shift = 0
        for span in spans:
            self.placeholders.append((span.start + shift, span.start + shift + len(span.placeholder)))
            self._starts += self.placeholders[-1]
            shift += len(span.placeholder) - (span.stop - span.start)
            # (length in the original if masked, else 0; place in the original; end)
            self._pieces += [(1, span.start, span.stop), (0, span.stop, len(text))]

    def back(self, mark: Mark) -> Mark:
        """The same mark in the original; one that touches a placeholder takes in what it stands for."""
        first = bisect_right(self._starts, mark.start) - 1
        last = bisect_right(self._starts, mark.stop - 1) - 1
        is_masked, place, _ = self._pieces[first]
        start = place if is_masked else place + mark.start - self._starts[first]
        is_masked, place, end = self._pieces[last]
        stop = end if is_masked else place + mark.stop - self._starts[last]
        return Mark(start, stop, mark.kind)
