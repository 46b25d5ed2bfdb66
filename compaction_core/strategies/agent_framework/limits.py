"""The numbers that the settings come to in a window, and what the framework refuses."""

from typing import NamedTuple

from compaction_core.strategies.agent_framework.parameters import (
    ContextWindowParameters,
    TokenBudgetParameters,
    TruncationParameters,
)

WINDOW_SHARE = 0.8
COMPACT_SHARE = 0.625
OUTPUT_PART = 8
MESSAGES = 40


class Truncation(NamedTuple):
    """TruncationStrategy's two numbers, in its metric."""

    max_n: int
    compact_to: int


class Window(NamedTuple):
    """ContextWindowCompactionStrategy's three lines in tokens."""

    budget: int
    tool_eviction: int
    truncation: int


def truncation(window: int | None, parameters: TruncationParameters) -> Truncation | str:
    """The limits, or why there are none."""
    max_n = parameters.max_n
    if max_n is None and not parameters.tokenizer:
        max_n = MESSAGES
    if max_n is None:
        if window is None:
            return "No window is known and max_n is not given: set max_n."
        max_n = int(window * WINDOW_SHARE)
    compact_to = parameters.compact_to
    if compact_to is None:
        compact_to = max(1, int(max_n * COMPACT_SHARE))
    if max_n < 1:
        return f"max_n must be more than 0, and 4/5 of the window, {window:,}, is not: set max_n."
    if compact_to > max_n:
        return f"compact_to ({compact_to:,}) must not be more than max_n ({max_n:,}): the framework refuses this."
    return Truncation(max_n, compact_to)


def token_budget(window: int | None, parameters: TokenBudgetParameters) -> int | str:
    """The budget, or why there is none."""
    if parameters.token_budget is not None:
        return parameters.token_budget
    if window is None:
        return "No window is known and token_budget is not given: set token_budget."
    return int(window * WINDOW_SHARE)


def context_window(window: int | None, parameters: ContextWindowParameters) -> Window | str:
    """The lines, or what the constructor refuses."""
    if window is None:
        return "This strategy is built from the size of the window, which is not known: set a context window."
    if window <= 0:
        return "The window must be larger than 0 tokens: the framework refuses this."
    output = window // OUTPUT_PART if parameters.max_output_tokens is None else parameters.max_output_tokens
    if output >= window:
        return f"max_output_tokens ({output:,}) must be less than the window ({window:,}): the framework refuses this."
    if parameters.truncation_threshold < parameters.tool_eviction_threshold:
        return "truncation_threshold must not be below tool_eviction_threshold: the framework refuses this."
    budget = window - output
    eviction = int(budget * parameters.tool_eviction_threshold)
    if eviction < 1:
        return f"A budget of {budget:,} leaves no line above 0: the framework refuses this. Set a larger window."
    return Window(budget, eviction, int(budget * parameters.truncation_threshold))
