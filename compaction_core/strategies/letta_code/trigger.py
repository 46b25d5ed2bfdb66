"""When Letta Code compacts: the threshold, and the context size that it believes in.

Source: provider-turn-executor.ts:33-34, 190-207, 240-259; local-context-estimate.ts:164-193 (0.30.29).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from compaction_core.js import utf16_length
from compaction_core.session import Message, Session
from compaction_core.strategies.context import Context

LARGEST_RESERVE = 16_384
RESERVE_SHARE = 0.2


def threshold(context_window: float | None) -> int | None:
    """Tokens above which the context is compacted; None where the window is unknown or no size.

    >>> threshold(200_000), threshold(128_000), threshold(1000)
    (183616, 111616, 800)
    """
    if context_window is None or not math.isfinite(context_window) or context_window <= 0:
        return None
    window = math.floor(context_window)
    return window - reserve(window)


def reserve(window: int) -> int:
    """Tokens held back for the answer: a fifth of the window, at most 16,384, at least 1."""
    return min(LARGEST_RESERVE, max(1, math.floor(RESERVE_SHARE * window)))


@dataclass(frozen=True)
class ContextEstimate:
    """The context in tokens: what the provider last reported, plus an estimate of what came later."""

    usage_tokens: int
    trailing_tokens: int
    last_usage_index: int | None

    @property
    def tokens(self) -> int:
        """Reported and estimated together."""
        return self.usage_tokens + self.trailing_tokens


def context_estimate(messages: Sequence[Message], tokens: Sequence[int], overhead: int = 0) -> ContextEstimate:
    """The context of a list of messages whose estimates are ``tokens``.

    The newest answer with a positive provider usage is the anchor, unless it was cut short or is not newer than
    the newest summary. Without one, everything is estimated and the ``overhead`` of prompt and tools is added.
    """
    newest = newest_summary(messages)
    anchor = next((i for i in reversed(range(len(messages))) if is_anchor(messages[i], newest)), None)
    if anchor is None:
        return ContextEstimate(0, sum(tokens) + overhead, None)
    usage = messages[anchor].usage
    return ContextEstimate(usage.total if usage else 0, sum(tokens[anchor + 1 :]), anchor)


def is_anchor(message: Message, newest: float | None) -> bool:
    """Whether this message's usage counts, the newest summary being of time ``newest``."""
    if message.role != "assistant" or message.usage is None or message.usage.total <= 0:
        return False
    if message.stop_reason in ("aborted", "error"):
        return False
    return newest is None or message.timestamp is None or message.timestamp > newest


def newest_summary(messages: Sequence[Message]) -> float | None:
    """Time of the newest summary in the list."""
    times = (m.timestamp for m in messages if m.summary is not None and m.timestamp is not None)
    return max(times, default=None)


def overhead(session: Session, given: int | None) -> int:
    """Estimated tokens of system prompt and tool schemas: as typed in, else from the file."""
    if given is not None:
        return given
    system = "".join(session.messages[i].text for i in session.prompts)
    return -(-utf16_length(system) // 4) + -(-utf16_length(session.tools or "") // 4)


def watched(context: Context) -> tuple[int, ...]:
    """``context_estimate`` of the list as it grew: entry i is the context once planned message i stands in it."""
    messages, counts = context.messages, context.measured.counts[context.start : context.end]
    base, prompts = overhead(context.session, context.overhead), frozenset(context.session.prompts)
    anchors: list[int] = []
    newest: float | None = None
    total, seen = base, []
    for index, message in enumerate(messages):
        if message.summary is not None and message.timestamp is not None and (newest or 0.0) <= message.timestamp:
            newest = message.timestamp  # older usage is stale from here on
            anchors = [i for i in anchors if is_anchor(messages[i], newest)]
            total = _total(messages, counts, anchors, base, index)
        elif message.usage is not None and is_anchor(message, newest):  # asked of every message: the cheap half first
            anchors.append(index)
            total = message.usage.total if message.usage else 0
        elif context.start + index not in prompts:
            total += counts[index]
        seen.append(total)
    return tuple(seen)


def _total(messages: Sequence[Message], counts: Sequence[int], anchors: list[int], base: int, last: int) -> int:
    """The context after messages[last], counted anew from the last anchor, or from the start."""
    start, usage = (anchors[-1] + 1, messages[anchors[-1]].usage) if anchors else (0, None)
    later = sum(counts[i] for i in range(start, last + 1) if not messages[i].is_prompt)
    return later + (usage.total if usage else base)


def looks(messages: Sequence[Message]) -> tuple[bool, ...]:
    """Where the trigger is looked at: before the model is called for a new prompt, and after each completed answer.

    A run of user rows is one call, at its end; summaries and injected rows alone start none. An answer that failed
    or was cut short is not completed.
    """
    looked, prompted = [], False
    for index, message in enumerate(messages):
        if message.role == "user":
            prompted = prompted or (message.summary is None and "meta" not in message.flags)
            last = index + 1 == len(messages) or messages[index + 1].role != "user"
            looked.append(prompted and last)
        else:
            prompted = False
            looked.append(message.role == "assistant" and _completed(message))
    return tuple(looked)


def _completed(message: Message) -> bool:
    return message.stop_reason not in ("aborted", "error") and not (
        message.flags and {"error", "synthetic"} & set(message.flags)
    )
