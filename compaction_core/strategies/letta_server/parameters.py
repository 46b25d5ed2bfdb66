"""The settings of the Letta server's compaction."""

from typing import Literal

from pydantic import Field

from compaction_core.strategies.base import Parameters

DEFAULT_PERCENTAGE = 0.3
CLIP_CHARS = 50_000

Mode = Literal["sliding_window", "all", "self_compact_sliding_window", "self_compact_all"]
ThresholdRule = Literal["all_90", "gpt5_90", "all_100"]


class LettaServerParameters(Parameters):
    """CompactionSettings (summarizer_config.py:48-89), and what the server knows of its agent."""

    mode: Mode = Field(
        default="sliding_window",
        title="Mode",
        description=(
            "sliding_window summarizes the oldest part, all summarizes everything; in the two self modes the agent's "
            "own model summarizes its own messages."
        ),
    )
    sliding_window_percentage: float = Field(
        default=DEFAULT_PERCENTAGE,
        ge=-1.0,
        allow_inf_nan=False,
        title="Ratio",
        description=(
            "Goal and start of the search at once: what is kept must come under (1 − ratio) × window tokens, and the "
            "first cut tried is at ratio + 0.1 of the messages. Above 1 the sliding window always fails."
        ),
        json_schema_extra={"minimum": 0.0, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    threshold_rule: ThresholdRule = Field(
        default="all_90",
        title="Threshold",
        description=(
            "all_90: 90% of the window for every model (since 2026-03-12; 0.16.7 and 0.16.8). gpt5_90: 90% for the "
            "GPT-5 family, 100% for others (2026-03-10 to 12; no tagged release ever had it). all_100: 100% (until "
            "0.16.6, 2026-03-03)."
        ),
        json_schema_extra={"released": False},
    )
    agent_handle: str | None = Field(
        default=None,
        title="Agent's model",
        description="Handle (provider/model) of the agent's model; the session's own model when not given.",
    )
    model: str | None = Field(
        default=None,
        title="Compaction model",
        description="Handle of the summarizer; a light model of the agent's provider when not given.",
    )
    available_handles: str | None = Field(
        default=None,
        title="Handles that exist",
        description="Handles the server can reach, separated by commas; every one when not given.",
    )
    check_after: bool = Field(
        default=True,
        title="Check the result",
        description=(
            "An automatic compaction counts its result against the threshold and may summarize again; one asked for "
            "at the endpoints does not."
        ),
    )
    prompt: str | None = Field(
        default=None,
        title="Own prompt",
        description="Replaces the mode's prompt; dropped when another mode takes over.",
    )
    prompt_acknowledgement: bool = Field(
        default=False,
        title="Acknowledgement",
        description="An assistant turn that says it is ready, between prompt and transcript; not in the self modes.",
    )
    clip_chars: int | None = Field(
        default=CLIP_CHARS,
        ge=0,
        title="Longest summary",
        description="Characters kept of a summary; none means no limit.",
        json_schema_extra={"unit": "characters"},
    )
