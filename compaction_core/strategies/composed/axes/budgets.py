"""Where a budget of tokens comes from."""

from typing import Annotated, Literal

from pydantic import Field

from compaction_core.strategies.composed.axes.base import Axis


class Tokens(Axis):
    """A fixed number of tokens."""

    kind: Literal["tokens"] = "tokens"
    tokens: int = Field(
        default=20_000,
        ge=0,
        le=1_000_000_000,
        title="Tokens",
        description="What may stay.",
        json_schema_extra={"unit": "tokens"},
    )


class WindowShare(Axis):
    """A share of the window."""

    kind: Literal["window_share"] = "window_share"
    share: float = Field(
        default=0.25,
        gt=0,
        le=1,
        title="Share",
        description="Share of the context window, rounded down, at least 1 token.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )


class TriggerLine(Axis):
    """What the first line of the trigger leaves beside system prompt and tools."""

    kind: Literal["trigger_line"] = "trigger_line"


Budget = Annotated[Tokens | WindowShare | TriggerLine, Field(discriminator="kind")]
