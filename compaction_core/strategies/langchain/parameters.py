"""The settings of LangChain's three ways."""

from typing import Literal

from pydantic import Field, field_validator

from compaction_core.strategies.base import Parameters
from compaction_core.strategies.langchain.clearing import PLACEHOLDER
from compaction_core.strategies.langchain.trigger import Clause, Condition, parsed

Kind = Literal["fraction", "tokens", "messages"]


class SummarizationParameters(Parameters):
    """``SummarizationMiddleware``. The release has no trigger by default and then never runs."""

    trigger_fraction: float = Field(
        default=0.8,
        gt=0,
        le=1,
        title="Runs at",
        description=(
            "Share of the model's input limit at which it runs, for the trigger kind fraction. The release sets no "
            "trigger and then never runs; 0.8 is the example of its documentation."
        ),
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    keep_value: int = Field(
        default=20,
        ge=1,
        title="Keeps",
        description="Messages, or tokens, that stay at the end; see the keep kind.",
        json_schema_extra={"unit": "messages or tokens"},
    )
    trigger_kind: Literal["fraction", "tokens", "messages", "none"] = Field(
        default="fraction",
        title="Trigger kind",
        description="What the first trigger looks at. With none, only the further triggers count.",
    )
    trigger_value: int = Field(
        default=4_000,
        ge=1,
        title="Trigger value",
        description="For the trigger kinds tokens and messages: it runs at this number or above.",
        json_schema_extra={"unit": "tokens or messages"},
    )
    trigger_more: str = Field(
        default="",
        title="Further triggers",
        description="Any of these triggers too, for instance: messages>=50 and tokens>=4000 or fraction>=0.9",
    )
    keep_kind: Kind = Field(
        default="messages",
        title="Keep kind",
        description="What is kept is counted in messages, in tokens, or as a share of the model's input limit.",
    )
    keep_fraction: float = Field(
        default=0.3,
        gt=0,
        le=1,
        title="Keep share",
        description="For the keep kind fraction: share of the model's input limit that stays.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    trim_tokens_to_summarize: int | None = Field(
        default=4_000,
        ge=1,
        title="The summarizer reads",
        description="Newest tokens of what is summarized that reach the summarizer. Empty: all of it.",
        json_schema_extra={"unit": "tokens"},
    )

    @field_validator("trigger_more")
    @classmethod
    def _readable(cls, text: str) -> str:
        parsed(text)
        return text

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All triggers; any one of them is enough."""
        more = parsed(self.trigger_more)
        if self.trigger_kind == "none":
            return more
        value = self.trigger_fraction if self.trigger_kind == "fraction" else self.trigger_value
        return ((Condition(self.trigger_kind, value),), *more)


class ClearToolUsesParameters(Parameters):
    """``ClearToolUsesEdit``."""

    trigger: int = Field(
        default=100_000,
        ge=0,
        title="Runs above",
        description="Tokens of the list that must be exceeded.",
        json_schema_extra={"unit": "tokens"},
    )
    keep: int = Field(
        default=3,
        ge=0,
        title="Results kept",
        description="The newest tool results that stay whole. Each result counts, also of calls made at once.",
        json_schema_extra={"unit": "tool results"},
    )
    clear_at_least: int = Field(
        default=0,
        ge=0,
        title="Stops after",
        description=(
            "Tokens saved at which it stops; 0: it clears every older result. If less can be saved, it clears all the "
            "same."
        ),
        json_schema_extra={"unit": "tokens"},
    )
    clear_tool_inputs: bool = Field(
        default=False,
        title="Clear calls too",
        description="Whether the arguments of the cleared results' calls go as well.",
    )
    exclude_tools: str = Field(
        default="",
        title="Excluded tools",
        description="Names of tools whose results stay, with commas between them.",
    )
    placeholder: str = Field(
        default=PLACEHOLDER,
        title="Placeholder",
        description="What stands in place of a result. A shorter result gets longer by it.",
    )

    @property
    def excluded(self) -> tuple[str, ...]:
        """The names."""
        return tuple(name.strip() for name in self.exclude_tools.split(",") if name.strip())


class TrimMessagesParameters(Parameters):
    """``trim_messages``."""

    max_tokens: int | None = Field(
        default=None,
        ge=0,
        title="At most",
        description="Tokens that stay. The release wants a number; not given here: the window.",
        json_schema_extra={"unit": "tokens"},
    )
    keep_end: Literal["last", "first"] = Field(  # the release's own name, strategy, is that of an argument of plan()
        default="last",
        title="Keeps the",
        description="Which end of the list stays; the release calls it strategy.",
    )
    start_on: Literal["any", "human", "ai", "tool"] = Field(
        default="any",
        title="Starts on",
        description="With last: what stays begins with a message of this kind, and may be nothing.",
    )
    end_on: Literal["any", "human", "ai", "tool", "human, tool"] = Field(
        default="any",
        title="Ends on",
        description="What stays ends with a message of this kind.",
    )
    include_system: bool = Field(
        default=False,
        title="Count the system prompt",
        description=(
            "With last: the system prompt is counted and stays. Otherwise it is not in the list here; in the release "
            "it goes like any old message."
        ),
    )
    allow_partial: bool = Field(
        default=False,
        title="Parts of a message",
        description="Whether the first message that does not fit stays with those of its lines that do.",
    )
