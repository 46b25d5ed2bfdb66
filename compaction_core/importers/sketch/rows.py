"""What may stand in a sketch, as pydantic models: anything else is refused with its place."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, model_validator

from compaction_core.importers.shared.values import LATEST

MOST_MESSAGES = 20_000
"""Messages that a sketch may unfold to."""
MOST_CHARACTERS = 40_000_000
"""Characters that a sketch may unfold to, all texts together."""
SPEAKERS = ("system", "developer", "user", "assistant", "tool", "summary")
Amount = Annotated[int, Field(ge=0, le=2_000_000)]


Tokens = Annotated[int, Field(ge=0)]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Call(_Row):
    """A tool call."""

    id: str
    name: str = "run"
    arguments: dict[str, Any] = {}


class Piece(_Row):
    """One part of an assistant message, where their order matters."""

    text: str | None = None
    thinking: str | None = None
    signed: bool = True
    """Whether the thinking carries a provider's signature."""
    call: str | Call | None = None
    redacted: bool = False
    """Thinking that the provider gave out unreadable."""

    @model_validator(mode="after")
    def _one(self) -> "Piece":
        if sum((self.text is not None, self.thinking is not None, self.call is not None, self.redacted)) != 1:
            raise ValueError("a part is one of text, thinking, call, redacted")
        return self


class Reported(_Row):
    """What a provider reported for the call that gave this message; ``input`` excludes what the cache held."""

    input: Tokens = 0
    cache_read: Tokens = 0
    cache_write: Tokens = 0
    output: Tokens = 0


class Said(_Row):
    """One message: the speaker's field holds its text, the others say what it is made of."""

    system: str | None = None
    developer: str | None = None
    user: str | None = None
    assistant: str | None = None
    tool: str | None = None
    summary: str | None = None
    """The summary that a recorded compaction left, as a user message."""
    filler: Amount = 0
    """Words that are appended to the text, each one token of o200k and cl100k."""
    repeated: Annotated[int, Field(ge=1, le=100_000)] = 1
    """How often the text is written, one copy behind the other."""
    base64: Amount = 0
    """Characters of a base64 data address that is appended to the text."""
    image: Annotated[int, Field(ge=0, le=8_000_000)] = 0
    """Bytes of an image beside the text; its pixels are noise."""
    calls: list[str | Call] = []
    parts: list[Piece] = []
    of: str | None = None
    """The call that a tool answers."""
    error: bool = False
    """Whether the tool failed."""
    id: str | None = None
    usage: Reported | None = None
    stop_reason: str | None = None
    timestamp: Annotated[float, Field(ge=0, lt=LATEST, allow_inf_nan=False)] | None = None
    """Seconds since 1970, up to 2099."""
    meta: bool = False
    """Injected by the agent, hidden from the person."""
    trigger: Literal["auto", "manual"] | None = None
    tokens_before: Tokens | None = None
    tokens_after: Tokens | None = None

    @property
    def speaker(self) -> str:
        """The one speaker."""
        return next(name for name in SPEAKERS if name in self.model_fields_set)

    @model_validator(mode="after")
    def _sane(self) -> "Said":
        given = [name for name in SPEAKERS if name in self.model_fields_set]
        if len(given) != 1:
            raise ValueError(f"a message has one of {', '.join(SPEAKERS)}")
        if (self.calls or self.parts) and given != ["assistant"]:
            raise ValueError("only an assistant has calls and parts")
        if (given == ["tool"]) != (self.of is not None):
            raise ValueError("a tool names the call that it answers, `of: ID`; no other speaker does")
        return self


class Again(_Row):
    """Messages that come several times; the ids of their calls get a number."""

    times: Annotated[int, Field(ge=1, le=MOST_MESSAGES)]
    messages: list[Said] = Field(min_length=1)


def _kind(value: Any) -> str:
    """Which of the two a row is, so that what is wrong in it is told of that one."""
    return "group" if isinstance(value, Again) or (isinstance(value, dict) and "times" in value) else "message"


class Sketch(_Row):
    """The whole file."""

    sketch: Literal[1]
    title: str = ""
    model: str | None = None
    context_window: Annotated[int, Field(ge=1)] | None = None
    tools: Amount = 0
    """Tokens of tool schemas, filled with words."""
    messages: list[Annotated[Annotated[Said, Tag("message")] | Annotated[Again, Tag("group")], Discriminator(_kind)]]
    card: Any = None
    """What others keep beside the messages; not read here."""
