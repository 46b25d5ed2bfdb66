"""A conversation of Cursor's agent as the model sees it: a tree of blobs, each named by the SHA-256 of its bytes.

The root is a protobuf message, ``agent.v1.ConversationStateStructure``; its numbers are those of the definitions that
Cursor ships in its clients (as generated from them in public repositories) and that readers of it agree on: 1 the
messages in order (JSON, as the Vercel AI SDK writes them for models), 5 the size of the context, 13 the archives of
what was summarized (before that one in 11), 16 the states of sub-agents.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.shared.apis.pieced import messages_of
from compaction_core.importers.shared.files import protobuf
from compaction_core.importers.shared.files.sqlite_store import value_of
from compaction_core.importers.shared.recorded import note, prompts_before
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.values import optional_text
from compaction_core.importers.vercel_ui.parts import Parts
from compaction_core.session import Flag, Message, RecordedCompaction, Role, Thread, Warning
from compaction_core.words import count

_ROLES: dict[Any, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
_MESSAGES, _TOKENS, _ARCHIVE, _ARCHIVES, _SUBAGENTS = 1, 5, 11, 13, 16
_SUMMARIZED, _SUMMARY, _SUMMARY_MESSAGE = 1, 2, 4
_NO_SUMMARY = "The context was compacted here. The file does not hold the summary."
_INJECTED = re.compile(r"\s*<user_info>")
_DEEPEST = 5

Blobs = Callable[[Iterable[str]], dict[str, bytes]]
"""Blobs by the hexadecimal digits of their name; those that are not there are left out."""


@dataclass
class State:
    """The messages of a conversation, those that were summarized in front of their summary."""

    messages: list[Message] = field(default_factory=list)
    compactions: list[RecordedCompaction] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)
    window: int | None = None
    missing: int = 0

    def warnings(self) -> Iterator[Warning]:
        """What the file names but does not hold."""
        if self.missing:
            text = f"The file does not hold {count(self.missing, 'message')} that this chat lists."
            yield Warning(code="missing_messages", text=text, count=self.missing)


def state_of(root: bytes, blobs: Blobs, depth: int = 0) -> State:
    """Read a state and, inline in it, those of its sub-agents."""
    wire = protobuf.fields(root)
    listed = [name.hex() for name in protobuf.every(wire, _MESSAGES)]
    archives = [name.hex() for name in protobuf.every(wire, _ARCHIVES)]
    archives = archives or [name.hex() for name in protobuf.every(wire, _ARCHIVE)][-1:]
    known = blobs([*listed, *archives])
    stored = [protobuf.fields(known[name]) for name in archives if name in known]
    known = known | blobs({name.hex() for each in stored for name in _named(each)})
    reader = _Reader(known)
    leading = next((at for at, name in enumerate(listed) if reader.role(name) != "system"), len(listed))
    for name in listed[:leading]:
        reader.add(name)
    for each in stored:
        reader.archive(each)
    for name in listed[leading:]:
        reader.add(name)
    tokens = protobuf.fields(next(protobuf.every(wire, _TOKENS), b""))
    reader.state.window = protobuf.count(tokens, 2) or None
    if depth < _DEEPEST:
        reader.state.threads += _threads(wire, blobs, depth + 1)
    return reader.state


def _named(archive: list[protobuf.Field]) -> Iterator[bytes]:
    yield from protobuf.every(archive, _SUMMARIZED)
    yield from protobuf.every(archive, _SUMMARY_MESSAGE)


def _threads(wire: list[protobuf.Field], blobs: Blobs, depth: int) -> Iterator[Thread]:
    """The sub-agents, and those that they started."""
    for entry in protobuf.every(wire, _SUBAGENTS):
        pair = protobuf.fields(entry)
        persisted = protobuf.fields(next(protobuf.every(pair, 2), b""))
        state = state_of(next(protobuf.every(persisted, 1), b""), blobs, depth)
        if state.messages:
            yield Thread(id=protobuf.text(pair, 1) or "sub-agent", messages=tuple(state.messages))
        yield from state.threads


class _Reader:
    """Takes the names of messages in order."""

    def __init__(self, known: dict[str, bytes]) -> None:
        self.state = State()
        self._known = known
        self._parts = Parts()
        self._summaries: set[str] = set()

    def role(self, name: str) -> Any:
        """The role of a message."""
        return self._value(name).get("role")

    def _value(self, name: str) -> dict[str, Any]:
        return as_object(value_of(self._known.get(name)))

    def add(self, name: str, summary: str | None = None) -> None:
        """Add a message, unless it is a summary that an archive told of before."""
        if name in self._summaries:
            return
        value = self._value(name)
        if not value:
            self.state.missing += 1
            return
        role = _ROLES.get(value.get("role"), "user")
        pieces = self._parts.pieces(value, role)
        if summary is not None:
            pieces = [piece._replace(summary=summary) for piece in pieces[:1]]
        text = "\n".join(part.text for piece in pieces for part in piece.parts if part.kind == "text")
        injected = role == "user" and _INJECTED.match(text) is not None and "<user_query>" not in text
        flags: tuple[Flag, ...] = ("meta",) if injected and summary is None else ()
        self.state.messages += messages_of(pieces, identity=optional_text(value.get("id")), flags=flags)

    def archive(self, archive: list[protobuf.Field]) -> None:
        """Add what was summarized, and the summary in its place."""
        for summarized in protobuf.every(archive, _SUMMARIZED):
            self.add(summarized.hex())
        index = len(self.state.messages)
        name = next(protobuf.every(archive, _SUMMARY_MESSAGE), b"").hex()
        summary = protobuf.text(archive, _SUMMARY)
        if self._value(name):
            self.add(name, summary)
            self._summaries.add(name)
        if len(self.state.messages) == index:
            self.state.messages.append(_told(summary))
        kept = prompts_before(self.state.messages, index)
        self.state.compactions.append(RecordedCompaction(index=index, kept=kept))


def _told(summary: str) -> Message:
    """The summary of an archive whose message is not in the file."""
    if not summary:
        return note(_NO_SUMMARY)
    pieces = Parts().pieces({"content": summary}, "user")
    return messages_of(piece._replace(summary=summary) for piece in pieces)[0]
