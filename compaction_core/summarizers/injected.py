"""Faults put in on purpose, so that a ladder can be watched at work. Nothing is sent for them, and they say so."""

from collections.abc import Mapping

from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.ladder import FAULTS, Ask, Fault
from compaction_core.summarizers.runs import Answer, ModelSettings, Outcome

__all__ = ["FAULTS", "Fault", "faulty", "injected"]
_OUTCOMES: dict[Fault, Outcome] = {
    "timeout": "timeout",
    "429": "rate_limit",
    "500": "server_error",
    "overflow": "overflow",
    "dropped": "dropped",
    "garbage": "garbage",
    "refusal": "refusal",
    "blank": "ok",
}
_SAID: dict[Fault, str] = {
    "timeout": "no answer within the time allowed",
    "429": "too many requests",
    "500": "the server failed",
    "overflow": "the request is longer than the model's window",
    "dropped": "the answer broke off",
    "garbage": "what came back is no chat completion",
    "refusal": "the model declined",
    "blank": "an answer without visible text",
}


def faulty(ask: Ask, faults: Mapping[int, Fault]) -> Ask:
    """``ask``, except that call number 0, 1, … comes to the fault given for it. One object counts for one ladder.

    ``Ladder.injections`` name a rung and its try instead.
    """
    calls = 0

    def answer(request: SummaryRequest, settings: ModelSettings) -> Answer:
        nonlocal calls
        fault = faults.get(calls)
        calls += 1
        return ask(request, settings) if fault is None else injected(fault, settings)

    return answer


def injected(fault: Fault, settings: ModelSettings) -> Answer:
    """The answer that a fault comes to."""
    return Answer(
        outcome=_OUTCOMES[fault],
        text="## Goals\n- An answer that br" if fault == "dropped" else " \n" if fault == "blank" else "",
        stop_reason="stop" if fault == "blank" else None,
        model=settings.model,
        error=f"Injected: {_SAID[fault]}.",
        origin="injected",
    )
