"""Axis 1, when it acts, and axis 2, how it counts."""

from typing import Annotated, Literal

from pydantic import Field, field_validator

from compaction_core.strategies.composed.axes.base import Axis
from compaction_core.strategies.composed.axes.limits import Limit, Share
from compaction_core.tokens import counters


class Usage(Axis):
    """The last total that the provider reported, and an estimate of what came later."""

    kind: Literal["usage"] = "usage"
    strict: bool = Field(
        default=False,
        title="Whole answers only",
        description=(
            "Reports of answers that failed or were broken off do not count, and after a summary the list is counted "
            "anew. Off: any report counts that is newer than the newest summary."
        ),
    )


class Request(Axis):
    """The size of the last request as the provider reported it, and nothing of what came later."""

    kind: Literal["request"] = "request"


class Counted(Axis):
    """System prompt, tools and every message, by the estimator."""

    kind: Literal["counted"] = "counted"


class Conversation(Axis):
    """Every message by the estimator, without system prompt and tools."""

    kind: Literal["conversation"] = "conversation"
    or_reported: bool = Field(
        default=False,
        title="Or as reported",
        description="What the newest answer reports counts, where that is more.",
    )


class Items(Axis):
    """The number of messages, as the estimator's unit cuts them."""

    kind: Literal["messages"] = "messages"


class ToolUses(Axis):
    """The number of tool calls."""

    kind: Literal["tool_uses"] = "tool_uses"


Metric = Annotated[Usage | Request | Counted | Conversation | Items | ToolUses, Field(discriminator="kind")]


class Line(Axis):
    """One condition: a metric, a limit, and when they are compared."""

    metric: Metric = Field(default=Usage(), title="Metric", description="What is compared.")
    limit: Limit = Field(default=Share(), title="Limit", description="What it is compared with.")
    comparison: Literal["above", "at_or_above"] = Field(
        default="above", title="Acts", description="Whether the limit itself is enough."
    )
    phase: Literal["before_call", "after_answer", "after_turn", "prompt_and_answer"] = Field(
        default="before_call",
        title="Looks",
        description=(
            "before_call: after a user's message or the last result of a batch. after_answer: after every answer. "
            "after_turn: after an answer without a call. prompt_and_answer: after a user's message and every answer."
        ),
    )
    passes_over: Literal["nothing", "aborted", "failed", "refused"] = Field(
        default="nothing",
        title="Passes over answers",
        description=(
            "aborted: those that were broken off. failed: those, and answers that ended in an error. refused: those in "
            "which the model refuses."
        ),
    )
    only_fresh: bool = Field(
        default=False,
        title="Only fresh answers",
        description="Answers that are not newer than the newest summary are not looked at.",
    )


class Trigger(Axis):
    """When it acts: as soon as one of the lines is crossed; without a line only when asked to."""

    lines: tuple[Line, ...] = Field(
        default=(Line(),), max_length=8, title="Lines", description="Any one of them is enough."
    )


class Estimator(Axis):
    """How it counts, and what one message is."""

    counter: str = Field(
        default="o200k_base",
        title="Counter",
        description="The token counter that decides.",
        json_schema_extra={"choices": "counters"},
    )
    unit: Literal["message", "api_message"] = Field(
        default="message",
        title="One message is",
        description="message: every row of the session. api_message: results that follow each other are one.",
    )
    prompts_joined: bool = Field(
        default=False,
        title="Prompts as one text",
        description="System prompts are put together before they are counted; off: each is counted and rounded.",
    )
    scaled: bool = Field(
        default=False,
        title="Scaled by usage",
        description=(
            "The total of a list of more than one message is multiplied by the last reported total over its estimate, "
            "held between 1 and 1.25."
        ),
    )

    @field_validator("counter")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in counters.names():
            raise ValueError(f"there is no token counter of that name; choose one of: {', '.join(counters.names())}")
        return name
