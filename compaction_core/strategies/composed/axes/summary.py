"""Axes 8, 9 and 10: what the summarizer reads, what it is asked, and what it is told of an earlier summary."""

from typing import Annotated, Literal

from pydantic import Field, field_validator

from compaction_core.strategies.composed.axes.base import Axis
from compaction_core.summarizers.prompts import prompt_names

Reads = Literal["what_goes", "everything", "with_first"]


def _known(name: str) -> str:
    if name not in prompt_names():
        raise ValueError(f"there is no prompt of that name; choose one of: {', '.join(prompt_names())}")
    return name


class NoSummary(Axis):
    """No model is asked: what goes is dropped."""

    kind: Literal["none"] = "none"


class Transcript(Axis):
    """One text with a line for each message."""

    kind: Literal["transcript"] = "transcript"
    reads: Reads = Field(
        default="what_goes",
        title="Reads",
        description="everything: also what stays. with_first: the first message in front of what goes.",
    )
    result_chars: int | None = Field(
        default=2_000,
        ge=0,
        le=100_000_000,
        title="Tool results",
        description="Characters of each tool result that are read; empty: all of it.",
        json_schema_extra={"unit": "characters"},
    )
    reasoning: bool = Field(default=False, title="Reasoning", description="Whether the model's thinking is read.")


class Native(Axis):
    """The messages as they are, and the request behind them."""

    kind: Literal["native"] = "native"
    reads: Reads = Field(
        default="what_goes",
        title="Reads",
        description="everything: also what stays. with_first: the first message in front of what goes.",
    )


View = Annotated[NoSummary | Transcript | Native, Field(discriminator="kind")]


class Asked(Axis):
    """Axis 9: the request for a summary."""

    prompt: str = Field(
        default="textbook_summary",
        title="Prompt",
        description="One of the bundled prompts.",
        json_schema_extra={"choices": "prompts"},
    )
    own: str | None = Field(
        default=None, max_length=20_000, title="Own prompt", description="Replaces the bundled prompt."
    )
    focus: str = Field(
        default="",
        max_length=2_000,
        title="Focus",
        description="What to pay special attention to, where the prompt has a place for it.",
    )
    longest: int | None = Field(
        default=None,
        ge=1,
        le=100_000_000,
        title="Longest summary",
        description="Characters of a summary that are stored; empty: all of them.",
        json_schema_extra={"unit": "characters"},
    )

    _names = field_validator("prompt")(_known)


class InHistory(Axis):
    """An earlier summary is a message like any other and is summarized again."""

    kind: Literal["in_history"] = "in_history"


class Update(Axis):
    """The last summary is handed over to be brought up to date; it is no message of the list."""

    kind: Literal["update"] = "update"
    prompt: str = Field(
        default="pi_update",
        title="Prompt",
        description="One of the bundled prompts, for the update of an earlier summary.",
        json_schema_extra={"choices": "prompts"},
    )
    lost_without_history: bool = Field(
        default=False,
        title="Lost without history",
        description="With the start of a split turn summarized apart and nothing before it, the summary is lost.",
    )

    _names = field_validator("prompt")(_known)


Previous = Annotated[InHistory | Update, Field(discriminator="kind")]
