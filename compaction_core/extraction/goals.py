"""Goals: what the user first and last asked, what changed in between, what an earlier summary calls goals."""

from compaction_core.extraction import earlier
from compaction_core.extraction.budget import Item
from compaction_core.extraction.cues import suspicious
from compaction_core.extraction.reading import Reading
from compaction_core.extraction.words import quote

FIRST, LAST, CHANGE, EARLIER = 45, 35, 22, 30
"""Longest quotes in words at a limit of 500."""


def items(reading: Reading, scale: float) -> list[Item]:
    """The first ask, the last, earlier goals, changes of mind."""
    labels, asks = reading.labels, reading.asks
    found: list[Item] = []
    if asks:
        label = labels["asked_first" if len(asks) > 1 else "asked"]
        found.append(Item(text=f"{label}: {quote(asks[0].prose, int(FIRST * scale))}", place=1))
    carried = [text for text in earlier.goals(reading.earlier) if not suspicious(text)][:6]
    olds = [Item(text=f"{labels['earlier']}: {quote(text, int(EARLIER * scale))}") for text in carried]
    found += olds[:2]
    if len(asks) > 1:
        last = quote(asks[-1].prose, int(LAST * scale))
        found.append(Item(text=f"{labels['asked_last']}: {last}", place=3))
    changes = [sentence for ask in asks[1:-1] for sentence in ask.changes][-4:]
    found += [Item(text=f"{labels['changed']}: {quote(s, int(CHANGE * scale))}", place=2) for s in reversed(changes)]
    return found + olds[2:]
