"""The records everything else is made of.

A **Session** is one agent transcript. It holds **Message**\\ s in file order; a message has a role and
**parts** (text, reasoning, tool calls, a tool result, images, files, and *opaque* blocks we keep but cannot
read). Messages are OpenAI-shaped: one ``tool`` message per result, a system prompt is message 0.

>>> hello = Message(role="user", parts=(Text(text="hi"),))
>>> Session(format="openai_chat", messages=(hello,)).messages[0].text
'hi'
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Role = Literal["system", "developer", "user", "assistant", "tool"]
Flag = Literal["meta", "synthetic", "pruned", "error"]


class Record(BaseModel):
    """A frozen value. Equal content is equal; JSON and back is equal."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """How Jupyter shows the record; see ``display``, which is not needed for anything else."""
        from compaction_core.display import mimebundle

        return mimebundle(self)


class Text(Record):
    """Plain text, as the model reads or writes it."""

    kind: Literal["text"] = "text"
    text: str


class Reasoning(Record):
    """Readable thinking. ``signature`` is the provider's proof of it, opaque to us."""

    kind: Literal["reasoning"] = "reasoning"
    text: str
    signature: str | None = None


class ToolCall(Record):
    """One call the model made. ``arguments`` is the raw JSON string, even if it is not valid JSON."""

    kind: Literal["tool_call"] = "tool_call"
    id: str
    name: str
    arguments: str = "{}"


class ToolResult(Record):
    """The text a tool gave back for call ``call_id``; its images are parts beside it."""

    kind: Literal["tool_result"] = "tool_result"
    call_id: str
    text: str
    is_error: bool = False


class Image(Record):
    """An image: ``source`` is a data URI or an address; sizes in pixels, None when unknown."""

    kind: Literal["image"] = "image"
    source: str
    media_type: str | None = None
    width: int | None = None
    height: int | None = None


class File(Record):
    """An attached file; ``text`` is its readable content, None when it has none we can read."""

    kind: Literal["file"] = "file"
    name: str
    media_type: str | None = None
    text: str | None = None


class Opaque(Record):
    """A block that entered the context but that we cannot read: its type and its raw JSON."""

    kind: Literal["opaque"] = "opaque"
    type: str
    raw: str = ""


Part = Annotated[Text | Reasoning | ToolCall | ToolResult | Image | File | Opaque, Field(discriminator="kind")]


class Usage(Record):
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


class Message(Record):
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

    def model_post_init(self, _: Any, /) -> None:
        """Share the sets of field names that pydantic makes for every record: half the memory of a short message."""
        _share(self, "__pydantic_fields_set__", _FIELDS[Message])
        for part in self.parts:
            _share(part, "__pydantic_fields_set__", _FIELDS[type(part)])
        if self.usage is not None:
            _share(self.usage, "__pydantic_fields_set__", _FIELDS[Usage])

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


_share = object.__setattr__  # records are frozen
_FIELDS: dict[type[Record], set[str]] = {
    kind: set(kind.model_fields)
    for kind in (Message, Usage, Text, Reasoning, ToolCall, ToolResult, Image, File, Opaque)
}


class RecordedCompaction(Record):
    """A compaction that the file itself records.

    ``index`` is the message that stands first in the context afterwards (the summary, where there is one):
    all messages before it were hidden. For ``kind="clear"`` nothing is hidden, old tool results were blanked.
    """

    index: int
    kind: Literal["compact", "clear"] = "compact"
    kept: tuple[int, ...] = ()
    """Messages before ``index`` that stayed in the context word for word; their place in it is taken to be the file's
    order, so in front of the summary."""
    trigger: str | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None
    timestamp: float | None = None


class Thread(Record):
    """A sub-agent's own messages, never part of the main list."""

    id: str
    messages: tuple[Message, ...]


class Warning(Record):
    """Something an importer skipped, mended or could not read; ``line`` is 0-based, that of the first."""

    code: str
    text: str
    line: int | None = None
    count: int | None = None
    """How many messages, rows or entries it is about, where that is a number."""


class Integrity(Record):
    """What became of the bytes of the file."""

    detected_by: str = ""
    """Why the importer took the file, in one clause."""
    lines: int = 0
    unreadable: tuple[int, ...] = ()
    """0-based numbers of the lines that are not JSON objects."""
    merged_rows: int = 0
    """Rows that joined an earlier row of the same message."""
    skipped_rows: int = 0
    """Readable rows that hold no message (bookkeeping)."""
    broken_parents: tuple[int, ...] = ()
    """0-based numbers of the lines whose parent row is not in the file; the row before stands for it."""
    warnings: tuple[Warning, ...] = ()

    @property
    def leaves_out_results(self) -> bool:
        """Whether the file shows calls and not every result, as its importer found."""
        return any(warning.code == "no_results" for warning in self.warnings)


class Session(Record):
    """One transcript, as loaded. Everything that later happens to it is another record."""

    format: str
    title: str = ""
    version: str | None = None
    model: str | None = None
    context_window: int | None = None
    tools: str | None = None
    """The tool schemas as one JSON string, where the file has them."""
    messages: tuple[Message, ...]
    compactions: tuple[RecordedCompaction, ...] = ()
    threads: tuple[Thread, ...] = ()
    integrity: Integrity = Integrity()

    @cached_property
    def digest(self) -> str:
        """16 hex digits of messages, tools and recorded compactions: tells files apart, proves nothing."""
        digest = hashlib.blake2b(digest_size=8)
        for message in self.messages:
            digest.update(message.model_dump_json(exclude={"line"}).encode())
        digest.update(repr((self.tools, self.compactions)).encode())
        return digest.hexdigest()

    @cached_property
    def prompts(self) -> tuple[int, ...]:
        """Indexes of the system and developer prompts."""
        return tuple(i for i, message in enumerate(self.messages) if message.is_prompt)

    @cached_property
    def reports(self) -> bool:
        """Whether it holds a provider's report of tokens."""
        return any(message.usage is not None and message.usage.total for message in self.messages)

    @cached_property
    def stretches(self) -> tuple[tuple[int, int], ...]:
        """The ranges between recorded compactions: each is one growing context."""
        return tuple(pairwise(sorted({len(self.messages), *self._starts})))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """Where contexts start, ascending: 0, and behind every recorded compaction."""
        return tuple(sorted({0, *(c.index for c in self.compactions if c.kind == "compact")}))

    @cached_property
    def kept_before(self) -> dict[int, tuple[int, ...]]:
        """For every recorded compaction, by its index: the messages before it that stayed word for word, ascending.

        System prompts, which always stay, are left out.
        """
        return {
            c.index: tuple(sorted({i for i in c.kept if 0 <= i < c.index and not self.messages[i].is_prompt}))
            for c in self.compactions
            if c.kind == "compact"
        }

    def last_compaction(self, at: int) -> int:
        """Index of the last recorded compaction before message ``at``: the summary, where there is one; or 0."""
        return self._starts[max(0, bisect_left(self._starts, at) - 1)]

    def retained(self, at: int) -> tuple[int, ...]:
        """Messages from before that compaction that the model still had, word for word, when the list held ``at``."""
        return self.kept_before.get(self.last_compaction(at), ())

    def context_start(self, at: int) -> int:
        """Index of the first message the model still had, without a gap, when the list held ``at`` messages.

        That is the summary of the last recorded compaction before ``at``, or the first of the messages right before
        it that stayed; or 0. What stayed from further back is in ``retained``.
        """
        place = start = self.last_compaction(at)
        stayed = set(self.retained(at))
        while place > 0 and (place - 1 in stayed or self.messages[place - 1].is_prompt):
            place -= 1
            start = place if place in stayed else start
        return start

    @cached_property
    def result_of(self) -> dict[tuple[int, str], int]:
        """(index of the calling message, call id) → index of its result. Ids may come back later in a session."""
        return {pair[0]: pair[1] for pair in self._pairs() if pair[0] is not None}

    @cached_property
    def orphans(self) -> tuple[int, ...]:
        """Indexes of tool results whose call stands nowhere before them."""
        return tuple(index for call, index in self._pairs() if call is None)

    @cached_property
    def unanswered(self) -> tuple[tuple[int, str], ...]:
        """(message index, call id) of every call without a result."""
        calls = ((i, call.id) for i, message in enumerate(self.messages) for call in message.calls)
        return tuple(key for key in calls if key not in self.result_of)

    def _pairs(self) -> Iterator[tuple[tuple[int, str] | None, int]]:
        """Each result with the latest earlier call of its id."""
        latest: dict[str, int] = {}
        for index, message in enumerate(self.messages):
            latest.update((call.id, index) for call in message.calls)
            result = message.result
            if result is not None:
                caller = latest.get(result.call_id)
                yield (None if caller is None else (caller, result.call_id)), index
