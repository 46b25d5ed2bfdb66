"""The condenser told step by step. The numbers come from ``choose`` and ``condense``."""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.context import Context
from compaction_core.strategies.openhands.choice_steps import chosen
from compaction_core.strategies.openhands.choose import HARD, Reason, Settings, protected, reasons
from compaction_core.strategies.openhands.condense import Outcome, condense
from compaction_core.strategies.openhands.events import Event
from compaction_core.strategies.openhands.listing import (
    ASK,
    FORGET,
    HARD_RESET,
    MODE,
    PLACE,
    REASONS,
    RESET,
    SOFT,
    VIEW,
)
from compaction_core.strategies.openhands.preview import preview
from compaction_core.strategies.openhands.state import settings_of, viewed
from compaction_core.strategies.step import Decision, Rejected, Scalar, Step, effects
from compaction_core.turns import runs
from compaction_core.words import count


def steps(context: Context) -> Iterator[Step]:
    """View, reasons, range, fates; the last step decides."""
    parameters = context.parameters
    settings = settings_of(parameters, context.context_window)
    log, view, extra = viewed(context)
    found = reasons(view, settings, parameters.condensation_request, extra)
    why: tuple[Reason, ...] = found or ("request",)
    total = sum(event.tokens for event in view) + extra
    yield _start(view, total, settings)
    if not found and protected(view) >= len(view):
        yield Step(kind="decide", line=VIEW, text="There is no event to forget.", decision=_decision(None, MODE))
        return
    dropped = _missing(log, view)
    if dropped:
        yield _dropped(dropped, len(log) - len(view))
    yield _reasons(found, why, len(view), total, settings)
    done = condense(
        view, settings, why, parameters.summarizer_failures, parameters.hard_context_reset_max_retries, extra
    )  # fmt: skip
    if done.choice is not None:
        yield from chosen(view, done.choice, settings, extra)
    if done.failure is not None:
        yield _refused(done)
    if not done.forgets:
        yield _nothing(done)
        return
    yield from _end(context, view, done, dropped, extra)


def _start(view: Sequence[Event], total: int, settings: Settings) -> Step:
    limit = settings.max_tokens
    calls = sum(event.type == "action" for event in view)
    return Step(
        kind="start",
        line=VIEW,
        goal=None if limit is None else limit // 2,
        text=(
            f"In the view: {count(len(view), 'event')} with {total:,} tokens, {calls:,} of them calls; allowed are at "
            f"most {count(settings.max_size, 'event')}{'' if limit is None else ' and ' + count(limit, 'token')}."
        ),
        variables={"events": len(view), "tokens": total, "max_size": settings.max_size, "max_tokens": limit},
    )


def _missing(log: Sequence[Event], view: Sequence[Event]) -> list[int]:
    """Messages of which no event stands in the view."""
    here = {event.message for event in view}
    return sorted({event.message for event in log if event.message is not None and event.message not in here})


def _dropped(rows: Sequence[int], events: int) -> Step:
    why = "a call without a result, a result without a call or a second one, or the rest of such an answer"
    return Step(
        kind="candidate",
        line=VIEW,
        valid=False,
        reason=why,
        rejected=tuple(Rejected(start=start, stop=stop, reason=why) for start, stop in runs(rows))[:100],
        text=f"Never seen by the model: {count(events, 'event')} of {count(len(rows))} (first #{rows[0]}), {why}.",
    )


def _reasons(found: Sequence[Reason], why: Sequence[Reason], size: int, total: int, settings: Settings) -> Step:
    told: dict[Reason, str] = {
        "request": "it is asked for",
        "tokens": f"{total:,} tokens are more than {settings.max_tokens or 0:,}",
        "events": f"{size:,} events are more than {settings.max_size:,}",
    }
    hard = any(reason in HARD for reason in why)
    text = " and ".join(told[reason] for reason in found)
    if not found:
        text = "no limit is exceeded, so this plan supposes that a condensation is asked for"
    need = "It must come about" if hard else "If it cannot, the agent goes on as before"
    return Step(
        kind="measure",
        line=REASONS,
        valid=bool(found),
        text=f"{text[0].upper()}{text[1:]}. {need}.",
        variables={"reasons": ", ".join(why), "hard": hard},
    )


def _refused(done: Outcome) -> Step:
    reset = done.way in ("hard_reset", "failed")
    text = f"Not available: {done.failure}. "
    if done.way == "failed":
        text += "The hard reset gets no summary either."
    else:
        text += (
            "Everything behind the system prompt is summarized instead." if reset else "The agent goes on as before."
        )
    return Step(kind="fallback", line=HARD_RESET if reset else SOFT, reason=done.failure, text=text)


def _nothing(done: Outcome) -> Step:
    """Nothing is forgotten; an error where the release raises one."""
    if done.way == "failed":
        why = f"OpenHands gives up: {done.failure}."
        return Step(kind="decide", line=HARD_RESET, text=why, decision=_decision(None, RESET, error=why))
    return Step(kind="decide", line=SOFT, text="Every event stays.", decision=_decision(None, MODE))


def _decision(cut: int | None, mode: str, reason: str | None = None, error: str | None = None) -> Decision:
    return Decision(cut=cut, mode_used=mode, fallback_reason=reason, error=error)


def _end(context: Context, view: Sequence[Event], done: Outcome, dropped: Sequence[int], extra: int) -> Iterator[Step]:
    """What the summarizer reads, what goes, and the decision. A legal cut never parts the events of one message."""
    messages, gone = context.session.messages, view[done.start : done.end]
    rows = sorted({event.message for event in gone if event.message is not None})
    shown = [preview(event, messages[event.message or 0]) for event in gone]
    lost = sum(one.dropped for one in shown)
    values: dict[str, Scalar] = {
        "start": done.start,
        "end": done.end,
        "forgotten": len(gone),
        "reset_requests": done.attempts,
    }
    yield Step(
        kind="measure",
        line=ASK if done.way == "condensed" else HARD_RESET,
        text=(
            f"The summarizer reads a preview of at most 500 characters per event and no arguments of calls: "
            f"{lost:,} characters of texts and results are left out"
            + (f"; request {done.attempts:,} of the hard reset cuts the longest further." if done.attempts > 1 else ".")
        ),
        variables=dict(values),
    )
    missing = [row for row in dropped if not messages[row].is_prompt]
    yield Step(
        kind="apply",
        line=FORGET if done.way == "condensed" else HARD_RESET,
        effects=(*effects(rows, "summarize"), *effects(missing, "drop")),
        text=(
            f"{count(len(gone), 'event')} of {count(len(rows))} with {sum(event.tokens for event in gone):,} tokens "
            f"{'is' if len(gone) == 1 else 'are'} forgotten."
        ),
    )
    kept = sum(event.tokens for event in (*view[: done.start], *view[done.end :])) + extra
    after = view[done.end].message if done.end < len(view) else None
    yield Step(
        kind="decide",
        line=PLACE,
        candidate=after,
        kept_tokens=kept,
        text=(
            f"The summary stands as event {done.start:,}, as a user message without any label; "
            f"{count(len(view) - len(gone), 'event')} with {kept:,} tokens stay."
        ),
        variables=values,
        decision=_decision(
            context.end if after is None else after, MODE if done.way == "condensed" else RESET, done.failure
        ),
    )
