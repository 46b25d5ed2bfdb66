"""A recorded compaction or clear beside what a strategy makes of the same list."""

import re
from collections.abc import Mapping
from typing import Any

from compaction_core.compaction import Compaction, compact
from compaction_core.detectors import Checked, check_summary
from compaction_core.errors import BadParameter
from compaction_core.extraction.identifiers import identifiers
from compaction_core.findings import Finding
from compaction_core.recorded.events import GONE, Happened, happened, replaced
from compaction_core.redaction.words import unworded, worded
from compaction_core.session import Record, Session, Text
from compaction_core.strategies.base import strategies
from compaction_core.strategies.planner import context_of, plan_context, settle
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.tokens import Measured, counters, measure
from compaction_core.watching import Watch, watch

_NUMBER = re.compile(r"(?<![\w.,:/#-])\d[\d,.]*\d(?![\w/-])")


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


def named(text: str) -> tuple[str, ...]:
    """The paths, identifiers and numbers of two digits or more that a text names, each once.

    >>> named("src/a.py failed 3 of 120 times since v1.2.0 (GATE-7)")
    ('src/a.py', 'v1.2.0', 'GATE-7', '120')
    """
    text = worded(text)
    things = dict.fromkeys(unworded(found.text) for found in identifiers(text))
    return (*things, *(number for number in dict.fromkeys(_NUMBER.findall(text)) if number not in things))


def _written(text: str, request: SummaryRequest, measured: Measured) -> Written:
    counter = counters.get(measured.counter)
    found = check_summary(Checked(text=text, request=request, counter=measured.counter))
    return Written(text=text, tokens=counter.tokens(counter.units(Text(text=text))), findings=found, named=named(text))


def _in(one: Written | None, other: Written | None, both: bool) -> tuple[str, ...]:
    there = set() if other is None else set(other.named)
    return () if one is None else tuple(name for name in one.named if (name in there) == both)
