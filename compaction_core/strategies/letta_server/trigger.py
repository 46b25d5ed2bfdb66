"""When the Letta server compacts, and how long a tool result may be in a request.

Source: thresholds.py:41, constants.py:83, letta_agent_v3.py:143-153, 1093, 1218, 1439 (0.16.8). After each step (an
answer and the results of its calls) the total that the provider reported for it is compared with the threshold.
A provider that says the context is too long causes up to three more compactions per step; the endpoints compact
whatever the size.
"""

import re
from collections.abc import Sequence

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import overhead
from compaction_core.strategies.letta_server.parameters import ThresholdRule

SHARE = 0.9
LEAST_TOOL_CHARS = 5_000
TOOL_SHARE = 0.2
CHARS_PER_TOKEN = 4
_GPT_5 = re.compile(r"(^|/)gpt-5($|[.-])", re.IGNORECASE)


def threshold(context_window: int | None, rule: ThresholdRule = "all_90", model: str | None = None) -> int | None:
    """Tokens above which the context is compacted; None where the window is unknown. 0.16.8 ignores the model.

    >>> threshold(272_000), threshold(999), threshold(999, "all_100")
    (244800, 899, 999)
    >>> threshold(272_000, "gpt5_90", "openai/gpt-5.2"), threshold(272_000, "gpt5_90", "openai/gpt-4.1")
    (244800, 272000)
    """
    if context_window is None:
        return None
    whole = rule == "all_100" or (rule == "gpt5_90" and not _GPT_5.search((model or "").strip()))
    return context_window if whole else int(context_window * SHARE)


def tool_chars(context_window: int | None) -> int:
    """Characters of one tool result in a request to the model: a fifth of the window at 4 a token, at least 5,000.

    >>> tool_chars(200_000), tool_chars(1_000), tool_chars(None)
    (160000, 5000, 5000)
    """
    return max(LEAST_TOOL_CHARS, int((context_window or 0) * TOOL_SHARE * CHARS_PER_TOKEN))


def watched(context: Context) -> tuple[int, ...]:
    """The last total that a provider reported; what came after it is not in it until the next answer.

    The server knows no other number. Where the file reports nothing for an answer, what came since is estimated: the
    sum of the messages by the context's counter, with prompt and tools before the first report. A report that is not
    newer than the newest summary is stale.
    """
    counts, known, waiting, newest = context.measured.counts, overhead(context), 0, None
    reported, seen = False, list[int]()
    for index, message in enumerate(context.messages, context.start):
        if message.summary is not None:
            newest = message.timestamp
        if not message.is_prompt:
            waiting += counts[index]
        if message.role == "assistant":
            usage = message.usage.total if message.usage is not None else 0
            stale = newest is not None and message.timestamp is not None and message.timestamp <= newest
            reported = reported or (usage > 0 and not stale)
            known = usage if usage > 0 and not stale else known + waiting
            waiting = 0
        seen.append(known if reported else known + waiting)
    return tuple(seen)


def looks(messages: Sequence[Message]) -> tuple[bool, ...]:
    """The end of each step: an answer without calls, or the last result of its calls (or the call, if none came)."""
    looked, stepping = [], False
    for index, message in enumerate(messages):
        following = messages[index + 1].role if index + 1 < len(messages) else None
        stepping = message.role == "assistant" or (stepping and message.role == "tool")
        looked.append(stepping and following != "tool")
    return tuple(looked)
