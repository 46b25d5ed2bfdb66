"""ADK's compaction, step by step: which way is reached, what it takes, whether that is worth a summary.

Source: google-adk 2.13.0, ``apps/compaction.py`` and ``flows/llm_flows/context/_compaction.py``.
"""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.context import Context
from compaction_core.strategies.google_adk import telling, trigger
from compaction_core.strategies.google_adk.choosing import Attempt, Settings, choose
from compaction_core.strategies.google_adk.events import Event, events_of
from compaction_core.strategies.google_adk.selecting import Trigger
from compaction_core.strategies.google_adk.sizes import sizes
from compaction_core.strategies.google_adk.telling import BY_INVOCATIONS, BY_TOKENS, TOKENS, WORTH, amount
from compaction_core.strategies.step import Decision, Step

NOT_SET = "ADK wants token_threshold with event_retention_size, or compaction_interval with overlap_size: set one pair."


def settings(context: Context) -> Settings:
    """The pairs that are switched on. With neither a threshold nor a window, the way by tokens counts as reached."""
    parameters, window = context.parameters, context.context_window
    threshold, retained = parameters.threshold(window), parameters.event_retention_size
    interval = parameters.compaction_interval
    return Settings(
        None if retained is None else (0 if threshold is None else threshold, retained),
        None if interval is None else (interval, parameters.overlap_size),
    )


def steps(context: Context) -> Iterator[Step]:
    """The ways in turn; the last step decides."""
    found = settings(context)
    mode: Trigger = "token_threshold" if found.tokens is not None else "sliding_window"
    if found.tokens is None and found.invocations is None:
        decision = Decision(cut=None, mode_used=mode, error=NOT_SET)
        yield Step(kind="decide", line=BY_TOKENS, text=NOT_SET, decision=decision)
        return
    listed = [(row, context.session.messages[row]) for row in context.rows]
    events = events_of(listed)
    tokens = (trigger.seen(context) or (0,))[-1]
    size = sizes(events, dict(listed))
    tried = choose(events, found, tokens, size)
    yield _start(events, tokens)
    if all(attempt.verdict == "not reached" for attempt in tried):
        yield from _waiting(tried, found, tokens)
        tried = choose(events, found, tokens, size, forced=True)
    for attempt in tried:
        yield from telling.attempt(events, attempt, found, tokens)
    last = tried[-1]
    if last.verdict == "compacts":
        before = f"by tokens: {tried[0].verdict}" if len(tried) > 1 else None
        yield from telling.taken(events, last.found, before)
        return
    text = "No way takes anything: the list stays as it is, and no model is asked."
    yield Step(kind="decide", line=WORTH, text=text, decision=Decision(cut=None, mode_used=mode))


def _start(events: Sequence[Event], tokens: int) -> Step:
    raw = [event for event in events if event.span is None]
    summaries, invocations = len(events) - len(raw), len({event.invocation for event in raw})
    earlier = f" and {amount(summaries, 'earlier compactions')}" if summaries else ""
    return Step(
        kind="start",
        line=TOKENS,
        text=(
            f"{amount(len(raw), 'events')} in {amount(invocations, 'invocations')}{earlier}; ADK sees a prompt of "
            f"{amount(tokens, 'tokens')}."
        ),
        variables={"events": len(raw), "invocations": invocations, "tokens": tokens},
    )


def _waiting(tried: Sequence[Attempt], found: Settings, tokens: int) -> Iterator[Step]:
    """Triggers that are not reached; the plan is made all the same."""
    for attempt in tried:
        if attempt.found.trigger == "token_threshold" and found.tokens is not None:
            line, why = BY_TOKENS, f"{amount(tokens, 'tokens')} are below the threshold of {found.tokens[0]:,}"
        else:
            wanted = 0 if found.invocations is None else found.invocations[0]
            line, why = BY_INVOCATIONS, f"{amount(attempt.found.new, 'new invocations')} of {wanted:,} are there"
        yield Step(
            kind="measure",
            line=line,
            valid=False,
            reason="not reached",
            text=f"{why}: ADK waits. What follows is what it would take now.",
        )
