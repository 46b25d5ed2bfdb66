"""The records as the JSON objects that the commands print."""

from collections.abc import Sequence
from typing import Any

from compaction_core.compaction import Compaction, Ledger
from compaction_core.importers import importers
from compaction_core.openai_messages import to_dicts
from compaction_core.report.integrity import facts as found_in
from compaction_core.report.integrity import reading
from compaction_core.samples import samples
from compaction_core.session import Session
from compaction_core.strategies import Plan, Strategy, strategies
from compaction_core.tokens import Measured
from compaction_core.watching import Watch


def loaded(
    session: Session, measured: Measured, conversation: int, conversations: int, *, full: bool
) -> dict[str, Any]:
    """What a session holds, and which one of how many it is; with ``full``, its messages too.

    Tokens do not include the tool schemas.
    """
    facts = session.model_dump(mode="json", exclude={"messages", "threads", "tools", "integrity"})
    integrity = session.integrity.model_dump(mode="json")
    value = {
        **facts,
        "messages": len(session.messages),
        "tokens": measured.total,
        "by_category": dict(measured.by_category()),
        "tool_schema_tokens": measured.tools,
        "counter": measured.counter,
        "basis": measured.basis,
        "digest": session.digest,
        "conversation": conversation,
        "conversations": conversations,
        "threads": len(session.threads),
        "orphan_results": list(session.orphans),
        "unanswered_calls": [{"message": index, "call_id": call} for index, call in session.unanswered],
        "warnings": integrity.pop("warnings"),
        "integrity": {
            **integrity,
            "reading": reading(session),
            "found": [fact.model_dump(mode="json") for fact in found_in(session)],
        },
    }
    if full:
        value["message_list"] = to_dicts(session.messages)
    return value


def conversations(sessions: Sequence[Session]) -> dict[str, Any]:
    """Every conversation of a file, by its number."""
    rows = [
        {"conversation": number, "title": each.title, "messages": len(each.messages)}
        for number, each in enumerate(sessions)
    ]
    return {"conversations": rows}


def format_list() -> dict[str, Any]:
    """Every transcript format."""
    return {"formats": [{"name": each.name, "label": each.label} for each in importers]}


def planned(plan: Plan, seen: Watch) -> dict[str, Any]:
    """A plan with what was read from its steps, and when the trigger fires."""
    return {
        **plan.model_dump(mode="json", exclude={"steps"}),
        "cut": plan.cut,
        "mode_used": plan.mode_used,
        "fallback_reason": plan.fallback_reason,
        "error": plan.error,
        "fates": list(plan.fates),
        "steps": [step.model_dump(mode="json") for step in plan.steps],
        "trigger": {
            "threshold": seen.threshold,
            "unit": seen.unit,
            "fired": seen.fired,
            "peak": seen.peak,
            "largest_firing_window": seen.largest_firing_window,
        },
    }


def compacted(passes: Sequence[Compaction], seen: Watch) -> dict[str, Any]:
    """The plan, and what came of it.

    Where the system makes several passes, ``view``, ``tokens_after``, ``summary`` and ``wrapper`` are the last one's,
    and ``ledger`` goes from before the first to after the last; ``passes`` holds each, a later one numbered by its
    places in the list that the pass before it left.
    """
    first, last = passes[0], passes[-1]
    ledger = first.ledger.model_copy(update={"summary": last.ledger.summary, "kept": last.ledger.kept})
    return {
        **planned(first.plan, seen),
        "tokens_before": first.tokens_before,
        "tokens_after": last.tokens_after,
        "view": last.to_messages(),
        "view_origins": [entry.model_dump(mode="json", exclude={"message"}) for entry in last.view],
        "summary": last.summary.model_dump(mode="json"),
        "wrapper": last.wrapper.model_dump(mode="json"),
        "ledger": _ledger(ledger),
        "passes": [_pass(each) for each in passes],
    }


def _pass(made: Compaction) -> dict[str, Any]:
    """One pass without its messages."""
    return {
        "cut": made.plan.cut,
        "mode_used": made.plan.mode_used,
        "fates": list(made.plan.fates),
        "steps": [step.model_dump(mode="json") for step in made.plan.steps],
        "tokens_before": made.tokens_before,
        "tokens_after": made.tokens_after,
        "messages_after": len(made.view),
        "estimated_after": made.estimated_after,
        "summary": made.summary.model_dump(mode="json"),
        "ledger": _ledger(made.ledger),
    }


def _ledger(ledger: Ledger) -> dict[str, Any]:
    return {
        **ledger.model_dump(mode="json"),
        "overhead": ledger.overhead,
        "context_before": ledger.context_before,
        "context_after": ledger.context_after,
        "free": ledger.free,
    }


def strategy_list() -> dict[str, Any]:
    """Every strategy with its settings."""
    return {"strategies": [_strategy(strategy) for strategy in strategies]}


def _strategy(strategy: Strategy) -> dict[str, Any]:
    schema = strategy.parameters.model_json_schema()
    return {
        "name": strategy.name,
        "label": strategy.label,
        "family": strategy.family,
        "version": strategy.version,
        "date": strategy.date,
        "source": strategy.source,
        "evidence": strategy.evidence,
        "counter": strategy.counter,
        "unit": strategy.unit,
        "listing": list(strategy.listing),
        "settings": schema["properties"],
    }


def sample_list() -> dict[str, Any]:
    """Every bundled session, what it teaches, and the window it is best opened with."""
    fields = {"name", "title", "teaches", "context_window"}
    return {"samples": [sample.model_dump(mode="json", include=fields) for sample in samples()]}
