"""What really happened: the compactions and clears a file records, and what a strategy would have done instead.

    other = beside(session, 0, "letta-code", context_window=128_000)
    print(told(other))

Both sides are about the same list: what the model had right before the recorded moment.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping
from textwrap import shorten
from typing import Any

from compaction_core.compaction import Compaction, compact
from compaction_core.detectors import Checked, check_summary
from compaction_core.errors import BadParameter
from compaction_core.extraction.identifiers import identifiers
from compaction_core.findings import Finding
from compaction_core.session import Message, Record, RecordedCompaction, Session, Text
from compaction_core.strategies.base import Fate, Plan, strategies
from compaction_core.strategies.planner import context_of, plan_context, settle
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.tokens import Measured, counters, measure
from compaction_core.watching import Watch, watch

GONE: tuple[Fate, ...] = ("summarize", "drop")
_NUMBER = re.compile(r"(?<![\w.,:/#-])\d[\d,.]*\d(?![\w/-])")


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

    def of(self, *fates: Fate) -> tuple[int, ...]:
        """The messages with one of these fates."""
        return tuple(number for number, fate in zip(self.listed, self.fates, strict=True) if fate in fates)


class Written(Record):
    """One of the two summaries."""

    text: str
    tokens: int
    """Of the text without any wrapper, by the display counter."""
    findings: tuple[Finding, ...]
    named: tuple[str, ...]
    """The paths, identifiers and numbers it names, in order of appearance by kind."""


class Beside(Record):
    """The record and a strategy on the same list."""

    happened: Happened
    label: str
    """The strategy's."""
    plan: Plan
    compaction: Compaction
    both: tuple[int, ...]
    """Messages that stay word for word on both sides."""
    record_only: tuple[int, ...]
    strategy_only: tuple[int, ...]
    neither: tuple[int, ...]
    cut: int | None
    """The strategy's, as ``Happened.cut``; None where it would have hidden nothing."""
    shift: int | None
    """Messages of the list from the recorded cut to the strategy's: negative where that is earlier, so more stays."""
    shift_tokens: int | None
    """Tokens of the messages in between, never negative."""
    fired: int | None
    """The message after which the strategy's own trigger first fires in this context; None: not by this moment."""
    line: bool
    """Whether it has a trigger in this window at all."""
    recorded: Written | None
    written: Written | None
    """The strategy's summary; None where it summarizes nothing."""

    @property
    def shared(self) -> tuple[str, ...]:
        """What both summaries name."""
        return _in(self.recorded, self.written, True)

    @property
    def missing(self) -> tuple[str, ...]:
        """What only the recorded summary names."""
        return _in(self.recorded, self.written, False)

    @property
    def added(self) -> tuple[str, ...]:
        """What only the strategy's summary names."""
        return _in(self.written, self.recorded, False)

    @property
    def sooner(self) -> int | None:
        """How many messages before the recorded moment the trigger would have fired."""
        return None if self.fired is None else self.happened.event.index - 1 - self.fired


def happened(session: Session, measured: Measured | None = None) -> tuple[Happened, ...]:
    """Everything the file records, in its order; ``measured`` is the display count (default: o200k_base)."""
    shown = measured or measure(session)
    rows = tuple(i for i, message in enumerate(session.messages) if not message.is_prompt)
    pruned = frozenset(i for i in rows if "pruned" in session.messages[i].flags)
    events = enumerate(session.compactions)
    return tuple(_happened(session, nth, event, shown, rows, pruned) for nth, event in events)


def unplaced(session: Session) -> tuple[int, ...]:
    """Messages that are marked as blanked where the file records no clear behind them."""
    last = max((event.index for event in session.compactions if event.kind == "clear"), default=0)
    return tuple(i for i, message in enumerate(session.messages) if i >= last and "pruned" in message.flags)


def beside(
    session: Session,
    nth: int,
    strategy: str,
    context_window: int | None = None,
    *,
    parameters: Mapping[str, Any] | None = None,
    measured: Measured | None = None,
    overhead: int | None = None,
    summarizer: str = "offline",
) -> Beside:
    """What a strategy makes of the list that the model had right before the ``nth`` recorded event (from 0).

    ``context_window`` is in tokens, ``measured`` the display count (default: o200k_base), ``overhead`` the tokens of
    system prompt and tools where the file holds none. Raises BadParameter for an event that the file does not record
    or a setting that the strategy does not accept, UnknownName for a strategy or summarizer.
    """
    shown = measured or measure(session)
    found = happened(session, shown)
    if not 0 <= nth < len(found):
        there = f"choose a number from 0 to {len(found) - 1}" if found else "the file records none"
        raise BadParameter(f"There is no recorded event {nth}: {there}.")
    chosen = strategies.get(strategy)
    settings = settle(chosen, dict(parameters or {}))
    own = measure(session, chosen.estimator(settings))
    context = context_of(session, own, context_window, settings, found[nth].event.index, overhead)
    plan = plan_context(chosen, context)
    done = compact(session, plan, summarizer, counter=shown.counter, overhead=overhead)
    seen = watch(session, chosen, own, context_window, settings, overhead)
    return put_beside(session, found[nth], plan, done, seen, shown)


def put_beside(
    session: Session, record: Happened, plan: Plan, done: Compaction, seen: Watch, measured: Measured
) -> Beside:
    """``beside`` with its parts made already: the plan and the compaction at that moment, and the watch."""
    stayed = set(record.of("keep"))
    keeps = {number for number in record.listed if plan.fate(number) == "keep"}
    gone = [number for number in record.listed if plan.fate(number) in GONE]
    cut = plan.cut if gone else None
    shift = tokens = None
    if cut is not None and record.cut is not None:
        low, high = sorted((cut, record.cut))
        between = [number for number in record.listed if low <= number < high]
        shift = len(between) if record.cut < cut else -len(between)
        tokens = sum(measured.counts[number] for number in between)
    index = record.event.index
    fired = next((i for i in range(session.last_compaction(index), index) if seen.fires[i]), None)
    text = done.summary.text if done.request.indexes and done.summary.basis != "none" else None
    return Beside(
        happened=record,
        label=strategies.get(plan.strategy).label,
        plan=plan,
        compaction=done,
        both=tuple(n for n in record.listed if n in stayed and n in keeps),
        record_only=tuple(n for n in record.listed if n in stayed and n not in keeps),
        strategy_only=tuple(n for n in record.listed if n not in stayed and n in keeps),
        neither=tuple(n for n in record.listed if n not in stayed and n not in keeps),
        cut=cut,
        shift=shift,
        shift_tokens=tokens,
        fired=fired,
        line=seen.threshold is not None or seen.fired is not None,
        recorded=None if record.summary is None else _written(record.summary, replaced(session, record), measured),
        written=None if text is None else _written(text, done.request, measured),
    )


def replaced(session: Session, record: Happened) -> SummaryRequest:
    """What the recorded summary stands for, in the shape of a summarizer's request; its prompt is not in the file."""
    gone = record.of(*GONE)
    messages = tuple(session.messages[number] for number in gone)
    return SummaryRequest(prompt="recorded", instructions="", transcript="", lines=(), indexes=gone, messages=messages)


def named(text: str) -> tuple[str, ...]:
    """The paths, identifiers and numbers of two digits or more that a text names, each once.

    >>> named("src/a.py failed 3 of 120 times since v1.2.0 (GATE-7)")
    ('src/a.py', 'v1.2.0', 'GATE-7', '120')
    """
    things = dict.fromkeys(found.text for found in identifiers(text))
    return (*things, *(number for number in dict.fromkeys(_NUMBER.findall(text)) if number not in things))


def told(found: Beside) -> str:
    """Both sides and the trigger in one sentence."""
    return f"{record_told(found.happened)}; {_planned(found)}; {_triggered(found)}."


def record_told(record: Happened) -> str:
    """What the file records, without a full stop.

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
        what = f"{_many(blanked, 'tool output')} blanked" if blanked else "it does not say what was blanked"
        return f"{lead}a clear{why}: {what}"
    gone, stayed = record.of(*GONE), record.of("keep")
    summed = record.summary is not None or record.sealed
    where = "went into a summary" if summed else f"{'was' if len(gone) == 1 else 'were'} hidden"
    stay = f"{len(stayed):,} stayed word for word" if stayed else "none stayed word for word"
    return f"{lead}a compaction{why}: {_many(gone)} {where}, {stay}"


def _planned(found: Beside) -> str:
    label, record, plan = found.label, found.happened, found.plan
    if plan.error is not None:
        return f"{label} would have given up there"
    if found.cut is None:
        cleared = plan.indexes("clear", "truncate")
        return f"{label} would have {f'shortened {_many(cleared)}' if cleared else 'changed nothing'}"
    keeps = [number for number in record.listed if plan.fate(number) == "keep"]
    where = f"cut at #{found.cut}" if found.cut < plan.end else "kept nothing behind its cut"
    stay = f"{len(keeps):,} would have stayed" if keeps else "none would have stayed"
    if found.shift is None or found.shift_tokens is None:
        return f"{label} would have {where}, and {stay}"
    if found.shift == 0:
        return f"{label} would have cut at the same place, and {stay}"
    way = "earlier" if found.shift < 0 else "later"
    moved = f"{abs(found.shift):,} {'message' if abs(found.shift) == 1 else 'messages'}"
    tokens = f"{found.shift_tokens:,} {'token' if found.shift_tokens == 1 else 'tokens'}"
    return f"{label} would have {where}, {moved} ({tokens}) {way}, and {stay}"


def _triggered(found: Beside) -> str:
    if not found.line:
        return "it has no trigger of its own in this window"
    if found.fired is None or found.sooner is None:
        return "its own trigger would not have fired by then"
    if found.sooner == 0:
        return f"its own trigger would have fired at that same moment (after #{found.fired})"
    messages = f"{found.sooner:,} {'message' if found.sooner == 1 else 'messages'}"
    return f"its own trigger would have fired {messages} earlier (after #{found.fired})"


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
    )


def _holds_something(place: Message) -> bool:
    """Whether a message without a summary's text is more than an empty answer: a sealed part, or a note instead."""
    return bool(place.text.strip()) or any(part.kind == "opaque" for part in place.parts)


def _written(text: str, request: SummaryRequest, measured: Measured) -> Written:
    counter = counters.get(measured.counter)
    found = check_summary(Checked(text=text, request=request, counter=measured.counter))
    return Written(text=text, tokens=counter.tokens(counter.units(Text(text=text))), findings=found, named=named(text))


def _in(one: Written | None, other: Written | None, both: bool) -> tuple[str, ...]:
    there = set() if other is None else set(other.named)
    return () if one is None else tuple(name for name in one.named if (name in there) == both)


def _many(numbers: tuple[int, ...], noun: str = "message") -> str:
    return f"{len(numbers):,} {noun}{'' if len(numbers) == 1 else 's'}"
