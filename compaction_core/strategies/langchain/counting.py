"""What LangChain's approximate count makes of a whole list: the sum, scaled up to what a provider reported.

Source: langchain-core 1.8.3, ``count_tokens_approximately(use_usage_metadata_scaling=True)``. The factor is the total
reported by the last assistant message that has one, over the estimate of the list up to it, between 1 and 1.25.
It applies to lists of more than one message whose assistant messages all name the same provider. Suffixes of a cut
search are counted without it, the trimming before a summary with it.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.session import Message
from compaction_core.strategies.context import Context

LEAST, MOST = 1.0, 1.25


class Report(NamedTuple):
    """What an assistant message says of itself."""

    provider: str | None
    total: int | None
    """Tokens of the request and the answer, as reported."""


def reports(messages: Sequence[Message]) -> list[Report | None]:
    """One entry per message, None for what is no assistant message. A transcript comes from one provider."""
    return [
        Report("the session's", None if message.usage is None else message.usage.total)
        if message.role == "assistant"
        else None
        for message in messages
    ]


def scaled(counts: Sequence[int], said: Sequence[Report | None]) -> list[int]:
    """Tokens of the first 0, 1, … n messages, in O(n).

    >>> scaled((100, 100, 100), (None, Report("openai", 500), None))
    [0, 100, 250, 375]
    >>> scaled((100, 100), (Report("a", 500), Report("b", 500)))
    [0, 100, 200]
    """
    found, total, provider, mixed, factor = [0], 0, None, False, None
    for size, report in zip(counts, said, strict=True):
        total += size
        if report is not None:
            if provider is None:
                provider = report.provider
            elif report.provider != provider:
                mixed = True
            if report.total is not None:
                factor = min(MOST, max(LEAST, report.total / total)) if total > 0 else None
        unscaled = factor is None or mixed or provider is None or len(found) == 1
        found.append(total if unscaled or factor is None else math.ceil(total * factor))
    return found


def said(context: Context, messages: Sequence[Message]) -> list[Report | None]:
    """Reported usage scales the release's own count, and no other."""
    return reports(messages) if context.measured.counter == "langchain" else [None] * len(messages)
