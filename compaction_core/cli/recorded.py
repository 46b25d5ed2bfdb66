"""``recorded``: what the file records, and what a strategy would have done at one of those moments."""

from argparse import Namespace
from typing import Any

from compaction_core.cli import source
from compaction_core.cli.commands import print_json, print_text, window_asked
from compaction_core.cli.layout import clipped, columns, filled, indented
from compaction_core.cli.masking import masking
from compaction_core.cli.settings import parameters
from compaction_core.compaction import compact
from compaction_core.errors import BadParameter
from compaction_core.recorded import GONE, Beside, Happened, Written, happened, named, put_beside, told, unplaced
from compaction_core.report.words import counted_by, visible
from compaction_core.session import Session
from compaction_core.strategies import context_of, strategies
from compaction_core.strategies.planner import plan_context, settle
from compaction_core.tokens import Measured, measure
from compaction_core.turns import runs
from compaction_core.watching import watch
from compaction_core.words import count, span

SHOWN = 12
"""Ranges of messages that a line names, and names of a summary."""


def recorded(asked: Namespace) -> int:
    """Print every recorded event, and the strategy beside one of them; a file that records none is no error."""
    session, _ = source.session(asked.file, asked.conversation, asked.member)
    shown = measure(session, asked.counter)
    found = happened(session, shown)
    if asked.nth is not None and asked.nth >= len(found):
        there = f"choose --nth from 0 to {len(found) - 1}" if found else "the file records none; leave --nth out"
        raise BadParameter(f"There is no recorded event {asked.nth}: {there}.")
    other = _beside(asked, session, found[asked.nth or 0], shown) if found else None
    if asked.json:
        return print_json(_record(session, found, other, shown))
    return print_text(_shown(session, found, other, shown))


def _beside(asked: Namespace, session: Session, record: Happened, shown: Measured) -> Beside:
    strategy = strategies.get(asked.strategy)
    settings = settle(strategy, parameters(strategy, asked.settings))
    window = window_asked(asked, session)
    own = measure(session, asked.estimator or strategy.estimator(settings))
    context = context_of(session, own, window, settings, record.event.index, asked.overhead)
    plan = plan_context(strategy, context, asked.protect)
    done = compact(session, plan, counter=shown.counter, overhead=asked.overhead)
    seen = watch(session, strategy, own, window, settings, asked.overhead)
    return _masked(put_beside(session, record, plan, done, seen, shown), session)


def _masked(found: Beside, session: Session) -> Beside:
    """What the summaries name is read from the masked texts: a line of a private key has no shape by itself."""
    both = [("recorded", found.recorded), ("written", found.written)]
    there = {side: written for side, written in both if written is not None}
    texts, _ = masking().applied([written.text for written in there.values()], beside=session)
    return found.model_copy(
        update={
            side: written.model_copy(update={"named": tuple(n for n in named(text) if n in written.named)})
            for (side, written), text in zip(there.items(), texts, strict=True)
        }
    )


def _record(session: Session, found: tuple[Happened, ...], other: Beside | None, shown: Measured) -> dict[str, Any]:
    return {
        "counter": shown.counter,
        "basis": shown.basis,
        "events": [_event(record) for record in found],
        "blanked_at_no_recorded_moment": list(unplaced(session)),
        "beside": None if other is None else _other(other),
    }


def _event(record: Happened) -> dict[str, Any]:
    return {
        "nth": record.nth,
        **record.event.model_dump(mode="json", exclude={"kept"}),
        "messages_before": len(record.listed),
        "measured_before": record.before,
        "measured_after": record.after,
        "hid": list(record.of(*GONE)),
        "kept": list(record.of("keep")),
        "blanked": list(record.of("clear")),
        "cut": record.cut,
        "summary": record.summary,
        "summary_sealed": record.sealed,
    }


def _other(found: Beside) -> dict[str, Any]:
    plan = found.plan
    return {
        "nth": found.happened.nth,
        "told": told(found),
        "strategy": plan.strategy,
        "version": plan.version,
        "as_released": plan.as_released,
        "context_window": plan.context_window,
        "cut": found.cut,
        "mode_used": plan.mode_used,
        "error": plan.error,
        "messages_from_recorded_cut": found.shift,
        "tokens_between_cuts": found.shift_tokens,
        "kept_by_both": list(found.both),
        "kept_in_the_record_only": list(found.record_only),
        "kept_by_the_strategy_only": list(found.strategy_only),
        "kept_by_neither": list(found.neither),
        "trigger_fires_after": found.fired,
        "trigger_messages_earlier": found.sooner,
        "recorded_summary": _summary(found.recorded),
        "strategy_summary": _summary(found.written),
        "named_in_both": list(found.shared),
        "named_in_the_record_only": list(found.missing),
        "named_by_the_strategy_only": list(found.added),
    }


def _summary(written: Written | None) -> dict[str, Any] | None:
    if written is None:
        return None
    findings = [finding.model_dump(mode="json", exclude={"spans"}) for finding in written.findings]
    return {"text": written.text, "tokens": written.tokens, "findings": findings}


def _shown(session: Session, found: tuple[Happened, ...], other: Beside | None, shown: Measured) -> str:
    loose = unplaced(session)
    late = f"\n{count(len(loose), 'tool output')} marked as blanked; the file does not say when." if loose else ""
    if other is None:
        return f"The file records no compaction and no clear. The sample already_compacted records two.{late}"
    head = ("event", "kind", "before", "trigger", "recorded", "after", "counted", "after", "hid", "kept", "blanked")
    rows = [head, *(_row(record) for record in found)]
    how = counted_by(shown.counter, shown.basis)
    groups = [
        ("kept by both", other.both),
        ("only in the record", other.record_only),
        (f"only by {other.label}", other.strategy_only),
        ("by neither", other.neither),
    ]
    blocks = [
        f"The file records {count(len(found), 'event')} (tokens before and after; counted: {how}):\n"
        + indented(columns(rows, "rlrlrrrrrrr")),
        filled(f"Event {other.happened.nth}. {told(other)}"),
        "Who keeps which message word for word:\n"
        + indented(columns([(name, f"{len(n):,}", _which(n)) for name, n in groups], "lr")),
        *_summaries(other),
    ]
    return visible("\n\n".join(blocks) + late)


def _row(record: Happened) -> tuple[str, ...]:
    event = record.event
    numbers = (event.tokens_before, event.tokens_after, record.before, record.after)
    many = (len(record.of(*GONE)), len(record.of("keep")), len(record.of("clear")))
    kind = "compaction" if event.kind == "compact" else "clear"
    told = ("?" if number is None else f"{number:,}" for number in numbers)
    why = clipped(event.trigger or "?", 24)
    return (str(record.nth), kind, f"#{event.index}", why, *told, *(f"{n:,}" for n in many))


def _summaries(found: Beside) -> list[str]:
    texts = [
        _text("The recorded summary", found.recorded, "The file holds none that can be read."),
        _text(f"{found.label}'s, offline", found.written, "It summarizes nothing here."),
    ]
    if found.recorded is None or found.written is None:
        return texts
    names = [
        ("both", found.shared),
        ("only the record", found.missing),
        (f"only {found.label}", found.added),
    ]
    rows = [(who, f"{len(said):,}", ", ".join(said[:SHOWN])) for who, said in names]
    return [*texts, "Paths, identifiers and numbers that they name:\n" + indented(columns(rows, "lr"))]


def _text(head: str, written: Written | None, none: str) -> str:
    if written is None:
        return f"{head}: {none}"
    said = "\n".join(f"{finding.severity}: {finding.text}" for finding in written.findings)
    return f"{head} ({count(written.tokens, 'token')}):\n" + indented("\n".join(filter(None, (written.text, said))))


def _which(numbers: tuple[int, ...]) -> str:
    found = runs(numbers)
    more = f" and {count(len(found) - SHOWN, 'more range')}" if len(found) > SHOWN else ""
    return ", ".join(span(start, stop) for start, stop in found[:SHOWN]) + more
