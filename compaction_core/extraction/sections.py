"""The sections of an offline summary: which a prompt asks for, what stands in each, how many words in all."""

import re
from collections.abc import Callable

from compaction_core.errors import UnknownName
from compaction_core.extraction import details, failures, goals, happened, hints, next_step, state
from compaction_core.extraction.budget import Item, Section, fit
from compaction_core.extraction.language import SECTIONS, section_key
from compaction_core.extraction.reading import Reading
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.prompts import prompt

DEFAULT_WORDS = 500
"""The limit where a prompt states none."""

ItemsOf = Callable[[Reading, float], list[Item]]
_ITEMS: dict[str, ItemsOf] = {
    "goals": goals.items,
    "happened": happened.items,
    "details": details.items,
    "errors": failures.items,
    "state": state.items,
    "next": next_step.items,
    "hints": hints.items,
}
_LIMIT = re.compile(r"(?<![\d.,-])(\d{2,5})[ -]?(words?\b|Wörtern?\b|mots\b|palabras\b|個?词|字|語)", re.IGNORECASE)


def summary_text(reading: Reading, sections: tuple[str, ...], words: int) -> str:
    """The sections with what fits in ``words`` words; quotes grow and shrink with the limit."""
    scale = max(0.4, min(2.0, words / DEFAULT_WORDS))
    made: list[Section] = []
    for key in sections:
        rows = _ITEMS[key](reading, scale)
        if key == "details" and "state" not in sections:
            rows = details.items(reading, scale, with_files=True)
        made.append(Section(key=key, heading=reading.labels[key], none=reading.labels["none"], items=tuple(rows)))
    return fit(made, words)


def wanted(request: SummaryRequest) -> tuple[tuple[str, ...], int]:
    """(section keys in order, word limit): the known prompt's, else all seven and the limit its text states."""
    try:
        known = prompt(request.prompt)
    except UnknownName:
        return SECTIONS, _stated(request.instructions)
    keys = tuple(dict.fromkeys(key for name in known.sections if (key := section_key(name))))
    return keys or SECTIONS, known.words or _stated(request.instructions)


def _stated(instructions: str) -> int:
    """The smallest number of words an instruction names; two Chinese characters are one word."""
    limits = [int(m[1]) // (2 if m[2] in "字語" else 1) for m in _LIMIT.finditer(instructions)]
    return min((limit for limit in limits if limit >= 20), default=DEFAULT_WORDS)
