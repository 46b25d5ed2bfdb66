"""What a file records: its compactions and clears, with what each did to the messages."""

from bisect import bisect_left

from compaction_core.session import Message, Record, RecordedCompaction, Session
from compaction_core.strategies.step import Fate
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.tokens import Measured, measure

GONE: tuple[Fate, ...] = ("summarize", "drop")


class Happened(Record):
    """One compaction or clear that the file records, with what it did to the messages.

    Tokens are those of messages by the display counter, system prompts included and tool schemas not; what the file
    itself says of tokens is in ``event``.
    """

    nth: int
    """0-based, in the order of the file."""
    event: RecordedCompaction
    listed: tuple[int, ...]
    """Numbers of the messages the model had right before, system prompts left out."""
    fates: tuple[Fate, ...]
    """What became of each of them: ``keep``, ``summarize``, ``drop`` (hidden, and no summary stands for it) or
    ``clear`` (marked as blanked; which of several clears did it is not in the file)."""
    before: int
    """Where a clear stands before a compaction, the outputs it blanked count as nothing."""
    after: int | None
    """With the summary as it was sent; None for a clear, because the file may still hold the outputs it blanked."""
    summary: str | None
    """The recorded summary without any wrapper; None where the file holds none that can be read."""
    sealed: bool = False
    """Whether there was a summary that cannot be read: the file holds none of its text, or only a form that its
    provider reads."""
    cut: int | None
    """The message behind the last hidden one, ``event.index`` where nothing stayed; None where nothing was hidden."""
    blanked: tuple[int, ...] = ()
    """Messages of the list that an earlier clear had blanked: they count as nothing."""

    def of(self, *fates: Fate) -> tuple[int, ...]:
        """The messages with one of these fates."""
        return tuple(number for number, fate in zip(self.listed, self.fates, strict=True) if fate in fates)


def happened(session: Session, measured: Measured | None = None) -> tuple[Happened, ...]:
    """Everything the file records, in its order; ``measured`` is the display count (default: o200k_base)."""
    if not session.compactions:
        return ()
    shown = measured or measure(session)
    rows = tuple(i for i, message in enumerate(session.messages) if not message.is_prompt)
    pruned = frozenset(i for i in rows if "pruned" in session.messages[i].flags)
    events = enumerate(session.compactions)
    return tuple(_happened(session, nth, event, shown, rows, pruned) for nth, event in events)


def unplaced(session: Session) -> tuple[int, ...]:
    """Messages that are marked as blanked where the file records no clear behind them."""
    last = max((event.index for event in session.compactions if event.kind == "clear"), default=0)
    return tuple(i for i, message in enumerate(session.messages) if i >= last and "pruned" in message.flags)


def replaced(session: Session, record: Happened) -> SummaryRequest:
    """What the recorded summary stands for, in the shape of a summarizer's request; its prompt is not in the file."""
    gone = record.of(*GONE)
    messages = tuple(session.messages[number] for number in gone)
    return SummaryRequest(prompt="recorded", instructions="", transcript="", lines=(), indexes=gone, messages=messages)


def _happened(
    session: Session, nth: int, event: RecordedCompaction, measured: Measured, rows: tuple[int, ...],
    pruned: frozenset[int],
) -> Happened:  # fmt: skip
    """``rows`` are all messages but system prompts: looked for once, for a file may hold a thousand clears."""
    index, messages, counts = event.index, session.messages, measured.counts
    since, retained = session.last_compaction(index), session.retained(index)
    listed = (*retained, *rows[bisect_left(rows, since) : bisect_left(rows, index)])
    place = messages[index] if event.kind == "compact" and index < len(messages) else None
    summary = None if place is None else place.summary
    sealed = place is not None and summary == "" and _holds_something(place)
    prompts = sum(counts[i] for i in session.prompts if i < index)
    before = prompts + sum([counts[i] for i in listed])
    if event.kind == "clear":
        fates: list[Fate] = ["clear" if i in pruned else "keep" for i in listed]
        return Happened.model_construct(  # not validated, which would take longer than all the rest
            nth=nth, event=event, listed=listed, fates=tuple(fates), before=before, after=None, summary=None, cut=None
        )  # fmt: skip
    cleared = max((e.index for e in session.compactions[:nth] if e.kind == "clear" and e.index > since), default=0)
    blanked = {i for i in listed if i in pruned and i < cleared}  # a clear blanked them before
    before -= sum(counts[i] for i in blanked)
    stayed = set(event.kept)
    hidden: Fate = "drop" if summary is None else "summarize"
    fates = ["keep" if i in stayed else hidden for i in listed]
    gone = [i for i in listed if i not in stayed]
    kept = sum(counts[i] for i in listed if i in stayed and i not in blanked)
    return Happened(
        nth=nth,
        event=event,
        listed=listed,
        fates=tuple(fates),
        before=before,
        after=prompts + kept + (0 if summary is None else counts[index]),
        summary=None if sealed else summary,
        sealed=sealed,
        cut=next((i for i in listed if i > gone[-1]), index) if gone else None,
        blanked=tuple(sorted(blanked)),
    )


def _holds_something(place: Message) -> bool:
    """Whether a message without a summary's text is more than an empty answer: a sealed part, or a note instead."""
    return bool(place.text.strip()) or any(part.kind == "opaque" for part in place.parts)
