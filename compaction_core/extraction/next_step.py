"""Next step: an unanswered ask, work in progress, the open items of the last plan, what the assistant meant to do."""

from compaction_core.extraction.budget import Item
from compaction_core.extraction.cues import has, suspicious
from compaction_core.extraction.reading import Reading
from compaction_core.extraction.words import quote, word_set

ASK, TODO, SAID = 35, 14, 25
"""Longest quotes in words at a limit of 500."""
LATEST = 12
"""Messages from the end in which a stated plan still counts."""
_CLOSED = word_set("completed complete done cancelled canceled closed skipped deleted")


def items(reading: Reading, scale: float) -> list[Item]:
    """Quotes only; nothing when the last answer stands and no one spoke of more to do."""
    labels = reading.labels
    asked = _open_ask(reading)
    found = []
    if asked:
        label, text = asked
        found.append(Item(text=f"{labels[label]}: {quote(text, int(ASK * scale))}"))
    found += [Item(text=f"{labels['todo']}: {quote(text, int(TODO * scale))}", place=1) for text in _todo(reading)[:6]]
    said = _said(reading)
    if said:
        found.append(Item(text=f"{labels['said']}: {quote(said, int(SAID * scale))}", place=2))
    return found


def _open_ask(reading: Reading) -> tuple[str, str] | None:
    """(label, ask) of a last turn that does not end in words of the assistant alone."""
    turn = reading.turns[-1] if reading.turns else None
    if turn is None or turn.ask is None:
        return None
    work = [note for note in (reading.notes[p] for p in turn.span) if note.role in ("assistant", "tool")]
    ask = turn.ask.prose
    if not work:
        return "unanswered", ask
    ended = work[-1].role == "assistant" and work[-1].sentences and not work[-1].calls
    return None if ended else ("in_progress", ask)


def _todo(reading: Reading) -> list[str]:
    """Open items of the last to-do list, whether a tool's or check boxes of the assistant."""
    plans = [(done.number, done.call.plan) for done in reading.calls if done.call.plan]
    noted = [(n, note.boxes) for n, note in zip(reading.numbers, reading.notes, strict=True) if note.boxes]
    boxes = [(index, tuple((text, "open") for text in texts)) for index, texts in noted]
    latest = max([*plans, *boxes], default=(0, ()), key=lambda plan: plan[0])[1]
    return [text for text, status in latest if status not in _CLOSED and not suspicious(text)]


def _said(reading: Reading) -> str | None:
    for note in reversed(reading.notes[-LATEST:]):
        if note.role == "assistant":
            for sentence in reversed(note.sentences):
                if has("next", sentence) and not suspicious(sentence):
                    return sentence
    return None
