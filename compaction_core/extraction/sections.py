"""The sections of an offline summary: what can stand in each, and how many words in all."""

from collections.abc import Callable

from compaction_core.extraction import details, failures, goals, happened, hints, next_step, state
from compaction_core.extraction.budget import Item, Section, fit
from compaction_core.extraction.reading import Reading
from compaction_core.redaction.words import unworded

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


def summary_text(reading: Reading, sections: tuple[str, ...], words: int) -> str:
    """The sections with what fits in ``words`` words; quotes grow and shrink with the limit."""
    scale = max(0.4, min(2.0, words / DEFAULT_WORDS))
    made: list[Section] = []
    for key in sections:
        alone = key == "details" and "state" not in sections
        rows = details.items(reading, scale, with_files=True) if alone else _ITEMS[key](reading, scale)
        made.append(Section(key=key, heading=reading.labels[key], none=reading.labels["none"], items=tuple(rows)))
    return unworded(fit(made, words))
