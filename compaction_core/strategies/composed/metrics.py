"""What a trigger's line compares: one number for each planned message, as the list grows."""

import math
from collections.abc import Sequence
from itertools import accumulate

from compaction_core.session import Message, Session, Text
from compaction_core.strategies.composed.axes.trigger import (
    Conversation,
    Counted,
    Estimator,
    Items,
    Metric,
    Request,
    ToolUses,
    Usage,
)
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import overhead as each_by_itself
from compaction_core.strategies.growth import prompted, reported
from compaction_core.tokens import counters

LEAST, MOST = 1.0, 1.25
"""What a scale is held between."""


def metric(context: Context, wanted: Metric, estimator: Estimator) -> tuple[int, ...]:
    """The numbers of one metric."""
    based = _based(context, estimator)
    match wanted:
        case Usage():
            return _strict(based) if wanted.strict else reported(based)
        case Request():
            return prompted(based)
        case Counted():
            base = overhead(context, estimator)
            return tuple(base + total for total in _totals(context, estimator))
        case Conversation():
            totals = _totals(context, estimator)
            return _or_reported(context.messages, totals) if wanted.or_reported else totals
        case Items():
            return _items(context.messages, merged=estimator.unit == "api_message")
        case ToolUses():
            return tuple(accumulate(len(message.calls) for message in context.messages))


def overhead(context: Context, estimator: Estimator) -> int:
    """Tokens of system prompt and tools: as typed in, else as the file has them."""
    if context.overhead is not None or not estimator.prompts_joined:
        return each_by_itself(context)
    return _joined(context.session, context.measured.counter) + context.measured.tools


def _joined(session: Session, counter: str) -> int:
    text = "".join(message.text for message in session.messages if message.is_prompt)
    if counter not in counters.names() or not text:
        return 0
    chosen = counters.get(counter)
    return chosen.tokens(chosen.units(Text(text=text)))


def _based(context: Context, estimator: Estimator) -> Context:
    """The context with its overhead in place, counted as the estimator counts prompts."""
    return Context(
        context.session,
        context.start,
        context.end,
        context.measured,
        context.context_window,
        context.parameters,
        overhead(context, estimator),
    )


def scaled(counts: Sequence[int], messages: Sequence[Message]) -> list[int]:
    """Tokens of the first 0, 1, … n messages, scaled up to the last total that was reported, in O(n).

    The scale is that total over the estimate of the list up to it; a list of one message is not scaled.
    """
    found, total, factor = [0], 0, 1.0
    for size, message in zip(counts, messages, strict=True):
        total += size
        if message.role == "assistant" and message.usage is not None:
            factor = min(MOST, max(LEAST, message.usage.total / total)) if total > 0 else 1.0
        found.append(total if len(found) == 1 or factor == 1.0 else math.ceil(total * factor))
    return found


def _totals(context: Context, estimator: Estimator) -> tuple[int, ...]:
    """Tokens of the messages so far, without prompts; one entry per planned message."""
    messages, counts, rows = context.session.messages, context.measured.counts, context.rows
    if estimator.scaled:
        sums = scaled([counts[row] for row in rows], [messages[row] for row in rows])
    else:
        sums = [0, *accumulate(counts[row] for row in rows)]
    places = accumulate(int(not message.is_prompt) for message in context.messages)
    return tuple(sums[place] for place in places)


def _or_reported(messages: Sequence[Message], totals: Sequence[int]) -> tuple[int, ...]:
    seen, usage = [], 0
    for message, total in zip(messages, totals, strict=True):
        if message.role == "assistant":
            usage = 0 if message.usage is None else message.usage.total
        seen.append(max(total, usage))
    return tuple(seen)


def _items(messages: Sequence[Message], merged: bool) -> tuple[int, ...]:
    """Messages so far, prompts left out; ``merged``: results that follow each other are one."""
    found, number, last = [], 0, ""
    for message in messages:
        if not message.is_prompt:
            number += not (merged and message.role == last == "tool")
            last = message.role
        found.append(number)
    return tuple(found)


def _strict(context: Context) -> tuple[int, ...]:
    """The newest whole answer's report that is newer than the newest summary, and an estimate of what came later."""
    messages, counts = context.messages, context.measured.counts[context.start : context.end]
    base, total, newest = context.overhead or 0, context.overhead or 0, None
    anchors: list[int] = []
    seen: list[int] = []
    for index, message in enumerate(messages):
        if message.summary is not None and message.timestamp is not None and (newest or 0.0) <= message.timestamp:
            newest = message.timestamp
            anchors = [i for i in anchors if _counts(messages[i], newest)]
            last = anchors[-1] if anchors else -1
            usage = messages[last].usage if anchors else None
            later = sum(counts[i] for i in range(last + 1, index + 1) if not messages[i].is_prompt)
            total = later + (base if usage is None else usage.total)
        elif _counts(message, newest):
            anchors.append(index)
            total = 0 if message.usage is None else message.usage.total
        elif not message.is_prompt:
            total += counts[index]
        seen.append(total)
    return tuple(seen)


def _counts(message: Message, newest: float | None) -> bool:
    """Whether this answer's report counts beside a summary of the time ``newest``."""
    if message.role != "assistant" or message.usage is None or message.usage.total <= 0:
        return False
    if message.stop_reason in ("aborted", "error"):
        return False
    return newest is None or message.timestamp is None or message.timestamp > newest
