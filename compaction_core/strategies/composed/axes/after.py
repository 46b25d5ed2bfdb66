"""Axes 11, 12 and 13: where the summary stands, what is checked, and what happens when something fails."""

from typing import Literal

from pydantic import Field

from compaction_core.strategies.composed.axes.base import Axis


class Placement(Axis):
    """Axis 11: the summary's message, its place, and what is said beside it."""

    role: Literal["user", "assistant"] = Field(default="user", title="Role", description="Whose message it is.")
    place: Literal["at_the_cut", "first", "last", "into_next"] = Field(
        default="at_the_cut",
        title="Place",
        description=(
            "at_the_cut: in front of the first message behind those that go. last: behind all that stay. into_next: "
            "inside the first kept message of the user's behind the cut."
        ),
    )
    template: str = Field(
        default="Summary of the conversation so far:\n\n{summary}",
        max_length=20_000,
        title="Template",
        description="The text around the summary, which stands in place of {summary}.",
    )
    acknowledgement: str = Field(
        default="",
        max_length=2_000,
        title="Acknowledgement",
        description="An answer of the assistant right behind the summary; none if empty.",
    )
    repeat_last_user: bool = Field(
        default=False, title="Repeat the user", description="The user's newest text stands once more behind all."
    )


class Check(Axis):
    """Axis 12: what is looked at once the messages are chosen, or the summary is there."""

    over_line: Literal["nothing", "users_alone", "everything", "error"] = Field(
        default="nothing",
        title="If what stays is over the line",
        description=(
            "Without the summary, against the trigger's first line. users_alone: only the user's messages stay, and "
            "no summary. everything: all of it is summarized."
        ),
    )
    full_again: bool = Field(
        default=False,
        title="Second pass",
        description="If summary and kept messages fill the window, everything is summarized at once.",
    )
    blank: bool = Field(
        default=False, title="Accept a blank summary", description="Whether an empty answer is stored as it is."
    )


class Fallback(Axis):
    """Axis 13: what happens when the cut is refused, and when the summarizer fails."""

    refused: Literal["nothing", "error", "everything", "hide"] = Field(
        default="nothing",
        title="If it refuses to cut",
        description="hide: the share below of the messages behind the head is dropped, an even number, oldest first.",
    )
    hide_share: float = Field(
        default=0.5,
        gt=0,
        le=1,
        title="Share hidden",
        description="For hide: share of the messages behind the head.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    retries: int = Field(
        default=0,
        ge=0,
        le=10,
        title="Retries",
        description="How often a request that failed is sent again.",
        json_schema_extra={"unit": "requests"},
    )
    smaller: bool = Field(
        default=False,
        title="Smaller requests",
        description="A text that is too long is sent again without its middle, shorter and shorter.",
    )
    then: Literal["keep", "error"] = Field(
        default="error",
        title="If the summarizer fails",
        description="keep: go on with the messages as they were. error: stop and report it.",
    )
