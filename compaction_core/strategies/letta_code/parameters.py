"""The settings of Letta Code's local compaction."""

import math
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from compaction_core.strategies.base import Parameters

DEFAULT_PERCENTAGE = 0.3
CLIP_CHARS = 50_000


def _finite(value: Any) -> Any:
    """A ratio that is no finite number counts as not given."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


class LettaCodeParameters(Parameters):
    """What an agent's compaction settings may hold (compaction.ts:42-43, local-backend.ts:193-209)."""

    mode: Literal["sliding_window", "all"] = Field(
        default="sliding_window",
        title="Mode",
        description="sliding_window summarizes the oldest part, all summarizes everything.",
    )
    sliding_window_percentage: Annotated[float | None, BeforeValidator(_finite)] = Field(
        default=DEFAULT_PERCENTAGE,
        title="Ratio",
        description=(
            "Sets two things at once: the goal for what is kept, (1 − ratio) × window tokens, and where the search "
            "starts. The first cut tried is at ratio + 0.1 of the messages."
        ),
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    clip_chars: int | None = Field(
        default=CLIP_CHARS,
        ge=0,
        title="Longest summary",
        description="UTF-16 units kept of a summary; none means no limit.",
        json_schema_extra={"unit": "characters"},
    )
    prompt: str | None = Field(
        default=None,
        title="Own prompt",
        description="Replaces the mode's prompt; dropped again when the plan falls back to all.",
    )
    trigger_window: int | None = Field(
        default=None,
        title="Trigger window",
        description="The model's window, which the trigger uses; the context window when not given.",
        json_schema_extra={"unit": "tokens"},
    )
    threshold_tokens: int | None = Field(
        default=None,
        title="Threshold",
        description="A free threshold. No release offers it: the threshold follows from the window.",
        json_schema_extra={"unit": "tokens", "released": False},
    )


def normalized(percentage: float | None) -> float:
    """The ratio as the search uses it (compaction.ts:555-562): unknown 0.3, at most 1, at least 0.1."""
    if percentage is None or not math.isfinite(percentage):
        return DEFAULT_PERCENTAGE
    if percentage <= 0:
        return 0.1
    return min(percentage, 1.0)
