"""When opencode compacts: when the usage that the provider reported for a finished step reaches the line.

The usage of a step knows nothing of the tool results that came after it, so a huge result is noticed one step late.
Nothing is estimated; where a file reports no usage, our own count stands in so that there is a curve to look at.
"""

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import overhead
from compaction_core.strategies.opencode import limits
from compaction_core.strategies.opencode.generations import Generation


def watched(context: Context, generation: Generation) -> tuple[int, ...]:
    """The last finished answer's usage at each message, and what was counted where none is reported."""
    counts = context.measured.counts
    seen: list[int] = []
    total = shown = overhead(context)
    newest: float | None = None
    for index, message in enumerate(context.messages, context.start):
        if not message.is_prompt:
            total += counts[index]
        if message.summary is not None:
            newest, shown = message.timestamp, total
        elif message.role == "assistant":
            usage = message.usage
            stale = newest is not None and message.timestamp is not None and message.timestamp <= newest
            if usage is not None and usage.total > 0 and not stale:
                parts = (usage.input, usage.output, usage.cache_read, usage.cache_write)
                total = limits.count(generation, usage.total, *parts)
            shown = total
        seen.append(shown)
    return tuple(seen)


def looks(context: Context) -> tuple[bool, ...]:
    """After each step of the model: an answer, or the last result of its calls. Never after a summary."""
    messages = context.messages
    following: list[Message | None] = [*messages[1:], None]
    answered = False
    found: list[bool] = []
    for message, after in zip(messages, following, strict=True):
        if message.role != "tool":
            answered = message.role == "assistant" and message.summary is None
        waits = after is None and bool(message.calls)
        found.append(answered and not waits and (after is None or after.role != "tool"))
    return tuple(found)
