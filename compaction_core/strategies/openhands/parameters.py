"""The settings of OpenHands' summarizing condenser."""

from pydantic import Field, ValidationInfo, field_validator

from compaction_core.strategies.base import Parameters


class OpenHandsParameters(Parameters):
    """``LLMSummarizingCondenser``; the default agent of the release sets max_size 80 and keep_first 4."""

    max_size: int = Field(
        default=240,
        ge=1,
        title="Events at most",
        description=(
            "It condenses above so many events: each message, call and result is one. About half of them may stay. "
            "The release's default agent sets 80."
        ),
        json_schema_extra={"unit": "events"},
    )
    keep_first: int = Field(
        default=2,
        ge=0,
        validate_default=True,
        title="First events kept",
        description=(
            "Events that stay at the start, a system prompt in the file among them; more where a cut there is not "
            "legal. Less than half of the events at most, minus 1. The release's default agent sets 4."
        ),
        json_schema_extra={"unit": "events"},
    )
    max_tokens: int | None = Field(
        default=None,
        ge=1,
        title="Tokens at most",
        description="It condenses above so many tokens, or above the model's window if that is smaller, down to half.",
        json_schema_extra={"unit": "tokens"},
    )
    minimum_progress: float = Field(
        default=0.1,
        gt=0,
        lt=1,
        title="Least progress",
        description="Share of the events that a condensation must forget; otherwise none is available.",
        json_schema_extra={"minimum": 0.05, "maximum": 0.95, "step": 0.05, "unit": "share"},
    )
    condensation_request: bool = Field(
        default=False,
        title="Requested",
        description=(
            "Whether someone asks for a condensation: the user, or the agent after the model refused a context as too "
            "long. A plan below all limits supposes it."
        ),
    )
    hard_context_reset_max_retries: int = Field(
        default=5,
        ge=1,
        le=20,
        title="Requests of a hard reset",
        description="So often a summary of everything is asked for before it gives up.",
    )
    hard_context_reset_context_scaling: float = Field(
        default=0.8,
        gt=0,
        lt=1,
        title="Scaling of a hard reset",
        description="After each failure the longest text of an event is multiplied by this.",
        json_schema_extra={"minimum": 0.1, "maximum": 0.95, "step": 0.05, "unit": "share"},
    )
    summarizer_failures: int = Field(
        default=0,
        ge=0,
        le=20,
        title="Suppose failures",
        description="What happens if so many of the summarizer's requests fail. Nobody sets this in a release.",
        json_schema_extra={"unit": "requests", "released": False},
    )

    @field_validator("keep_first")
    @classmethod
    def _room(cls, first: int, info: ValidationInfo) -> int:
        size = info.data.get("max_size")
        if size is not None and size // 2 - first - 1 <= 0:
            raise ValueError(
                f"of {size} events half may stay, and {first} of them at the start leave no room; take fewer, or a "
                "larger max_size"
            )
        return first
