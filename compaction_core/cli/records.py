"""The records as the JSON objects that the commands print."""

from typing import Any

from compaction_core.compaction import Compaction
from compaction_core.openai_messages import to_dicts
from compaction_core.samples import samples
from compaction_core.session import Session
from compaction_core.strategies import Plan, Strategy, strategies
from compaction_core.tokens import Measured
from compaction_core.watching import Watch


def loaded(session: Session, measured: Measured, conversations: int, *, full: bool) -> dict[str, Any]:
    """What a session holds; with ``full``, its messages too. Tokens do not include the tool schemas."""
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
        "conversations": conversations,
        "threads": len(session.threads),
        "orphan_results": list(session.orphans),
        "unanswered_calls": [{"message": index, "call_id": call} for index, call in session.unanswered],
        "warnings": integrity.pop("warnings"),
        "integrity": integrity,
    }
    if full:
        value["message_list"] = to_dicts(session.messages)
    return value


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
            "fired": seen.fired,
            "peak": seen.peak,
            "largest_firing_window": seen.largest_firing_window,
        },
    }


def compacted(compaction: Compaction, seen: Watch) -> dict[str, Any]:
    """The plan, and what came of it."""
    ledger = compaction.ledger
    return {
        **planned(compaction.plan, seen),
        "tokens_before": compaction.tokens_before,
        "tokens_after": compaction.tokens_after,
        "view": compaction.to_messages(),
        "summary": compaction.summary.model_dump(mode="json"),
        "wrapper": compaction.wrapper.model_dump(mode="json"),
        "ledger": {
            **ledger.model_dump(mode="json"),
            "overhead": ledger.overhead,
            "context_before": ledger.context_before,
            "context_after": ledger.context_after,
            "free": ledger.free,
        },
    }


def strategy_list() -> dict[str, Any]:
    """Every strategy with its settings."""
    return {"strategies": [_strategy(strategy) for strategy in strategies]}


def _strategy(strategy: Strategy) -> dict[str, Any]:
    schema = strategy.parameters.model_json_schema()
    return {
        "name": strategy.name,
        "label": strategy.label,
        "version": strategy.version,
        "date": strategy.date,
        "source": strategy.source,
        "counter": strategy.counter,
        "listing": list(strategy.listing),
        "settings": schema["properties"],
    }


def sample_list() -> dict[str, Any]:
    """Every bundled session, what it teaches, and the window it is best opened with."""
    fields = {"name", "title", "teaches", "context_window"}
    return {"samples": [sample.model_dump(mode="json", include=fields) for sample in samples()]}
