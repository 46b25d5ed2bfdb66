"""Rows of Kiro's session files: of the second engine (``kind`` and ``data``), and of the third (``payload``)."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.kiro_cli.turns import result_text
from compaction_core.importers.rows import Row
from compaction_core.importers.shared.apis.blocks import opaque
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import arguments, optional_text, seconds
from compaction_core.session import Message, Part, Reasoning, Text, ToolCall, ToolResult

_KINDS = ("Prompt", "AssistantMessage", "ToolResults")
_PAYLOADS = ("user", "assistant", "tool_call", "tool_result")

Value = dict[str, Any]


def is_second(value: Value) -> bool:
    """Whether a row is of the second engine."""
    return value.get("kind") in _KINDS and isinstance(value.get("data"), dict) and "content" in value["data"]


def is_third(value: Value) -> bool:
    """Whether a row is of the third engine: an answer or a call in a payload as no other's."""
    payload = as_object(value.get("payload"))
    if payload.get("type") == "tool_call":
        return "toolCallId" in payload and "toolName" in payload
    return payload.get("type") == "assistant" and "operationType" in payload


@dataclass
class Rows:
    """Takes the rows of a file in order."""

    messages: list[Message] = field(default_factory=list)
    skipped: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    _ids: CallIds = field(default_factory=CallIds)
    _parts: list[Part] = field(default_factory=list)
    _details: Value = field(default_factory=dict)
    _results: list[Message] = field(default_factory=list)

    def take(self, row: Row) -> None:
        """Add what a row says."""
        value = row.value
        kind, payload = value.get("kind"), as_object(value.get("payload"))
        if kind in _KINDS:
            self._second(kind, as_object(value.get("data")), row.line)
        elif payload.get("type") in _PAYLOADS:
            self._third(payload, seconds(value.get("timestamp")), row.line)
        else:
            self.skipped += 1
            named = payload.get("type") or kind
            if named not in ("usage_summary", None):
                self.unknown[str(named)[:40]] += 1

    def _second(self, kind: Any, data: Value, line: int) -> None:
        blocks = objects_in(data.get("content"))
        moment = seconds(as_object(data.get("meta")).get("timestamp"))
        details: Value = {"id": optional_text(data.get("message_id")), "timestamp": moment, "line": line}
        parts: list[Part] = []
        for block in blocks:
            told = as_object(block.get("data"))
            if block.get("kind") == "toolResult":
                self.messages.append(Message(role="tool", parts=(self._result(told),), **details))
            else:
                parts += self._said(block, told)
        if parts:
            self.messages.append(
                Message(role="assistant" if kind == "AssistantMessage" else "user", parts=tuple(parts), **details)
            )

    def _said(self, block: Value, told: Value) -> list[Part]:
        kind, data = block.get("kind"), block.get("data")
        if kind == "text":
            return [Text(text=data)] if isinstance(data, str) and data else []
        if kind == "thinking":
            text = optional_text(told.get("text")) or optional_text(data)
            return [Reasoning(text=text)] if text else []
        if kind == "toolUse":
            return [self._call(told.get("toolUseId"), told.get("name"), told.get("input"))]
        return [opaque(block, str(kind))]

    def _call(self, identity: Any, named: Any, given: Any) -> ToolCall:
        name = optional_text(named) or "unnamed"
        return ToolCall(id=self._ids.of_call(identity, name), name=name, arguments=arguments(given))

    def _result(self, told: Value) -> ToolResult:
        failed = str(told.get("status", "success")).lower() != "success"
        call = self._ids.of_result(told.get("toolUseId"))
        return ToolResult(call_id=call, text=result_text(told.get("content")), is_error=failed)

    def _third(self, payload: Value, moment: float | None, line: int) -> None:
        """Calls join the answer they follow; their results wait until it ends."""
        kind, text = payload.get("type"), optional_text(payload.get("content"))
        if kind == "tool_result":
            failed = payload.get("success") is False
            call = self._ids.of_result(payload.get("toolCallId"))
            result = ToolResult(call_id=call, text=result_text(payload.get("content")), is_error=failed)
            self._results.append(Message(role="tool", parts=(result,), timestamp=moment, line=line))
            return
        if kind == "tool_call":
            part: Part | None = self._call(payload.get("toolCallId"), payload.get("toolName"), payload.get("args"))
        else:
            said = text is not None and payload.get("operationType", "Say") == "Say"
            part = Text(text=text) if text is not None and said else None
        if self._results or kind == "user":
            self.close()
        if part is None:
            self.skipped += 1
        elif kind == "user":
            self.messages.append(Message(role="user", parts=(part,), timestamp=moment, line=line))
        else:
            self._details = self._details or {"timestamp": moment, "line": line}
            self._parts.append(part)

    def close(self) -> None:
        """End the answer that is being put together."""
        if self._parts:
            self.messages.append(Message(role="assistant", parts=tuple(self._parts), **self._details))
        self.messages += self._results
        self._parts, self._details, self._results = [], {}, []
