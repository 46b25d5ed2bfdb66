"""Axis 3: what is done to messages before a cut is looked for, without any model."""

from typing import Annotated, Literal

from pydantic import Field

from compaction_core.strategies.composed.axes.base import Axis


class ClearResults(Axis):
    """Old tool results leave a placeholder."""

    kind: Literal["clear_results"] = "clear_results"
    keep_newest: int = Field(
        default=5,
        ge=0,
        le=1_000_000,
        title="Newest kept",
        description="So many newest tool results stay whole.",
        json_schema_extra={"unit": "tool results"},
    )
    protect_tokens: int = Field(
        default=0,
        ge=0,
        le=1_000_000_000,
        title="Newest tokens kept",
        description="Tool results stay too as long as they and the newer ones come to no more tokens than this.",
        json_schema_extra={"unit": "tokens"},
    )
    protect_turns: int = Field(
        default=0,
        ge=0,
        le=1_000_000,
        title="Newest turns kept",
        description="Tool results of so many newest turns stay.",
        json_schema_extra={"unit": "turns"},
    )
    which: Literal["all", "with_call"] = Field(
        default="all", title="Which results", description="with_call: only those whose call stands in the list."
    )
    exclude_tools: str = Field(
        default="",
        max_length=2_000,
        title="Tools left alone",
        description="Names with commas, whose results are never cleared.",
    )
    least_gain: int = Field(
        default=0,
        ge=0,
        le=1_000_000_000,
        title="Least gain",
        description="Nothing is cleared unless at least so many tokens go.",
        json_schema_extra={"unit": "tokens"},
    )
    again: bool = Field(
        default=True, title="Clear again", description="Results that were cleared before get the placeholder too."
    )
    calls_too: bool = Field(
        default=False, title="Clear calls too", description="The arguments of a cleared result's call go as well."
    )
    placeholder: str = Field(
        default="[old tool output cleared]",
        max_length=2_000,
        title="Placeholder",
        description="What stands in place of a result.",
    )


class ShortenResults(Axis):
    """Long tool results lose their middle."""

    kind: Literal["shorten_results"] = "shorten_results"
    longest: int = Field(
        default=2_000,
        ge=0,
        le=100_000_000,
        title="Longest",
        description="Only results of more characters are shortened.",
        json_schema_extra={"unit": "characters"},
    )
    head: int = Field(
        default=500,
        ge=0,
        le=100_000_000,
        title="Start kept",
        description="Characters of the start that stay.",
        json_schema_extra={"unit": "characters"},
    )
    tail: int = Field(
        default=500,
        ge=0,
        le=100_000_000,
        title="End kept",
        description="Characters of the end that stay.",
        json_schema_extra={"unit": "characters"},
    )
    protect_turns: int = Field(
        default=0,
        ge=0,
        le=1_000_000,
        title="Newest turns kept",
        description="Tool results of so many newest turns stay whole; with fewer turns all of them do.",
        json_schema_extra={"unit": "turns"},
    )


class ClearThinking(Axis):
    """Thinking of older turns is left out."""

    kind: Literal["clear_thinking"] = "clear_thinking"
    keep_turns: int = Field(
        default=1,
        ge=0,
        le=1_000_000,
        title="Thinking turns kept",
        description="The newest turns with thinking that keep it.",
        json_schema_extra={"unit": "turns"},
    )


class ClearRepeatedReads(Axis):
    """Of each file that was read several times, only the newest reading stays."""

    kind: Literal["clear_repeated_reads"] = "clear_repeated_reads"
    tools: str = Field(
        default="read_file, Read, read, view",
        max_length=2_000,
        title="Reading tools",
        description="Names with commas of the tools that read a file, whose path is an argument path or file_path.",
    )
    placeholder: str = Field(
        default="[this file was read again later: see the newest reading]",
        max_length=2_000,
        title="Placeholder",
        description="What stands in place of an older reading.",
    )


class DropEnd(Axis):
    """Answers and results at the end go while the list is larger than the window."""

    kind: Literal["drop_end"] = "drop_end"


class DropReply(Axis):
    """The model's message at the end goes, and after it a message that is nothing but calls."""

    kind: Literal["drop_reply"] = "drop_reply"


class DropBeforeSummary(Axis):
    """What stands before the newest summary goes."""

    kind: Literal["drop_before_summary"] = "drop_before_summary"


Pass = Annotated[
    ClearResults | ShortenResults | ClearThinking | ClearRepeatedReads | DropEnd | DropReply | DropBeforeSummary,
    Field(discriminator="kind"),
]


class Passes(Axis):
    """What is done first, in order, and when that is enough."""

    steps: tuple[Pass, ...] = Field(default=(), max_length=8, title="Passes", description="One after another.")
    enough: Literal["never", "within_line", "share_saved"] = Field(
        default="never",
        title="Enough if",
        description=(
            "within_line: the context without what was cleared does not cross the first line of the trigger. "
            "share_saved: the share below of all characters was saved. Then no cut is made."
        ),
    )
    share_saved: float = Field(
        default=0.3,
        ge=0,
        le=1,
        title="Share saved",
        description="For share_saved: share of the characters of all messages.",
        json_schema_extra={"minimum": 0.0, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
