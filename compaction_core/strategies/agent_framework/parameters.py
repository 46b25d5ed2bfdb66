"""The settings of Agent Framework's strategies; where the release has no default, ours is said to be ours."""

from pydantic import Field

from compaction_core.strategies.base import Parameters

NO_DEFAULT = "The release has no default."


class TruncationParameters(Parameters):
    """TruncationStrategy."""

    max_n: int | None = Field(
        default=None,
        ge=1,
        title="Acts above",
        description=f"Tokens (without tokenizer: messages). {NO_DEFAULT} Not given: 4/5 of the window (40).",
        json_schema_extra={"unit": "tokens"},
    )
    compact_to: int | None = Field(
        default=None,
        ge=1,
        title="Down to",
        description=f"In the same unit, at most the value above. {NO_DEFAULT} Not given: 5/8 of it.",
        json_schema_extra={"unit": "tokens"},
    )
    tokenizer: bool = Field(
        default=True,
        title="With a tokenizer",
        description="Both numbers count tokens; without a tokenizer they count messages, as in the release's default.",
    )
    preserve_first_user_group: bool = Field(
        default=False,
        title="Keep the first user message",
        description="The earliest user message stays, beside the newest group.",
    )


class SlidingWindowParameters(Parameters):
    """SlidingWindowStrategy."""

    keep_last_groups: int = Field(
        default=20,
        ge=1,
        title="Groups kept",
        description=f"Newest groups that stay. {NO_DEFAULT} This one stands in its example.",
        json_schema_extra={"unit": "groups", "minimum": 1, "maximum": 100, "step": 1},
    )


class ToolGroupParameters(Parameters):
    """SelectiveToolCallCompactionStrategy and ToolResultCompactionStrategy."""

    keep_last_tool_call_groups: int = Field(
        default=1,
        ge=0,
        title="Tool groups kept",
        description="Newest groups of calls and results that stay word for word.",
        json_schema_extra={"unit": "tool groups", "minimum": 0, "maximum": 50, "step": 1},
    )


class SummarizationParameters(Parameters):
    """SummarizationStrategy."""

    target_count: int = Field(
        default=4,
        ge=1,
        title="Messages kept",
        description="Newest messages that stay, rounded up to whole groups.",
        json_schema_extra={"unit": "messages", "minimum": 1, "maximum": 100, "step": 1},
    )
    threshold: int = Field(
        default=2,
        ge=0,
        title="Messages more",
        description="It acts when there are more messages than those kept and these together.",
        json_schema_extra={"unit": "messages", "minimum": 0, "maximum": 100, "step": 1},
    )
    max_summary_input_tokens: int | None = Field(
        default=8_000,
        ge=1,
        title="Input of the summarizer",
        description="Tokens of one request, prompt included; groups that do not fit stay. Not given: no limit.",
        json_schema_extra={"unit": "tokens"},
    )
    prompt: str | None = Field(
        default=None,
        title="Own prompt",
        description="Replaces the prompt that asks for the summary; its size counts for the limit.",
    )


class TokenBudgetParameters(Parameters):
    """TokenBudgetComposedStrategy with two strategies in it."""

    token_budget: int | None = Field(
        default=None,
        ge=1,
        title="Budget",
        description=f"Tokens of the list that are enough. {NO_DEFAULT} Not given: 4/5 of the window.",
        json_schema_extra={"unit": "tokens"},
    )
    keep_last_groups: int = Field(
        default=20,
        ge=1,
        title="Groups kept",
        description="For the sliding window, the second strategy. Which strategies run is the caller's choice.",
        json_schema_extra={"unit": "groups", "minimum": 1, "maximum": 100, "step": 1},
    )
    keep_last_tool_call_groups: int = Field(
        default=1,
        ge=0,
        title="Tool groups kept",
        description="For the collapse of tool groups, the first strategy.",
        json_schema_extra={"unit": "tool groups", "minimum": 0, "maximum": 50, "step": 1},
    )
    early_stop: bool = Field(
        default=True,
        title="Stop early",
        description="Stop after the strategy that meets the budget; else all of them run.",
    )


class ContextWindowParameters(Parameters):
    """ContextWindowCompactionStrategy; its max_context_window_tokens is the context window."""

    max_output_tokens: int | None = Field(
        default=None,
        ge=0,
        title="Reserved for the answer",
        description=f"Tokens taken off the window. {NO_DEFAULT} Not given: 1/8 of the window.",
        json_schema_extra={"unit": "tokens"},
    )
    keep_last_tool_call_groups: int = Field(
        default=4,
        ge=0,
        title="Tool groups kept",
        description="Newest groups of calls and results that the first phase leaves as they are.",
        json_schema_extra={"unit": "tool groups", "minimum": 0, "maximum": 50, "step": 1},
    )
    tool_eviction_threshold: float = Field(
        default=0.5,
        gt=0,
        le=1,
        title="Collapses tool groups above",
        description="Share of the window less the reserve; truncation goes down to it.",
        json_schema_extra={"unit": "share", "minimum": 0.05, "maximum": 1.0, "step": 0.05},
    )
    truncation_threshold: float = Field(
        default=0.8,
        gt=0,
        le=1,
        title="Truncates above",
        description="Share of the window less the reserve, not below the other one.",
        json_schema_extra={"unit": "share", "minimum": 0.05, "maximum": 1.0, "step": 0.05},
    )
    preserve_first_user_group: bool = Field(
        default=False,
        title="Keep the first user message",
        description="The earliest user message stays in truncation, beside the newest group.",
    )
