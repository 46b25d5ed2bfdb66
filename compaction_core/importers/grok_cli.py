"""Grok CLI ``chat_history.jsonl``: the list the model sees, one entry a row."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.rows import Row
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.blocks import block_list, opaque, part_of
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.importers.shared.left_out import unknown
from compaction_core.importers.shared.values import arguments, first_prompt, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import (
    Flag,
    Message,
    Part,
    Reasoning,
    RecordedCompaction,
    Session,
    Text,
    ToolCall,
    ToolResult,
)
from compaction_core.words import an

_MARKS = {
    "user": ("synthetic_reason", "prompt_index"),
    "assistant": ("model_id", "model_fingerprint"),
    "tool_result": ("tool_call_id",),
    "backend_tool_call": ("kind",),
}


def detect(source: Source) -> str | None:
    """Why this is a Grok CLI file: a row of one of its types with a key only it writes."""
    for row in source.head:
        kind, value = row.value.get("type"), row.value
        marks = _MARKS.get(kind, ()) if isinstance(kind, str) else ()
        if any(key in value for key in marks) and ("content" in value or kind == "backend_tool_call"):
            return f"row {row.line} is {an(str(kind))} row of a chat history"
    return None


def read(source: Source) -> Iterator[Session]:
    """One session."""
    rows = source.rows
    reader = _Reader()
    for row in rows.rows:
        reader.take(row)
    reader.close()
    messages = reader.messages
    models = (message.model for message in reversed(messages) if message.model)
    yield Session(
        format="grok_cli",
        title=first_prompt(messages),
        model=next(models, None),
        messages=tuple(messages),
        compactions=tuple(reader.compactions[-1:]),
        integrity=notes.integrity(rows, reader.merged, sum(reader.unknown.values()), unknown(reader.unknown)),
    )


@dataclass
class _Reader:
    """Takes rows in order; reasoning and calls that xAI's servers ran join the answer that follows them."""

    messages: list[Message] = field(default_factory=list)
    compactions: list[RecordedCompaction] = field(default_factory=list)
    merged: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    _waiting: list[Part] = field(default_factory=list)
    _ids: CallIds = field(default_factory=CallIds)

    def take(self, row: Row) -> None:
        value, kind = row.value, row.value.get("type")
        if kind == "reasoning":
            self._wait(_thought(value))
        elif kind == "backend_tool_call":
            self._wait([opaque(value)])
        elif kind == "assistant":
            self._answer(value, row.line)
        elif kind in ("user", "system", "tool_result"):
            self.close()
            made = self._result(value) if kind == "tool_result" else _said(value)
            if made.summary is not None:
                # the file holds the list itself, so what stands before the summary is still there
                kept = tuple(range(len(self.messages)))
                self.compactions.append(RecordedCompaction(index=len(self.messages), kept=kept))
            self._add(made, value, row.line)
        else:
            self.unknown[str(kind)[:40]] += 1

    def close(self) -> None:
        """Reasoning that no answer followed is an answer of its own."""
        if self._waiting:
            self.messages.append(Message(role="assistant", parts=tuple(self._waiting)))
            self._waiting = []

    def _wait(self, parts: list[Part]) -> None:
        self._waiting += parts
        self.merged += 1

    def _add(self, message: Message, value: dict[str, Any], line: int) -> None:
        moment, identity = seconds(value.get("timestamp")), optional_text(value.get("id"))
        self.messages.append(replace(message, line=line, timestamp=moment, id=identity))

    def _answer(self, value: dict[str, Any], line: int) -> None:
        calls = value.get("tool_calls")
        parts = (
            *self._waiting,
            *_parts(value.get("content")),
            *(self._call(call) for call in (calls if isinstance(calls, list) else ())),
        )
        self._waiting = []
        self._add(Message(role="assistant", parts=parts, model=optional_text(value.get("model_id"))), value, line)

    def _call(self, call: Any) -> Part:
        if not isinstance(call, dict):
            return opaque(call, "tool_call")
        name = optional_text(call.get("name")) or "unnamed"
        return ToolCall(
            id=self._ids.of_call(call.get("id"), name), name=name, arguments=arguments(call.get("arguments"))
        )

    def _result(self, value: dict[str, Any]) -> Message:
        parts = _parts(value.get("content"))
        text = "\n".join(part.text for part in parts if isinstance(part, Text))
        result = ToolResult(call_id=self._ids.of_result(value.get("tool_call_id")), text=text)
        return Message(role="tool", parts=(result, *(part for part in parts if not isinstance(part, Text))))


def _said(value: dict[str, Any]) -> Message:
    parts, reason = tuple(_parts(value.get("content"))), value.get("synthetic_reason")
    if value.get("type") == "system":
        return Message(role="system", parts=parts)
    flags: tuple[Flag, ...] = ("meta",) if reason else ()
    made = Message(role="user", parts=parts, flags=flags)
    compacted = isinstance(reason, str) and "compaction" in reason.lower()
    return replace(made, summary=made.text) if compacted else made


def _parts(content: Any) -> list[Part]:
    return [_part(block) for block in block_list(content) if block != ""]


def _part(block: Any) -> Part:
    address = block.get("url") if isinstance(block, dict) and block.get("type") == "image" else None
    return image_of_address(address) if isinstance(address, str) else part_of(block)


def _thought(value: dict[str, Any]) -> list[Part]:
    """The readable summary; what is encrypted is kept as the signature."""
    told = (block.get("text") if isinstance(block, dict) else block for block in block_list(value.get("summary")))
    text = "\n\n".join(part for part in told if isinstance(part, str) and part)
    signature = optional_text(value.get("encrypted_content"))
    return [Reasoning(text=text, signature=signature)] if text or signature else []


IMPORTER = importers.add(Importer(name="grok_cli", label="Grok CLI JSONL", detect=detect, read=read, order=26))
