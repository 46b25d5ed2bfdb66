"""Important details: the user's rules word for word, and a ledger of identifiers exactly as written."""

import re

from compaction_core.extraction import ledger, state
from compaction_core.extraction.budget import Item
from compaction_core.extraction.cues import has, rule_strength, suspicious
from compaction_core.extraction.reading import Reading
from compaction_core.extraction.sentences import sentences
from compaction_core.extraction.words import quote

RULE, MOST_RULES = 35, 14
"""Longest rule in words at a limit of 500, and most rules."""

_OF_USER = re.compile(r"\b(?:user|Nutzer|utilisateur|usuario)\b|用户|ユーザー", re.IGNORECASE)


def items(reading: Reading, scale: float, with_files: bool = False) -> list[Item]:
    """Rules that forbid or demand, identifiers, then wishes; ``with_files`` where no section holds the state."""
    label = reading.labels["rule"]
    strong, weak = rules(reading)

    def row(text: str, place: int, unless_said: str = "") -> Item:
        return Item(text=f"{label}: {quote(text, int(RULE * scale))}", unless_said=unless_said, place=place)

    old = [Item(text=f"{reading.labels['earlier']}: {quote(text, int(RULE * scale))}") for text in foreign(reading)]
    rows = old + [row(text, n) for n, text in enumerate(strong)]
    files = state.files(reading, scale) if with_files else []
    # The files that Current state lists need not stand twice.
    stated = frozenset() if with_files else frozenset(row.text for row in state.files(reading, scale)[:5])
    listed = [item.model_copy(update={"place": 1000}) for item in [*files, *ledger.items(reading, stated)]]
    wishes = [row(text, 500 + n, text) for n, text in enumerate(weak)]
    half = len(listed) // 2
    return [*_alternate(rows, listed[:half]), *wishes[:2], *listed[half:], *wishes[2:]]


def rules(reading: Reading) -> tuple[list[str], list[str]]:
    """The user's (strong, weak) rules in the order they were given, earlier ones first; each once."""
    old = [b.text for b in reading.earlier.of("details") if b.label == "rule"]
    strength = {text: rule_strength(text) for text in old}
    strength.update(rule for ask in reading.asks for rule in ask.rules)
    strong = [text for text, n in strength.items() if n == 2]
    weak = [text for text, n in strength.items() if n == 1]
    return _ends(strong, MOST_RULES), _ends(weak, MOST_RULES // 2)


def foreign(reading: Reading) -> list[str]:
    """Up to four rules that an earlier summary of other make tells; it is quoted, not the user."""
    told: list[str] = []
    for section in ("goals", "details", "errors", "state", ""):
        bullets = [bullet for bullet in reading.earlier.of(section) if bullet.label in (None, "earlier")]
        told += [s for bullet in bullets for s in sentences(bullet.text) if rule_strength(s) == 2]
    fit = [s for s in dict.fromkeys(told) if _is_rule_length(s) and not suspicious(s)]
    known = {bullet.text for bullet in reading.earlier.of("details") if bullet.label == "rule"}
    return [s for s in fit if s not in known and (has("strong", s[:24]) or _OF_USER.search(s))][:4]


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
