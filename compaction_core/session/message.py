"""Messages and their parts: the records of which a session holds tens of thousands.

They are slotted dataclasses, validated by pydantic like every other record: a third of the memory of a model, and
quicker to read. ``dataclasses.replace`` makes a changed copy.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from compaction_core.session.record import Displayed

Role = Literal["system", "developer", "user", "assistant", "tool"]
Flag = Literal["meta", "synthetic", "pruned", "error"]
STRICT = ConfigDict(extra="forbid")


class Piece(Displayed):
    """What messages, their parts and usage are; like a ``Record``, a frozen value."""

    __slots__ = ("__weakref__",)


@dataclass(config=STRICT, frozen=True, slots=True, kw_only=True)
class Text(Piece):
    """Plain text, as the model reads or writes it."""

    kind: Literal["text"] = "text"
    text: str


@dataclass(config=STRICT, frozen=True, slots=True, kw_only=True)
class Reasoning(Piece):
    """Readable thinking. ``signature`` is the provider's proof of it, opaque to us."""

    kind: Literal["reasoning"] = "reasoning"
    text: str
    signature: str | None = None


@dataclass(config=STRICT, frozen=True, slots=True, kw_only=True)
class ToolCall(Piece):
    """One call the model made. ``arguments`` is the raw JSON string, even if it is not valid JSON."""

    kind: Literal["tool_call"] = "tool_call"
    id: str
    name: str
    arguments: str = "{}"


@dataclass(config=STRICT, frozen=True, slots=True, kw_only=True)
class ToolResult(Piece):
    """The text a tool gave back for call ``call_id``; its images are parts beside it."""

    kind: Literal["tool_result"] = "tool_result"
    call_id: str
    text: str
    is_error: bool = False


@dataclass(config=STRICT, frozen=True, slots=True, kw_only=True)
class Image(Piece):
    """An image: ``source`` is a data URI or an address; sizes in pixels, None when unknown."""

    kind: Literal["image"] = "image"
    source: str
    media_type: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(config=STRICT, frozen=True, slots=True, kw_only=True)
class File(Piece):
    """An attached file; ``text`` is its readable content, None when it has none we can read."""

    kind: Literal["file"] = "file"
    name: str
    media_type: str | None = None
    text: str | None = None


@dataclass(config=STRICT, frozen=True, slots=True, kw_only=True)
class Opaque(Piece):
    """A block that entered the context but that we cannot read: its type and its raw JSON."""

    kind: Literal["opaque"] = "opaque"
    type: str
    raw: str = ""


Part = Annotated[Text | Reasoning | ToolCall | ToolResult | Image | File | Opaque, Field(discriminator="kind")]


@dataclass(config=STRICT, frozen=True, slots=True, kw_only=True)
class Usage(Piece):
    """Tokens a provider reported for one call. ``input`` excludes what was read from or written to cache."""

    input: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    reasoning: int = 0

    @property
    def context(self) -> int:
        """Tokens of the request: fresh input, cache reads and cache writes."""
        return self.input + self.cache_read + self.cache_write

    @property
    def total(self) -> int:
        """The request and the answer."""
        return self.context + self.output


@dataclass(config=STRICT, frozen=True, slots=True, kw_only=True)
class Message(Piece):
    """One message of the model's list, with what the file says about it."""

    role: Role
    parts: tuple[Part, ...] = ()
    name: str | None = None
    id: str | None = None
    timestamp: float | None = None
    """Seconds since 1970, UTC."""
    model: str | None = None
    usage: Usage | None = None
    stop_reason: str | None = None
    summary: str | None = None
    """Set when this message is the summary of an earlier compaction: its text without any wrapper."""
    flags: tuple[Flag, ...] = ()
    line: int | None = None
    """0-based line of the file the message starts on."""

    @property
    def is_prompt(self) -> bool:
        """A system or developer prompt: no system replayed here ever compacts one away."""
        return self.role in ("system", "developer")

    @property
    def text(self) -> str:
        """The readable text of the message: its text, tool-result and file parts, joined by newlines."""
        # By kind and not by class, here and below: every strategy and picture asks this of every message.
        return "\n".join(
            [p.text for p in self.parts if (p.kind == "text" or p.kind == "tool_result" or p.kind == "file") and p.text]
        )

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The tool calls of the message."""
        return tuple([p for p in self.parts if p.kind == "tool_call"])

    @property
    def result(self) -> ToolResult | None:
        """The tool result of the message, if it is one."""
        for part in self.parts:
            if part.kind == "tool_result":
                return part
        return None
