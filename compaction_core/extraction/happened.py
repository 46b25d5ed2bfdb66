"""What happened: a line a stretch of work: the ask, the tools and how they ended, the assistant's last sentence."""

from collections import Counter

from compaction_core.extraction.budget import Item
from compaction_core.extraction.cues import suspicious
from compaction_core.extraction.reading import Done, Entry, Reading
from compaction_core.extraction.words import cost, quote, requote

STRETCH = 24
"""Messages after which a long turn gets another line; more in a long session."""
WORDS = 150
"""Words for all lines together, at a limit of 500; it decides how long each may be."""

Stretch = tuple[Entry | None, tuple[Entry, ...]]


def items(reading: Reading, scale: float) -> list[Item]:
    """Stretches in order of importance: the last, the first, then those that changed files or failed."""
    stretches = _stretches(reading)
    room = max(18, min(45, int(WORDS * scale) // max(1, len(stretches))))
    lines = [(_weight(s, reading, n, len(stretches)), n, _line(s, reading, room)) for n, s in enumerate(stretches)]
    found = [Item(text=line, place=n + 1) for _, n, line in sorted(lines, key=lambda row: (-row[0], -row[1])) if line]
    old = [bullet.text for bullet in reading.earlier.of("happened") if not suspicious(bullet.text)][-4:]
    label = reading.labels["earlier"]
    carried = [Item(text=f"{label}: {requote(text, int(30 * scale))}") for text in reversed(old)]
    return [*found[:2], *carried[:1], *found[2:], *carried[1:]]


def _stretches(reading: Reading) -> list[Stretch]:
    found: list[Stretch] = []
    size = max(STRETCH, len(reading.entries) // 8)
    for turn in reading.turns:
        entries = turn.entries
        ask = turn.ask
        while len(entries) > size * 3 // 2:
            found.append((ask, entries[:size]))
            ask, entries = None, entries[size:]
        found.append((ask, entries))
    return found


def _done(entries: tuple[Entry, ...], reading: Reading) -> list[Done]:
    return [reading.calls[position] for entry in entries for position in entry.calls]


def _weight(stretch: Stretch, reading: Reading, number: int, total: int) -> float:
    done = _done(stretch[1], reading)
    work = sum(2 if d.call.kind == "edit" else 1 if d.outcome.status == "failed" else 0.2 for d in done)
    return min(10.0, work) + 20 * (number == total - 1) + 15 * (number == 0) + number / total


def _line(stretch: Stretch, reading: Reading, room: int) -> str:
    ask, entries = stretch
    done = _done(entries, reading)
    asked = quote(ask.prose, max(6, room // 3)) if ask else ""
    tools = "; ".join(_tools(done, reading, max(1, room // 8)))
    last = _last_said(entries)
    said = quote(last, max(10, room // 2)) if last else ""
    return " ".join(part for part in (f"{asked}:" if asked and (tools or said) else asked, tools, said) if part)


def _last_said(entries: tuple[Entry, ...]) -> str:
    """The assistant's last sentence that says something: four words or more and neither question nor announcement."""
    spoken = [s for entry in reversed(entries) if entry.role == "assistant" for s in reversed(entry.sentences)]
    told = [s for s in spoken if not suspicious(s) and s.rstrip("*_")[-1:] not in ":：?？"]
    return next((s for s in told if cost(s) >= 8), told[0] if told else "")


def _tools(done: list[Done], reading: Reading, most: int) -> list[str]:
    """``name(argument) → ok`` for one call, ``name ×3 (a, b) → 2 ok, 1 failed`` for more; rare tools go first."""
    by_name: dict[str, list[Done]] = {}
    for one in done:
        by_name.setdefault(one.call.name, []).append(one)
    ranked = sorted(by_name.values(), key=lambda group: (-_interest(group), group[0].call.index))[:most]
    return [_group(group, reading) for group in sorted(ranked, key=lambda group: group[0].call.index)]


def _interest(group: list[Done]) -> float:
    kinds = {"edit": 3.0, "shell": 2.0, "read": 1.0}
    failed = sum(one.outcome.status == "failed" for one in group)
    return float(kinds.get(group[0].call.kind, 0.5) * len(group) ** 0.5 + failed)


def _group(group: list[Done], reading: Reading) -> str:
    labels = reading.labels
    names = {"ok": "ok", "failed": labels["failed"], "none": labels["no_result"]}
    ends = Counter(one.outcome.status for one in group)
    if len(ends) == 1:
        end = names[group[0].outcome.status]
    else:
        end = ", ".join(f"{ends[status]} {name}" for status, name in names.items() if ends[status])  # type: ignore[index]
    if len(group) == 1:
        return f"{reading.short(group[0].call.shown)} → {end}"
    files = list(dict.fromkeys(reading.short(file) for one in group for file in one.call.files))[:2]
    named = f" ({', '.join(files)})" if files else ""
    return f"{group[0].call.name} ×{len(group)}{named} → {end}"
