"""What ADK sees before a call of the model and after an invocation.

Source: google-adk 2.13.0, ``apps/compaction.py``: the prompt tokens that a provider last reported behind the latest
compaction, else a quarter of the characters of what would be sent; no instructions and tools in it.
"""

from collections.abc import Iterator

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.google_adk.events import events_of
from compaction_core.strategies.growth import after_turns, before_calls
from compaction_core.tokens import counters

NAME = "google-adk"


def seen(context: Context) -> tuple[int, ...]:
    """Prompt tokens after each planned message."""
    total, known, found = 0, None, []
    own, counter = context.measured.counter == NAME, counters.get(NAME)
    for message, amount in _amounts(context):
        if message.summary is not None:
            known = None
        elif message.usage is not None and message.usage.context > 0:
            known = message.usage.context
        total += amount
        estimate = counter.tokens(total) if own else total
        found.append(estimate if known is None else known)
    return tuple(found)


def new_invocations(context: Context) -> tuple[int, ...]:
    """Invocations with an event behind the latest compaction, after each planned message."""
    messages = context.session.messages
    events = {event.message: event for event in events_of([(row, messages[row]) for row in context.rows])}
    new: set[int] = set()
    found = []
    for index in range(context.start, context.end):
        event = events.get(index)
        if event is not None and event.span is not None:
            new.clear()
        elif event is not None:
            new.add(event.invocation)
        found.append(len(new))
    return tuple(found)


def looks(context: Context, by_tokens: bool) -> tuple[bool, ...]:
    """After every invocation; for the way by tokens before every call too."""
    ends = after_turns(context)
    if not by_tokens:
        return ends
    return tuple(end or call for end, call in zip(ends, before_calls(context), strict=True))


def _amounts(context: Context) -> Iterator[tuple[Message, int]]:
    """Each planned message with its characters, or its tokens by another counter; a system prompt with none."""
    counter = counters.get(NAME)
    own, counts = context.measured.counter == NAME, context.measured.counts
    for index, message in enumerate(context.messages, start=context.start):
        if message.is_prompt:
            yield message, 0
        elif own:
            named = len(message.name or "") if message.role == "tool" else 0
            yield message, named + sum(map(counter.units, message.parts))
        else:
            yield message, counts[index]
