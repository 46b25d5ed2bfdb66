"""Which lines of a summary fit its word limit.

Each section offers items, the most important first. The section that has used the least of its share adds its next
item that fits, until nothing fits; so no section starves and unused shares flow to the others.
"""

from compaction_core.extraction.words import cost
from compaction_core.session import Record

SHARES = {
    "goals": 0.18, "details": 0.27, "errors": 0.15, "happened": 0.17, "state": 0.08, "next": 0.06, "hints": 0.09,
}  # fmt: skip
"""Share of the words by section; the order breaks ties."""
_RANKS = {key: rank for rank, key in enumerate(SHARES)}


class Item(Record):
    """One thing a section can say."""

    text: str
    group: str = ""
    """Items of one group share a line: ``- group: text, text``."""
    unless_said: str = ""
    """Left out if a line chosen before already holds this."""
    place: int = 0
    """Order on the page; among equals the order of importance stands."""


class Section(Record):
    """A heading and what can stand under it, the most important first."""

    key: str
    heading: str
    none: str
    """The line that stands where nothing does."""
    items: tuple[Item, ...]


def fit(sections: list[Section], words: int) -> str:
    """The summary of at most ``words`` words; where not even all headings fit, the last in rank are left out."""
    left = 2 * words
    chosen: dict[str, list[Item]] = {}
    for section in sorted(sections, key=_rank):
        bare = _heading_cost(section) + cost(f"- {section.none}")
        if bare <= left:
            chosen[section.key] = []
            left -= bare
    _fill(sections, chosen, left)
    return "\n\n".join(_render(s, chosen[s.key]) for s in sections if s.key in chosen)


def _fill(sections: list[Section], chosen: dict[str, list[Item]], left: int) -> None:
    waiting = {s.key: iter(s.items) for s in sections if s.key in chosen and s.items}
    none = {s.key: cost(f"- {s.none}") for s in sections}
    spent = dict.fromkeys(waiting, 0)
    said = ""
    while waiting:
        key = min(waiting, key=lambda key: (spent[key] / SHARES[key], _RANKS[key]))
        for item in waiting[key]:
            price = _price(item, chosen[key]) - (0 if chosen[key] else none[key])
            if price <= left and not _shows(said, item.unless_said):
                chosen[key].append(item)
                spent[key] += price
                left -= price
                said += f"\n{item.text}"
                break
        else:
            del waiting[key]


def _price(item: Item, chosen: list[Item]) -> int:
    """Half words of an item, its comma included wherever in its group it will stand."""
    if not item.group:
        return cost(f"- {item.text}")
    begun = any(other.group == item.group for other in chosen)
    return cost(f"{item.text},") if begun else cost(f"- {item.group}: {item.text},")


def _shows(said: str, text: str) -> bool:
    """Whether ``text`` stands in ``said`` as a whole, not as a part of a longer name."""
    start = said.find(text) if text else -1
    while start >= 0:
        around = said[start - 1 : start] + said[start + len(text) : start + len(text) + 1]
        if not any(c.isascii() and (c.isalnum() or c in "_-/.") for c in around):
            return True
        start = said.find(text, start + 1)
    return False


def _render(section: Section, items: list[Item]) -> str:
    lines: dict[str, str] = {}
    for item in sorted(items, key=lambda item: item.place):
        if not item.group:
            lines[f"\n{len(lines)}"] = f"- {item.text}"
        elif item.group in lines:
            lines[item.group] += f", {item.text}"
        else:
            lines[item.group] = f"- {item.group}: {item.text}"
    return "\n".join([f"## {section.heading}", *(lines.values() or [f"- {section.none}"])])


def _heading_cost(section: Section) -> int:
    return cost(f"## {section.heading}")


def _rank(section: Section) -> int:
    return _RANKS[section.key]
