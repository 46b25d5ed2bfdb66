"""The settings of Hermes' compression."""

from pydantic import Field

from compaction_core.strategies.base import Parameters


class HermesParameters(Parameters):
    """What the section ``compression`` of its configuration may hold."""

    threshold_percent: float = Field(
        default=0.5,
        gt=0,
        le=1,
        title="Threshold",
        description="Share of the input window; windows below 512,000 tokens take at least 0.75.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    summary_target_ratio: float = Field(
        default=0.2,
        ge=0.1,
        le=0.8,
        title="Tail",
        description="Share of the threshold that the tail may hold, and half as much again before it is cut.",
        json_schema_extra={"minimum": 0.1, "maximum": 0.8, "step": 0.05, "unit": "share"},
    )
    protect_first_n: int = Field(
        default=3,
        ge=0,
        title="First messages",
        description="Stay word for word behind the system prompt; none after the first compaction of a session.",
        json_schema_extra={"unit": "messages"},
    )
    protect_last_n: int = Field(
        default=20,
        ge=0,
        title="Last messages",
        description="Their tool outputs are never shortened, and at most 8 of them stay whatever their size.",
        json_schema_extra={"unit": "messages"},
    )
    max_tokens: int | None = Field(
        default=None,
        ge=0,
        title="Answer",
        description="Tokens the provider holds back for an answer; they are taken off the window.",
        json_schema_extra={"unit": "tokens"},
    )
    abort_on_summary_failure: bool = Field(
        default=False,
        title="Stop when no summary comes",
        description="Leave the list as it is when the summarizer fails, and put no plain extract in its place.",
    )
