"""Important details: the user's rules word for word, and a ledger of identifiers exactly as written."""

from compaction_core.extraction import ledger, state
from compaction_core.extraction.budget import Item
from compaction_core.extraction.cues import rule_strength, suspicious
from compaction_core.extraction.reading import Reading
from compaction_core.extraction.sentences import sentences
from compaction_core.extraction.words import quote

RULE, MOST_RULES = 35, 14
"""Longest rule in words at a limit of 500, and most rules."""


def items(reading: Reading, scale: float, with_files: bool = False) -> list[Item]:
    """Rules that forbid or demand, identifiers, then wishes; ``with_files`` where no section holds the state."""
    label = reading.labels["rule"]
    strong, weak = rules(reading)
    rows = [Item(text=f"{label}: {quote(text, int(RULE * scale))}", place=n) for n, text in enumerate(strong)]
    files = state.files(reading, scale) if with_files else []
    listed = [item.model_copy(update={"place": 1000}) for item in [*files, *ledger.items(reading)]]
    wishes = [Item(text=f"{label}: {quote(text, int(RULE * scale))}", place=500 + n) for n, text in enumerate(weak)]
    half = len(listed) // 2
    return [*_alternate(rows, listed[:half]), *wishes[:2], *listed[half:], *wishes[2:]]


def rules(reading: Reading) -> tuple[list[str], list[str]]:
    """The user's (strong, weak) rules in the order they were given, earlier ones first; each once."""
    old = [b.text for b in reading.earlier.of("details") if b.label == "rule"]
    if not old:
        old = [s for s in sentences(reading.earlier.text) if rule_strength(s) == 2 and not suspicious(s)][:4]
    said = [sentence for entry in reading.asks for sentence in entry.sentences]
    given = list(dict.fromkeys([*old, *(s for s in said if _is_rule_length(s))]))
    strong = [s for s in given if rule_strength(s) == 2]
    weak = [s for s in given if rule_strength(s) == 1]
    return _ends(strong, MOST_RULES), _ends(weak, MOST_RULES // 2)


def _is_rule_length(sentence: str) -> bool:
    return 4 <= len(sentence) <= 500


def _ends(found: list[str], most: int) -> list[str]:
    """The first half and the last half of too many."""
    return found if len(found) <= most else [*found[: most // 2], *found[-(most - most // 2) :]]


def _alternate(rows: list[Item], listed: list[Item]) -> list[Item]:
    """Two rules, then four identifiers, and so on, so that neither fills the section alone."""
    mixed: list[Item] = []
    while rows or listed:
        mixed += [*rows[:2], *listed[:4]]
        rows, listed = rows[2:], listed[4:]
    return mixed
