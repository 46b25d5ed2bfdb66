"""The settings of opencode's compaction, in its own names."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, JsonValue

from compaction_core.strategies.base import Parameters
from compaction_core.strategies.opencode.generations import GENERATIONS, Generation, Release

TOKENS: dict[str, JsonValue] = {"unit": "tokens"}


def _switch(value: Any) -> Any:
    """The system's own true and false."""
    if value is None:
        return "default"
    return ("off", "on")[value] if isinstance(value, bool) else value


class OpencodeParameters(Parameters):
    """``compaction.*`` of the configuration, the model's limits, and how it was triggered."""

    release: Release = Field(
        default="1.18.34",
        title="Release",
        description=(
            "Which generation decides. 1.0 and 1.3.2 summarize everything and prune by default; 1.14.34 keeps the "
            "last two turns within 8,000 tokens; 1.18.34 keeps as many turns as fit into 15,000."
        ),
    )
    preserve_recent_tokens: int | None = Field(
        default=None,
        ge=0,
        title="Tail budget",
        description="Tokens that may stay word for word. Default: a quarter of what is usable, at least 2,000 and at "
        "most 8,000 (1.14.34) or 15,000 (1.18.34). Older releases keep nothing.",
        json_schema_extra=TOKENS,
    )
    tail_turns: int | None = Field(
        default=None,
        ge=0,
        title="Turns in the tail",
        description="So many newest turns may stay; 0 keeps none. Default: 2 in 1.14.34, as many as fit in 1.18.34.",
        json_schema_extra={"unit": "turns"},
    )
    triggered_by: Literal["auto", "manual", "overflow"] = Field(
        default="auto",
        title="Triggered by",
        description="auto: the usage reached the line, and the agent is told to go on. manual: by /compact, and "
        "nothing is added. overflow: the provider refused the request, and the last user message is posted again.",
    )
    prune: Annotated[Literal["default", "on", "off"], BeforeValidator(_switch)] = Field(
        default="default",
        title="Prune tool outputs",
        description="Clear old tool outputs first. Default: on in 1.0 and 1.3.2, off from 1.14.34 on. A compaction "
        "after an overflow never prunes.",
    )
    auto: bool = Field(default=True, title="Automatic", description="Off: only /compact compacts.")
    reserved: int | None = Field(
        default=None,
        ge=0,
        title="Reserved",
        description="Tokens kept free below the input limit; default 20,000 or the output limit, if that is less. "
        "Without an input limit it has no effect.",
        json_schema_extra=TOKENS,
    )
    input_limit: int | None = Field(
        default=None,
        ge=0,
        title="Input limit",
        description="The model's limit on the input, for the few models that have one beside the window.",
        json_schema_extra=TOKENS,
    )
    output_limit: int | None = Field(
        default=None,
        ge=0,
        title="Output limit",
        description="The model's longest answer. Unknown, 0 or more than 32,000 counts as 32,000.",
        json_schema_extra=TOKENS,
    )

    @property
    def generation(self) -> Generation:
        """What the chosen release does."""
        return GENERATIONS[self.release]

    @property
    def prunes(self) -> bool:
        """Whether old tool outputs are cleared."""
        chosen = self.generation.prunes if self.prune == "default" else self.prune == "on"
        return chosen and self.triggered_by != "overflow"

    @property
    def turns(self) -> int | None:
        """How many turns the tail may hold; None: as many as fit."""
        return self.generation.tail_turns if self.tail_turns is None else self.tail_turns


class PruneParameters(Parameters):
    """Pruning alone; its two numbers are constants of every release."""

    release: Release = Field(
        default="1.18.34", title="Release", description="1.0 protects no tool; later releases protect skill."
    )
    prune_protect: int = Field(
        default=40_000,
        ge=0,
        title="Protected",
        description="So many tokens of newest tool output stay. No release offers another number.",
        json_schema_extra={**TOKENS, "released": False},
    )
    prune_minimum: int = Field(
        default=20_000,
        ge=0,
        title="Minimum",
        description="Nothing is cleared unless it is more than this. No release offers another number.",
        json_schema_extra={**TOKENS, "released": False},
    )

    @property
    def protected_tools(self) -> tuple[str, ...]:
        """Tools whose outputs are never cleared."""
        return GENERATIONS[self.release].protected_tools


class SecondCoreParameters(Parameters):
    """Settings of the second core inside 1.18.34."""

    keep_tokens: int = Field(
        default=8_000,
        ge=0,
        title="Recent part",
        description="keep.tokens: newest entries go on as text while they come to no more than this.",
        json_schema_extra=TOKENS,
    )
    buffer: int = Field(
        default=20_000,
        ge=0,
        title="Buffer",
        description="Tokens of the window that stay free, unless the answer may be longer.",
        json_schema_extra=TOKENS,
    )
    max_tokens: int | None = Field(
        default=None,
        ge=0,
        title="Longest answer asked for",
        description="The request's maximum; the model's output limit when not given.",
        json_schema_extra=TOKENS,
    )
    output_limit: int | None = Field(
        default=None,
        ge=0,
        title="Output limit",
        description="The model's longest answer; unknown counts as 0, and then the buffer decides.",
        json_schema_extra=TOKENS,
    )
    auto: bool = Field(default=True, title="Automatic", description="Off: nothing triggers by itself.")
