"""The settings of the tool runner's ``compaction_control``."""

from pydantic import Field

from compaction_core.strategies.anthropic_sdk.runner import DEFAULT_THRESHOLD
from compaction_core.strategies.base import Parameters


class AnthropicSdkParameters(Parameters):
    """``compaction_control``, and where the last reply stands."""

    context_token_threshold: int = Field(
        default=DEFAULT_THRESHOLD,
        ge=0,
        title="Compact at",
        description="Tokens of the last request and its reply at or above which it compacts. The window is not asked.",
        json_schema_extra={"unit": "tokens"},
    )
    enabled: bool = Field(default=True, title="Enabled", description="Has to be said in the control; off does nothing.")
    model: str | None = Field(
        default=None, title="Model", description="The model that writes the summary; not given: the runner's."
    )
    summary_prompt: str | None = Field(default=None, title="Own prompt", description="Replaces the default prompt.")
    reply_is_last: bool = Field(
        default=True,
        title="The list ends with the reply",
        description=(
            "A last message of the model is the reply just received, which the runner's list does not hold yet. Off: "
            "it was put into that list before."
        ),
    )
