"""What happened: a line a stretch of work: the ask, the tools and how they ended, the assistant's last sentence."""

from collections.abc import Sequence

from compaction_core.extraction.budget import Item
from compaction_core.extraction.cues import suspicious
from compaction_core.extraction.notes import Note
from compaction_core.extraction.outcomes import Status
from compaction_core.extraction.reading import Done, Reading, Turn
from compaction_core.extraction.words import requote

STRETCH = 24
"""Messages after which a long turn gets another line; more in a long session."""
WORDS = 150
"""Words for all lines together, at a limit of 500; it decides how long each may be."""


def items(reading: Reading, scale: float) -> list[Item]:
    """Stretches in order of importance: the last, the first, then those that changed files or failed."""
    stretches = _stretches(reading)
    room = max(18, min(45, int(WORDS * scale) // max(1, len(stretches))))
    lines: list[tuple[float, int, str]] = []
    for n, stretch in enumerate(stretches):
        lines.append((_weight(reading.done(stretch.span), n, len(stretches)), n, _line(stretch, reading, room)))
    lines.sort(key=lambda row: (-row[0], -row[1]))
    found = [Item(text=line, place=n + 1) for _, n, line in lines if line]
    old = [bullet.text for bullet in reading.earlier.of("happened") if not suspicious(bullet.text)][-4:]
    label = reading.labels["earlier"]
    carried = [Item(text=f"{label}: {requote(text, int(30 * scale))}") for text in reversed(old)]
    return [*found[:2], *carried[:1], *found[2:], *carried[1:]]


def _stretches(reading: Reading) -> list[Turn]:
    """The turns, long ones in several pieces."""
    found: list[Turn] = []
    size = max(STRETCH, len(reading.notes) // 8)
    for ask, span in reading.turns:
        while len(span) > size * 3 // 2:
            found.append(Turn(ask, span[:size]))
            ask, span = None, span[size:]
        found.append(Turn(ask, span))
    return found


def _weight(done: tuple[Done, ...], number: int, total: int) -> float:
    work = sum([2 if d.call.kind == "edit" else 1 if d.outcome.status == "failed" else 0.2 for d in done])
    return min(10.0, work) + 20 * (number == total - 1) + 15 * (number == 0) + number / total


def _line(stretch: Turn, reading: Reading, room: int) -> str:
    ask, span = stretch
    asked = ask.quoted(ask.prose, max(6, room // 3)) if ask else ""
    tools = "; ".join(_tools(reading.done(span), reading, max(1, room // 8)))
    said = _last_said(reading.notes[span.start : span.stop], max(10, room // 2))
    return " ".join(part for part in (f"{asked}:" if asked and (tools or said) else asked, tools, said) if part)


def _last_said(notes: Sequence[Note], words: int) -> str:
    """The assistant's last sentence that says something: four words or more and neither question nor announcement."""
    spoken = [note for note in reversed(notes) if note.role == "assistant"]
    for length in (1, 0):
        for note in spoken:
            if note.told[length]:
                return note.quoted(note.told[length], words)
    return ""


def _tools(done: tuple[Done, ...], reading: Reading, most: int) -> list[str]:
    """``name(argument) → ok`` for one call, ``name ×3 (a, b) → 2 ok, 1 failed`` for more; rare tools go first."""
    by_name: dict[str, list[Done]] = {}
    for one in done:
        by_name.setdefault(one.call.name, []).append(one)
    groups = list(by_name.values())
    if len(groups) > 1:
        groups = sorted(groups, key=lambda group: (-_interest(group), group[0].number))[:most]
        groups.sort(key=lambda group: group[0].number)
    names: dict[Status, str] = {"ok": "ok", "failed": reading.labels["failed"], "none": reading.labels["no_result"]}
    return [_group(group, reading, names) for group in groups]


def _interest(group: list[Done]) -> float:
    kinds = {"edit": 3.0, "shell": 2.0, "read": 1.0}
    failed = sum(one.outcome.status == "failed" for one in group)
    return float(kinds.get(group[0].call.kind, 0.5) * len(group) ** 0.5 + failed)


def _group(group: list[Done], reading: Reading, names: dict[Status, str]) -> str:
    if len(group) == 1:
        return f"{reading.short(group[0].call.shown)} → {names[group[0].outcome.status]}"
    ends = [one.outcome.status for one in group]
    if len(set(ends)) == 1:
        end = names[ends[0]]
    else:
        end = ", ".join([f"{ends.count(status)} {name}" for status, name in names.items() if status in ends])
    files = list(dict.fromkeys(reading.short(file) for one in group for file in one.call.files))[:2]
    named = f" ({', '.join(files)})" if files else ""
    return f"{group[0].call.name} ×{len(group)}{named} → {end}"
