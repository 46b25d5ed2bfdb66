"""The settings of Strands' two conversation managers."""

from typing import Any, Literal

from pydantic import Field

from compaction_core.strategies.base import Parameters

DEFAULT_WINDOW = 200_000
"""Tokens assumed for a model whose window is not set; Strands warns about it."""
PROACTIVE: Any = Field(
    default=False,
    title="Proactive",
    description="Also reduce before a call of the model, at the share below; off: only after an overflow.",
)
THRESHOLD: Any = Field(
    default=0.7,
    gt=0,
    le=1,
    title="Proactive at",
    description="Share of the window at or above which a proactive reduction starts.",
    json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
)
PIN_FIRST: Any = Field(
    default=None,
    ge=0,
    title="Pinned at the start",
    description="So many first messages always stay, with the neighbour that shares a call with them.",
    json_schema_extra={"unit": "messages"},
)


class SummarizingParameters(Parameters):
    """SummarizingConversationManager."""

    summary_ratio: float = Field(
        default=0.3,
        ge=0,
        le=1,
        title="Summary ratio",
        description="Share of the messages, oldest first, that is summarized; held between 0.1 and 0.8.",
        json_schema_extra={"minimum": 0.1, "maximum": 0.8, "step": 0.05, "unit": "share"},
    )
    preserve_recent_messages: int = Field(
        default=10,
        ge=0,
        title="Recent messages kept",
        description="At least so many stay at the end. With no more messages than that it fails.",
        json_schema_extra={"unit": "messages"},
    )
    pin_first: int | None = PIN_FIRST
    proactive_compression: bool = PROACTIVE
    compression_threshold: float = THRESHOLD
    summarization_system_prompt: str | None = Field(
        default=None, title="Own prompt", description="Replaces the system prompt of the summarizer."
    )
    mode: Literal["auto", "overflow", "proactive"] = Field(
        default="auto",
        title="Called because",
        description=(
            "After an overflow a failure ends the run; a proactive one is only logged. auto: proactive where that is "
            "switched on."
        ),
    )


class SlidingWindowParameters(Parameters):
    """SlidingWindowConversationManager."""

    window_size: int = Field(
        default=40,
        ge=0,
        title="Window",
        description="Messages that stay; 0 deletes all that are not pinned.",
        json_schema_extra={"unit": "messages"},
    )
    should_truncate_results: bool = Field(
        default=True,
        title="Truncate results",
        description="After an overflow, first shorten the oldest message with tool results.",
    )
    per_turn: int | None = Field(
        default=None,
        ge=1,
        title="Also every N calls",
        description="Apply the window before every N-th call of the model too; not given: only when a turn has ended.",
        json_schema_extra={"unit": "calls of the model"},
    )
    pin_first: int | None = PIN_FIRST
    proactive_compression: bool = PROACTIVE
    compression_threshold: float = THRESHOLD
    mode: Literal["auto", "after_cycle", "overflow", "proactive"] = Field(
        default="auto",
        title="Called because",
        description=(
            "A turn ended, the provider refused the request, or the proactive share was reached. auto: a turn ended, "
            "where there are more messages than the window holds; else an overflow, or proactive where switched on."
        ),
    )


ManagerParameters = SummarizingParameters | SlidingWindowParameters
