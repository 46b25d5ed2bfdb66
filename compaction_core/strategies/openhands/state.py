"""From a session to OpenHands' view of it: which events there are, what they count, and what limits hold."""

from collections.abc import Sequence
from itertools import accumulate

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import overhead
from compaction_core.strategies.openhands.choose import Settings
from compaction_core.strategies.openhands.events import Event, events_of
from compaction_core.strategies.openhands.parameters import OpenHandsParameters
from compaction_core.strategies.openhands.view import enforced
from compaction_core.tokens import counters


def log(messages: Sequence[Message], start: int, end: int) -> list[Event]:
    """The events of messages[start:end], behind the first system prompt before ``end``."""
    rows = (row for row in range(start, end) if not messages[row].is_prompt)
    return events_of(messages, rows, next((row for row in range(end) if messages[row].is_prompt), None))


def counted(context: Context) -> tuple[list[Event], int]:
    """The log with tokens; the number is those of prompt and tools where no event stands for them."""
    events = log(context.session.messages, context.start, context.end)
    system = overhead(context)
    sizes = _sizes(context, events)
    found = [
        Event(*event[:-1], system if event.type == "system" else size)
        for event, size in zip(events, sizes, strict=True)
    ]
    return found, 0 if any(event.type == "system" for event in events) else system


def viewed(context: Context) -> tuple[list[Event], list[Event], int]:
    """The log, the view, and tokens that stand in no event."""
    events, extra = counted(context)
    return events, enforced(events, events), extra


def settings_of(parameters: OpenHandsParameters, context_window: int | None) -> Settings:
    """The stricter of the condenser's own limit and the model's."""
    limits = [limit for limit in (parameters.max_tokens, context_window) if limit is not None]
    return Settings(
        parameters.max_size, parameters.keep_first, parameters.minimum_progress, min(limits, default=None)
    )  # fmt: skip


def _sizes(context: Context, events: Sequence[Event]) -> list[int]:
    """Tokens of each event: a message's go to its first one, without those of its later calls."""
    counts, messages = context.measured.counts, context.session.messages
    name = context.measured.counter
    counter = counters.get(name) if name in counters.names() else None
    found: list[int] = []
    first = 0
    for place, event in enumerate(events):
        row = event.message or 0
        if not event.call:
            first = place
            found.append(counts[row])
            continue
        size = 0 if counter is None else counter.tokens(counter.units(messages[row].calls[event.call]))
        size = min(size, found[first])
        found[first] -= size
        found.append(size)
    return found


def growing(context: Context) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Events and tokens in the view after each planned message, calls and results counted once both are there."""
    _, seen, extra = viewed(context)
    events, tokens = [0] * (context.end - context.start), [0] * (context.end - context.start)
    before = 0
    for event in seen:
        row = event.message or 0
        if event.type == "system" and row < context.start:
            before, extra = before + 1, extra + event.tokens
            continue
        events[row - context.start] += 1
        tokens[row - context.start] += event.tokens
    return tuple(accumulate(events, initial=before))[1:], tuple(accumulate(tokens, initial=extra))[1:]
