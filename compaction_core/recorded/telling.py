"""The record, and a strategy beside it, in a sentence."""

from textwrap import shorten

from compaction_core.recorded.comparing import Beside
from compaction_core.recorded.events import GONE, Happened
from compaction_core.words import count


def told(found: Beside) -> str:
    """Both sides and the trigger in one sentence."""
    return f"{record_told(found.happened)}; {_planned(found)}; {_triggered(found)}."


def record_told(record: Happened) -> str:
    """What the file records, without a full stop.

    >>> from compaction_core.session import RecordedCompaction
    >>> event = RecordedCompaction(index=9, trigger="auto")
    >>> record_told(Happened(nth=0, event=event, listed=(7, 8), fates=("summarize", "keep"), before=20, after=12,
    ...     summary="s", cut=8))
    'Before #9 the file records a compaction (auto): 1 message went into a summary, 1 stayed word for word'
    """
    event = record.event
    why = "" if event.trigger is None else f" ({shorten(event.trigger, 40, placeholder='…')})"
    lead = f"Before #{event.index} the file records "
    if event.kind == "clear":
        blanked = record.of("clear")
        what = f"{count(len(blanked), 'tool output')} blanked" if blanked else "it does not say what was blanked"
        return f"{lead}a clear{why}: {what}"
    gone, stayed = record.of(*GONE), record.of("keep")
    summed = record.summary is not None or record.sealed
    where = "went into a summary" if summed else f"{'was' if len(gone) == 1 else 'were'} hidden"
    stay = f"{len(stayed):,} stayed word for word" if stayed else "none stayed word for word"
    return f"{lead}a compaction{why}: {count(len(gone))} {where}, {stay}"


def _planned(found: Beside) -> str:
    label, record, plan = found.label, found.happened, found.plan
    if plan.error is not None:
        return f"{label} would have given up there"
    if found.cut is None:
        cleared = plan.indexes("clear", "truncate")
        return f"{label} would have {f'shortened {count(len(cleared))}' if cleared else 'changed nothing'}"
    keeps = [number for number in record.listed if plan.fate(number) == "keep"]
    where = f"cut at #{found.cut}" if found.cut < plan.end else "kept nothing behind its cut"
    stay = f"{len(keeps):,} would have stayed" if keeps else "none would have stayed"
    if found.shift is None or found.shift_tokens is None:
        return f"{label} would have {where}, and {stay}"
    if found.shift == 0:
        return f"{label} would have cut at the same place, and {stay}"
    way = "earlier" if found.shift < 0 else "later"
    moved = f"{count(abs(found.shift))} ({count(found.shift_tokens, 'token')})"
    return f"{label} would have {where}, {moved} {way}, and {stay}"


def _triggered(found: Beside) -> str:
    if not found.line:
        return "it has no trigger of its own in this window"
    if found.fired is None or found.sooner is None:
        return "its own trigger would not have fired by then"
    if found.sooner == 0:
        return f"its own trigger would have fired at that same moment (after #{found.fired})"
    return f"its own trigger would have fired {count(found.sooner)} earlier (after #{found.fired})"
