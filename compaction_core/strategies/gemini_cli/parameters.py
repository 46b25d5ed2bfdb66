"""The settings of Gemini CLI's compression and masking."""

from typing import Literal

from pydantic import Field

from compaction_core.strategies.base import Parameters
from compaction_core.strategies.gemini_cli.masking import PROTECTED, PRUNABLE

EARLIER = {"2025-11-14: 0.7": 0.7, "2025-10-30: 0.2": 0.2, "2025-07: 0.7": 0.7}
"""Thresholds of earlier releases, by the day they came in; 0.5 since 2025-11-20."""
Release = Literal["0.61.0", "2025-11-14: 0.7", "2025-10-30: 0.2", "2025-07: 0.7"]


class GeminiCliParameters(Parameters):
    """What decides a compression (settings ``model.compressionThreshold``; constants of the service)."""

    compression_threshold: float = Field(
        default=0.5,
        gt=0,
        le=1,
        title="Threshold",
        description="Compress when the last request counted at least this share of the model's limit.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    threshold_of: Release = Field(
        default="0.61.0",
        title="Threshold of release",
        description="An earlier release's fixed threshold in place of the value above; 0.5 since 2025-11-20.",
        json_schema_extra={"released": False},
    )
    preserve: float = Field(
        default=0.3,
        gt=0,
        lt=1,
        title="Preserve",
        description="At most about this share of the JSON characters stays; the rest is summarized.",
        json_schema_extra={"minimum": 0.05, "maximum": 0.95, "step": 0.05, "unit": "share", "released": False},
    )
    has_failed_compression_attempt: bool = Field(
        default=False,
        title="After a failed attempt",
        description="A summary came out larger than what it replaced before: now tool outputs are only shortened.",
    )
    function_response_budget: int = Field(
        default=50_000,
        ge=0,
        title="Budget of tool outputs",
        description="Tool outputs, newest first, that are not shortened before the cut is looked for.",
        json_schema_extra={"unit": "tokens", "released": False},
    )
    truncate_tool_output_threshold: int = Field(
        default=40_000,
        ge=0,
        title="Longest shortened output",
        description="What a shortened tool output keeps, or four characters for each token left in the window if less.",
        json_schema_extra={"unit": "characters"},
    )

    @property
    def threshold(self) -> float:
        """The share that counts."""
        return EARLIER.get(self.threshold_of, self.compression_threshold)


class GeminiCliMaskingParameters(Parameters):
    """What decides the masking (settings ``toolOutputMasking``)."""

    tool_protection_threshold: int = Field(
        default=PROTECTED,
        ge=0,
        title="Protected tokens",
        description="Tool outputs, newest first, that are not masked.",
        json_schema_extra={"unit": "tokens"},
    )
    min_prunable_tokens_threshold: int = Field(
        default=PRUNABLE,
        ge=0,
        title="Least to mask",
        description="Nothing is masked below so many tokens of older tool outputs.",
        json_schema_extra={"unit": "tokens"},
    )
    protect_latest_turn: bool = Field(
        default=True,
        title="Protect the newest message",
        description="The newest content of the list is not looked at.",
    )
