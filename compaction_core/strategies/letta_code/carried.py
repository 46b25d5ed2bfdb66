"""A whole compaction as the release carries it out: settings, plan, summary with its ladder, and the second pass.

Source: local-backend.ts:193-209, 743-939; compaction.ts:494-540 (0.30.29). The summarizer is a function, so that a
model, a script or a test can stand behind it. Nothing is changed when it fails: the messages stay as they were.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import Field

from compaction_core.js import utf16_length
from compaction_core.session import Message, Record, Session
from compaction_core.strategies.base import Strategy, strategies
from compaction_core.strategies.letta_code import alert
from compaction_core.strategies.letta_code.ladder import rungs
from compaction_core.strategies.letta_code.parameters import CLIP_CHARS, LettaCodeParameters
from compaction_core.strategies.planner import context_of, plan_context
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import Summary, SummaryRequest, clipped
from compaction_core.tokens import measure

MODES = ("sliding_window", "all")
NOTHING_YET = "There is nothing to summarize yet: the conversation is empty."
Failure = Literal["unsupported_mode", "overflow", "error"]


class Reply(Record):
    """What the summarizer gave back: a text (also an empty one counts), or why it did not."""

    text: str = ""
    failure: Literal["overflow", "error"] | None = None


Summarize = Callable[[SummaryRequest], Reply]


class Carried(Record):
    """What came of it. ``kept`` are the numbers of the original messages that are still in the list."""

    error: Failure | None
    requests: tuple[SummaryRequest, ...]
    """Every request that was sent, in order."""
    events: tuple[Literal["start", "end"], ...]
    messages: tuple[Message, ...]
    kept: tuple[int, ...]
    summary: Summary | None = None
    plan: Plan | None = None
    """The plan of the pass that was stored."""
    stats: dict[str, Any] = Field(default_factory=dict)


def settings(agent: Mapping[str, Any], request: Mapping[str, Any]) -> LettaCodeParameters | None:
    """The request's settings over the agent's; None for a mode the local backend does not have.

    A request that changes the mode without a prompt of its own drops the agent's prompt. A ratio that is no number
    counts as not given; a clip limit of null means no limit, one that is not given the default.
    """
    merged = {**agent, **request}
    mode = merged.get("mode") or "sliding_window"
    if mode not in MODES:
        return None
    changed = "mode" in request and request["mode"] != agent.get("mode", "sliding_window")
    prompt = None if changed and "prompt" not in request else merged.get("prompt")
    ratio = merged.get("sliding_window_percentage")
    number = ratio if isinstance(ratio, int | float) and not isinstance(ratio, bool) else None
    return LettaCodeParameters(
        mode=mode,
        prompt=prompt,
        sliding_window_percentage=number,
        clip_chars=merged.get("clip_chars", CLIP_CHARS),
    )


def carry_out(
    session: Session,
    context_window: int | None,
    parameters: LettaCodeParameters | None,
    summarize: Summarize,
    trigger: str = "manual",
) -> Carried:
    """Compact the whole session. ``parameters=None`` stands for a mode that does not exist."""
    numbers = tuple(range(len(session.messages)))
    nothing = Carried(
        error=None, requests=(), events=("start",), messages=session.messages, kept=numbers
    )  # fmt: skip
    if parameters is None:
        return nothing.model_copy(update={"error": "unsupported_mode"})
    first = _pass(session, numbers, context_window, parameters, summarize, trigger)
    done = first
    if _overfull(first, context_window):
        everything = parameters.model_copy(update={"mode": "all", "prompt": None})
        again = session.model_copy(update={"messages": first.messages, "compactions": ()})
        done = _pass(again, (-1, *first.kept), context_window, everything, summarize, trigger)
    requests = first.requests if done is first else (*first.requests, *done.requests)
    if done.error is not None:
        return nothing.model_copy(update={"error": done.error, "requests": requests})
    return done.model_copy(update={"requests": requests})


def _overfull(done: Carried, context_window: int | None) -> bool:
    """A sliding window whose result still fills the planner's window is summarized once more, whole."""
    sliding = done.plan is not None and done.plan.mode_used == "sliding_window"
    after: int = done.stats.get("context_tokens_after", 0)
    return sliding and context_window is not None and after >= context_window


def _pass(
    session: Session,
    numbers: tuple[int, ...],
    context_window: int | None,
    parameters: LettaCodeParameters,
    summarize: Summarize,
    trigger: str,
) -> Carried:
    """Plan, summarize, store. ``numbers`` are the original numbers of the session's messages, -1 for a summary."""
    strategy: Strategy = strategies.get("letta-code")
    measured = measure(session, strategy.counter)
    plan = plan_context(strategy, context_of(session, measured, context_window, parameters))
    request = strategy.request(session, parameters, plan)
    sent: list[SummaryRequest] = []
    reply = Reply(text=NOTHING_YET) if not session.messages else _asked(request, summarize, sent)
    stay = plan.indexes("keep")
    failed = Carried(error=reply.failure, requests=tuple(sent), events=("start",), messages=(), kept=())
    if reply.failure is not None:
        return failed
    summary = clipped(Summary(text=reply.text, summarizer="given", basis="given"), request.clip_chars)
    told = alert.message(alert.wrapper(plan), summary, plan, session, trigger)
    return failed.model_copy(
        update={
            "events": ("start", "end"),
            "messages": (told, *(session.messages[i] for i in stay)),
            "kept": tuple(numbers[i] for i in stay if numbers[i] >= 0),
            "summary": summary,
            "plan": plan,
            "stats": alert.stats(plan, summary, trigger) | {"summary_chars": utf16_length(summary.text)},
        }
    )


def _asked(request: SummaryRequest, summarize: Summarize, sent: list[SummaryRequest]) -> Reply:
    """Go down the ladder while the text is too long; the last overflow stands if every rung is."""
    reply = Reply(failure="overflow")
    for smaller in rungs(request):
        sent.append(smaller)
        reply = summarize(smaller)
        if reply.failure != "overflow":
            break
    return reply
