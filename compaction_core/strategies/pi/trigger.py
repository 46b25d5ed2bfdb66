"""When pi compacts: strictly above window − reserve, looked at when the agent has ended its turn.

Source: pi-coding-agent 0.73.1, agent-session.js and compaction.js. It looks again before the next prompt, at the same
answer; so nothing is looked at while a turn goes on. An answer that was broken off, or that is not newer than the last
compaction, is not looked at.
"""

from collections.abc import Sequence

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import after_turns


def threshold(context_window: int, reserve_tokens: int) -> int:
    """Tokens that must be exceeded; below 0 where the reserve is larger than the window.

    >>> threshold(200_000, 16_384), threshold(8_192, 16_384)
    (183616, -8192)
    """
    return context_window - reserve_tokens


def should_compact(tokens: int, context_window: int, reserve_tokens: int) -> bool:
    """Strictly more than the threshold."""
    return tokens > threshold(context_window, reserve_tokens)


def context_tokens(messages: Sequence[Message], tokens: Sequence[int]) -> int:
    """The context in tokens: what the last whole answer reported plus an estimate of what came later.

    Without a report it is the sum of the estimates.
    """
    later = 0
    for message, size in zip(reversed(messages), reversed(tokens), strict=True):
        whole = message.role == "assistant" and message.stop_reason not in ("aborted", "error")
        if whole and message.usage is not None and message.usage.total > 0:
            return later + message.usage.total
        later += size
    return later


def looks(context: Context) -> tuple[bool, ...]:
    """For each planned message, whether it is an answer that pi looks at."""
    found: list[bool] = []
    newest: float | None = None
    for message, ends in zip(context.messages, after_turns(context), strict=True):
        if message.summary is not None and message.timestamp is not None:
            newest = message.timestamp
        stale = newest is not None and message.timestamp is not None and message.timestamp <= newest
        found.append(ends and not stale and message.stop_reason != "aborted")
    return tuple(found)
