"""When Strands reduces: after an overflow always, before a call at a share of the window where that is switched on.

Source: strands-agents 1.62.0, conversation_manager.py, sliding_window_conversation_manager.py, event_loop.py. What it
projects for a call is the last reported total plus an estimate of what came later.
"""

import math
from collections.abc import Iterator

from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import after_turns, before_calls, reported
from compaction_core.strategies.strands.native import natives
from compaction_core.strategies.strands.parameters import DEFAULT_WINDOW, ManagerParameters


def reaches(threshold: float, window: int) -> int:
    """The fewest tokens whose share of the window reaches the threshold, as floats compare.

    >>> reaches(0.7, 200_000), reaches(0.7, 10), reaches(0.5, 3)
    (140000, 7, 2)
    """
    tokens = math.ceil(threshold * window)
    while tokens > 0 and (tokens - 1) / window >= threshold:
        tokens -= 1
    while tokens / window < threshold:
        tokens += 1
    return tokens


def line(context_window: int | None, parameters: ManagerParameters) -> int | None:
    """Tokens that must be exceeded: the window itself, or one below the proactive share of it."""
    if not parameters.proactive_compression:
        return context_window
    return reaches(parameters.compression_threshold, context_window or DEFAULT_WINDOW) - 1


def messages_so_far(context: Context) -> tuple[int, ...]:
    """For each planned message, how many Strands' list holds with it: results in a row count once."""
    of_row = {row: i for i, native in enumerate(natives(context.session.messages, context.rows)) for row in native.rows}
    found, last = list[int](), 0
    for row in range(context.start, context.end):
        last = of_row[row] + 1 if row in of_row else last
        found.append(last)
    return tuple(found)


def window_looks(context: Context) -> tuple[bool, ...]:
    """When the sliding window compares: after a turn, and before every N-th call where ``per_turn`` says so."""
    every, calls = context.parameters.per_turn, 0
    found: list[bool] = []
    for ended, called in zip(after_turns(context), before_calls(context), strict=True):
        calls += called
        found.append(ended or (every is not None and called and calls % every == 0))
    return tuple(found)


def window_fires(context: Context, seen: tuple[int, ...]) -> Iterator[bool]:
    """Where the sliding window acts: too many messages, or too many tokens before a call."""
    limit = line(context.context_window, context.parameters)
    tokens = reported(context)
    looked = zip(seen, window_looks(context), tokens, before_calls(context), strict=True)
    for messages, looks, total, called in looked:
        too_many = looks and messages > context.parameters.window_size
        yield too_many or (called and limit is not None and total > limit)
