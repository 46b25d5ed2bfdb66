"""The settings of pi's compaction."""

from typing import Literal

from pydantic import Field

from compaction_core.strategies.base import Parameters


class PiParameters(Parameters):
    """What pi's settings may hold under ``compaction``, the release, and the words behind ``/compact``."""

    keep_recent_tokens: int = Field(
        default=20_000,
        ge=0,
        title="Keep recent",
        description="Tokens that stay at the end, at least: the message that reaches this number stays too.",
        json_schema_extra={"unit": "tokens"},
    )
    reserve_tokens: int = Field(
        default=16_384,
        ge=0,
        title="Reserve",
        description=(
            "It compacts above window − reserve. A summary may be 0.8 × reserve long, one of a cut turn's start 0.5 ×."
        ),
        json_schema_extra={"unit": "tokens"},
    )
    release: Literal["0.73.1", "0.58.3"] = Field(
        default="0.73.1",
        title="Release",
        description=(
            "0.73.1 starts at the first message that the last compaction kept. 0.58.3 started behind the last "
            "compaction, so what that one had kept was never summarized."
        ),
    )
    enabled: bool = Field(
        default=True,
        title="Automatic",
        description="Whether it compacts by itself.",
    )
    custom_instructions: str | None = Field(
        default=None,
        title="Focus",
        description="What to pay attention to, as after /compact.",
    )
