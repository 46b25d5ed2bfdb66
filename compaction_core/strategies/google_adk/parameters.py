"""The settings of ADK's EventsCompactionConfig."""

from pydantic import Field

from compaction_core.strategies.base import Parameters


class GoogleAdkParameters(Parameters):
    """Two pairs; ADK wants at least one of them and has no defaults, so these are ours."""

    event_retention_size: int | None = Field(
        default=10,
        ge=0,
        title="Events kept",
        description="Newest events that stay when it compacts by tokens. Not given: it does not compact by tokens.",
        json_schema_extra={"unit": "messages", "minimum": 0, "maximum": 100, "step": 1},
    )
    compaction_interval: int | None = Field(
        default=None,
        ge=1,
        title="Compacts every",
        description="New invocations after which it compacts them. Not given: it does not compact by invocations.",
        json_schema_extra={"unit": "invocations", "minimum": 1, "maximum": 50, "step": 1},
    )
    token_threshold: int | None = Field(
        default=None,
        ge=1,
        title="Compacts from",
        description="Tokens of a prompt from which it compacts by tokens. Not given: 4/5 of the window.",
        json_schema_extra={"unit": "tokens"},
    )
    overlap_size: int = Field(
        default=1,
        ge=0,
        title="Overlap",
        description="Invocations before the new ones that are summarized once more.",
        json_schema_extra={"unit": "invocations", "minimum": 0, "maximum": 50, "step": 1},
    )
    prompt_template: str | None = Field(
        default=None,
        title="Own prompt",
        description="Replaces the prompt that asks for the summary.",
    )

    def threshold(self, context_window: int | None) -> int | None:
        """Prompt tokens from which it compacts; None where that is switched off or no window is known."""
        if self.event_retention_size is None:
            return None
        if self.token_threshold is not None:
            return self.token_threshold
        return None if context_window is None else max(1, context_window * 4 // 5)
