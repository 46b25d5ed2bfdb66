"""The settings of the compaction session, the trimmer and the server's own compaction."""

from typing import Literal

from pydantic import Field

from compaction_core.strategies.base import Parameters
from compaction_core.strategies.openai_agents.rules import SHARE, Mode, Policy

CANDIDATES = 10


class SessionParameters(Parameters):
    """OpenAIResponsesCompactionSession."""

    compaction_threshold: int = Field(
        default=CANDIDATES,
        ge=0,
        title="Compact at",
        description="Items that are neither a user's message nor a compaction item; the hook may be any function.",
        json_schema_extra={"unit": "items"},
    )
    compaction_mode: Mode = Field(
        default="auto",
        title="Mode",
        description="How the request names the history: the items, or the id of the last response.",
    )
    model: str = Field(default="gpt-4.1", title="Model", description="The model that compacts: gpt-…, o… or ft:….")
    store: Literal["not set", "true", "false"] = Field(
        default="not set", title="Stored", description="Whether the run's responses are stored at the server."
    )
    has_previous_response_id: bool = Field(
        default=True, title="Has a response id", description="Whether the last run left the id of a response."
    )
    automatic: bool = Field(
        default=True,
        title="Automatic",
        description="After a run. Off: run_compaction called by hand, which does not look for open calls.",
    )

    @property
    def stored(self) -> bool | None:
        """None where it is not set."""
        return None if self.store == "not set" else self.store == "true"


class TrimmerParameters(Parameters):
    """ToolOutputTrimmer."""

    recent_turns: int = Field(
        default=2,
        ge=1,
        title="Recent turns",
        description="Nothing is trimmed from the N-th user message from the end on; with fewer nothing at all.",
        json_schema_extra={"unit": "user messages"},
    )
    max_output_chars: int = Field(
        default=500,
        ge=1,
        title="Longest output",
        description="Longer outputs of older turns are trimmed.",
        json_schema_extra={"unit": "characters"},
    )
    preview_chars: int = Field(
        default=200,
        ge=0,
        title="Preview",
        description="What stays of a trimmed output, from its start.",
        json_schema_extra={"unit": "characters"},
    )
    trimmable_tools: str | None = Field(
        default=None, title="Only these tools", description="Names with commas between them; not given: all tools."
    )

    @property
    def tools(self) -> frozenset[str] | None:
        """The names; None: all tools."""
        if self.trimmable_tools is None:
            return None
        return frozenset(name.strip() for name in self.trimmable_tools.split(",") if name.strip())


class ResponsesParameters(Parameters):
    """``context_management`` of a request, by hand or as the sandbox capability sets it."""

    compact_threshold: int | None = Field(
        default=None,
        ge=0,
        title="Compact at",
        description="Tokens of the request. Not given: as the SDK's sandbox capability sets it, by the two below.",
        json_schema_extra={"unit": "tokens"},
    )
    policy: Policy = Field(
        default="auto",
        title="Policy",
        description="auto: a share of the window where it is known; else, and for static_default, 240,000 tokens.",
    )
    threshold: float = Field(
        default=SHARE,
        ge=0,
        le=1,
        title="Share of the window",
        description="Of a known window, rounded down.",
        json_schema_extra={"minimum": 0.0, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
