"""Agent Framework's strategies that ask no model."""

from collections.abc import Iterator
from typing import Any

from compaction_core.strategies.agent_framework import collapsing, composed, excluding, limits, trigger
from compaction_core.strategies.agent_framework.parameters import (
    ContextWindowParameters,
    SlidingWindowParameters,
    TokenBudgetParameters,
    ToolGroupParameters,
    TruncationParameters,
)
from compaction_core.strategies.agent_framework.shared import AgentFramework, constructor
from compaction_core.strategies.agent_framework.standing import material
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import numbered
from compaction_core.strategies.snippet import Snippet, changed
from compaction_core.strategies.step import Step


class Truncation(AgentFramework):
    """Exclude the oldest groups."""

    name = "agent-framework-truncation"
    label = "Agent Framework, truncation"
    word = "truncation"
    parameters: type[Parameters] = TruncationParameters
    listing = excluding.TRUNCATION

    def threshold(self, context_window: int | None, parameters: TruncationParameters) -> int | None:
        """max_n, where it counts tokens; a line of messages is none of tokens."""
        limit = limits.truncation(context_window, parameters)
        return None if isinstance(limit, str) or not parameters.tokenizer else limit.max_n

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """Above max_n, in tokens or in messages."""
        limit = limits.truncation(context.context_window, context.parameters)
        seen = watched if context.parameters.tokenizer else numbered(context)
        if isinstance(limit, str):
            return (False,) * len(watched)
        return tuple(look and n > limit.max_n for n, look in zip(seen, looked, strict=True))

    def steps(self, context: Context) -> Iterator[Step]:
        """Oldest first."""
        return excluding.truncation(material(context), context.parameters, context.context_window)

    def snippet(self, parameters: TruncationParameters, context_window: int | None) -> Snippet | None:
        """The constructor; both numbers are required."""
        limit = limits.truncation(context_window, parameters)
        if isinstance(limit, str):
            return None
        extra: dict[str, Any] = {"tokenizer": "raw:CharacterEstimatorTokenizer()"} if parameters.tokenizer else {}
        if parameters.preserve_first_user_group:
            extra["preserve_first_user_group"] = True
        return constructor("TruncationStrategy", {**limit._asdict(), **extra})


class SlidingWindow(AgentFramework):
    """Keep the last groups."""

    name = "agent-framework-sliding-window"
    label = "Agent Framework, sliding window"
    word = "sliding_window"
    unit = "groups"
    parameters: type[Parameters] = SlidingWindowParameters
    listing = excluding.SLIDING_WINDOW

    def threshold(self, context_window: int | None, parameters: SlidingWindowParameters) -> int | None:
        """It always runs; with more groups than it keeps there is something to do."""
        return parameters.keep_last_groups

    def watched(self, context: Context) -> tuple[int, ...]:
        """Groups so far."""
        return trigger.groups(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """The window."""
        return excluding.sliding_window(material(context), context.parameters)

    def snippet(self, parameters: SlidingWindowParameters, context_window: int | None) -> Snippet | None:
        """The constructor; the number is required."""
        return constructor("SlidingWindowStrategy", {"keep_last_groups": parameters.keep_last_groups})


class _ToolGroups(AgentFramework):
    """What the two strategies for tool groups share."""

    unit = "tool groups"
    constructed = ""
    parameters: type[Parameters] = ToolGroupParameters

    def threshold(self, context_window: int | None, parameters: ToolGroupParameters) -> int | None:
        """It always runs; with more tool groups than it keeps there is something to do."""
        return parameters.keep_last_tool_call_groups

    def watched(self, context: Context) -> tuple[int, ...]:
        """Tool groups so far."""
        return trigger.groups(context, tools_only=True)

    def snippet(self, parameters: ToolGroupParameters, context_window: int | None) -> Snippet | None:
        """The constructor."""
        return constructor(self.constructed, changed(parameters))


class SelectiveToolCall(_ToolGroups):
    """Exclude old tool groups."""

    name = "agent-framework-selective-tool-call"
    label = "Agent Framework, selective tool calls"
    word = "selective_tool_call"
    constructed = "SelectiveToolCallCompactionStrategy"
    listing = excluding.SELECTIVE

    def steps(self, context: Context) -> Iterator[Step]:
        """Old tool groups go."""
        return excluding.selective_tool_call(material(context), context.parameters)


class ToolResult(_ToolGroups):
    """Collapse old tool groups."""

    name = "agent-framework-tool-result"
    label = "Agent Framework, tool results"
    word = "tool_result"
    constructed = "ToolResultCompactionStrategy"
    listing = collapsing.LISTING

    def steps(self, context: Context) -> Iterator[Step]:
        """Old tool groups become one message each."""
        return collapsing.tool_result(material(context), context.parameters)


class TokenBudget(AgentFramework):
    """Collapse, window, and a last resort, until a budget is met."""

    name = "agent-framework-token-budget"
    label = "Agent Framework, token budget"
    word = "token_budget"
    parameters: type[Parameters] = TokenBudgetParameters
    listing = composed.TOKEN_BUDGET

    def threshold(self, context_window: int | None, parameters: TokenBudgetParameters) -> int | None:
        """The budget."""
        budget = limits.token_budget(context_window, parameters)
        return None if isinstance(budget, str) else budget

    def steps(self, context: Context) -> Iterator[Step]:
        """One strategy after another."""
        return composed.token_budget(material(context), context.parameters, context.context_window)

    def snippet(self, parameters: TokenBudgetParameters, context_window: int | None) -> Snippet | None:
        """The constructor with both strategies in it."""
        budget = limits.token_budget(context_window, parameters)
        if isinstance(budget, str):
            return None
        tools = f"ToolResultCompactionStrategy(keep_last_tool_call_groups={parameters.keep_last_tool_call_groups})"
        window = f"SlidingWindowStrategy(keep_last_groups={parameters.keep_last_groups})"
        arguments: dict[str, Any] = {
            "token_budget": budget,
            "tokenizer": "raw:CharacterEstimatorTokenizer()",
            "strategies": f"raw:[{tools}, {window}]",
        }
        if not parameters.early_stop:
            arguments["early_stop"] = False
        return constructor("TokenBudgetComposedStrategy", arguments)


class ContextWindow(AgentFramework):
    """Collapse above half of the budget, truncate above four fifths."""

    name = "agent-framework-context-window"
    label = "Agent Framework, context window"
    word = "context_window"
    parameters: type[Parameters] = ContextWindowParameters
    listing = composed.CONTEXT_WINDOW

    def threshold(self, context_window: int | None, parameters: ContextWindowParameters) -> int | None:
        """The first line: above it tool groups are collapsed."""
        lines = limits.context_window(context_window, parameters)
        return None if isinstance(lines, str) else lines.tool_eviction

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """Above the second line, or above the first one with a tool group to collapse."""
        lines = limits.context_window(context.context_window, context.parameters)
        if isinstance(lines, str):
            return (False,) * len(watched)
        keep, tools = context.parameters.keep_last_tool_call_groups, trigger.groups(context, tools_only=True)
        return tuple(
            look and (seen > lines.truncation or (seen > lines.tool_eviction and found > keep))
            for seen, found, look in zip(watched, tools, looked, strict=True)
        )

    def steps(self, context: Context) -> Iterator[Step]:
        """Two phases."""
        return composed.context_window(material(context), context.parameters, context.context_window)

    def snippet(self, parameters: ContextWindowParameters, context_window: int | None) -> Snippet | None:
        """The constructor; window and reserve are required."""
        lines = limits.context_window(context_window, parameters)
        if isinstance(lines, str) or context_window is None:
            return None
        required = {
            "max_context_window_tokens": context_window,
            "max_output_tokens": context_window - lines.budget,
        }
        return constructor("ContextWindowCompactionStrategy", {**required, **changed(parameters), **required})


strategies.add(Truncation())
strategies.add(SlidingWindow())
strategies.add(SelectiveToolCall())
strategies.add(ToolResult())
strategies.add(TokenBudget())
strategies.add(ContextWindow())
