"""What LangChain's ways count as the list grows."""

from collections.abc import Sequence
from itertools import accumulate

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.langchain.counting import said, scaled


def plain(context: Context) -> tuple[int, ...]:
    """The sum of the list, without system prompt and tools; one entry per planned message."""
    counts, messages = context.measured.counts, context.session.messages
    sizes = (0 if messages[i].is_prompt else counts[i] for i in range(context.start, context.end))
    return tuple(accumulate(sizes))


def watched(context: Context) -> tuple[int, ...]:
    """The scaled sum, or what the newest answer reports if that is more; one entry per planned message."""
    messages: Sequence[Message] = [context.session.messages[row] for row in context.rows]
    totals = scaled([context.measured.counts[row] for row in context.rows], said(context, messages))
    seen: list[int] = []
    place = usage = 0
    for message in context.messages:
        if not message.is_prompt:
            place += 1
            if message.role == "assistant":
                usage = 0 if message.usage is None else message.usage.total
        seen.append(max(totals[place], usage))
    return tuple(seen)
