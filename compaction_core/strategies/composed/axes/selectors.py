"""Axis 5: how the place of the cut is proposed, or who stays whatever the place."""

from typing import Annotated, Literal

from pydantic import Field

from compaction_core.strategies.composed.axes.base import Axis
from compaction_core.strategies.composed.axes.budgets import Budget, Tokens


class Nothing(Axis):
    """No message goes: the passes before are all there is."""

    kind: Literal["nothing"] = "nothing"


class Everything(Axis):
    """Every message goes."""

    kind: Literal["everything"] = "everything"


class LastMessages(Axis):
    """A number of newest messages stays."""

    kind: Literal["last_messages"] = "last_messages"
    keep: int = Field(
        default=20,
        ge=0,
        le=1_000_000,
        title="Keep",
        description="Newest messages that stay; with no more than these nothing goes.",
        json_schema_extra={"unit": "messages"},
    )


class ShareOfMessages(Axis):
    """A share of the messages goes, oldest first."""

    kind: Literal["share_of_messages"] = "share_of_messages"
    share: float = Field(
        default=0.3,
        ge=0,
        le=1,
        title="Share",
        description="Share of the messages that goes, rounded down, at least one message.",
        json_schema_extra={"minimum": 0.0, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    least_share: float = Field(
        default=0.0,
        ge=0,
        le=1,
        title="Least share",
        description="A smaller share counts as this one.",
        json_schema_extra={"minimum": 0.0, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    most_share: float = Field(
        default=1.0,
        ge=0,
        le=1,
        title="Largest share",
        description="A larger share counts as this one.",
        json_schema_extra={"minimum": 0.0, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    keep: int = Field(
        default=10,
        ge=0,
        le=1_000_000,
        title="Keep",
        description="At least so many newest messages stay; with no more than these it refuses.",
        json_schema_extra={"unit": "messages"},
    )


class GrowingShare(Axis):
    """A share of the messages goes; it grows until what stays is small enough."""

    kind: Literal["growing_share"] = "growing_share"
    share: float = Field(
        default=0.3,
        gt=0,
        le=1,
        title="Share",
        description="Where it starts; at the same time what stays must be under (1 − share) of the window.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    step: float = Field(
        default=0.1,
        gt=0,
        le=1,
        title="Step",
        description="What the share grows by; having reached 1 it refuses.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    grows_first: bool = Field(
        default=True, title="Grows first", description="Whether it grows before the first try, or only behind it."
    )
    fewest: int = Field(
        default=4,
        ge=0,
        le=1_000_000,
        title="Fewest messages",
        description="A list of fewer messages is refused.",
        json_schema_extra={"unit": "messages"},
    )


class LastTurns(Axis):
    """A number of newest turns stays whole; a turn is a user's message and all until the next."""

    kind: Literal["last_turns"] = "last_turns"
    keep: int = Field(
        default=2,
        ge=0,
        le=1_000_000,
        title="Keep",
        description="Newest turns that stay; with fewer nothing goes.",
        json_schema_extra={"unit": "turns"},
    )
    before_the_first: bool = Field(
        default=False,
        title="Before the first",
        description="With exactly as many turns, whether what stands before the first of them goes.",
    )


class TailTokens(Axis):
    """The newest messages stay, as far as a budget of tokens reaches."""

    kind: Literal["tail_tokens"] = "tail_tokens"
    budget: Budget = Field(default=Tokens(), title="Budget", description="Where the tokens come from.")
    crossing: Literal["dropped", "kept"] = Field(
        default="dropped",
        title="The message that reaches it",
        description="dropped: what stays is within the budget. kept: what stays reaches the budget.",
    )
    nothing_fits: Literal["newest_stays", "everything_goes"] = Field(
        default="newest_stays",
        title="If not even one fits",
        description="For dropped: whether the newest message stays all the same. A single message then stays too.",
    )


class ByClass(Axis):
    """The user's messages stay, wherever they stand; everything else goes."""

    kind: Literal["user_messages"] = "user_messages"
    budget: int | None = Field(
        default=20_000,
        ge=0,
        le=1_000_000_000,
        title="Budget",
        description="Tokens of user messages that stay, newest first; empty: all of them.",
        json_schema_extra={"unit": "tokens"},
    )
    crossing: Literal["shortened", "dropped"] = Field(
        default="shortened",
        title="The message that does not fit",
        description="shortened: its middle goes, so that four bytes for each token left stay. Older ones go too.",
    )
    summaries: bool = Field(
        default=False, title="Earlier summaries", description="Whether a summary in the user's role is the user's."
    )
    injected: bool = Field(
        default=False,
        title="Injected messages",
        description="Whether messages in the user's role that a program put there are the user's.",
    )
    not_starting_with: tuple[str, ...] = Field(
        default=(),
        max_length=20,
        title="Not starting with",
        description="Messages that begin like this were put there by a program too.",
    )
    text_alone: bool = Field(default=False, title="Text alone", description="Whether images of kept messages go.")


class Pairs(Axis):
    """A share of the messages behind the protected head goes, an even number, oldest first."""

    kind: Literal["pairs"] = "pairs"
    share: float = Field(
        default=0.5,
        gt=0,
        le=1,
        title="Share",
        description="Share of the messages behind the head.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    tight_share: float = Field(
        default=0.75,
        gt=0,
        le=1,
        title="Share where it is tight",
        description="Taken where half of the context is above the limit of the trigger's first line.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    ends_with_answer: bool = Field(
        default=True,
        title="Ends with an answer",
        description="If the last message that goes is no assistant's, one less goes.",
    )


Selector = Annotated[
    Nothing | Everything | LastMessages | ShareOfMessages | GrowingShare | LastTurns | TailTokens | ByClass | Pairs,
    Field(discriminator="kind"),
]
