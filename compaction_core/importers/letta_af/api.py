"""Message lists of the Letta API: several typed rows are one stored message, and the newest may come first."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from compaction_core.importers.letta_af.agents import title_of
from compaction_core.importers.letta_af.envelopes import counts, opened
from compaction_core.importers.letta_af.messages import returned, with_envelope
from compaction_core.importers.rows import Row, Rows
from compaction_core.importers.shared import notes, recorded
from compaction_core.importers.shared.apis.blocks import block_list, opaque, part_of
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.values import arguments, optional_text, optional_whole, seconds
from compaction_core.session import (
    Integrity,
    Message,
    Opaque,
    Part,
    Reasoning,
    Role,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Warning,
)
from compaction_core.words import count

_SAID = ("reasoning_message", "hidden_reasoning_message", "assistant_message", "tool_call_message")
_CALLS = ("tool_call_message", "approval_request_message")
_ORDER = (Reasoning, Opaque, Text)
_COMPARED = 64
_KINDS = (*_SAID, "approval_request_message", "approval_response_message", "system_message", "user_message")
_KNOWN = frozenset((*_KINDS, "tool_return_message", "summary_message", "event_message"))


def api_rows(document: Any, rows: Sequence[Row]) -> list[Row]:
    """The rows of a list of API messages, bare or under ``messages``, ``items`` or ``data``, or one a line."""
    if isinstance(document, dict):
        document = next((document[key] for key in ("messages", "items", "data") if key in document), None)
    found = [Row(-1, value) for value in document if isinstance(value, dict)] if isinstance(document, list) else rows
    known = [row for row in found if str(row.value.get("message_type")) in _KNOWN and "date" in row.value]
    return known if 2 * len(known) > len(found) else []


def api_session(rows: Sequence[Row], file: Rows | None) -> Session:
    """The session of one list; a list with the newest first is turned round."""
    dates = [moment for row in rows if (moment := seconds(row.value.get("date"))) is not None]
    if dates and dates[0] > dates[-1]:
        rows = rows[::-1]
    reader = _Reader()
    for row in rows:
        reader.take(row.value, row.line if row.line >= 0 else None)
    messages = reader.finish()
    known = sum(1 for row in rows if str(row.value.get("message_type")) in _KNOWN)
    warnings = [] if file is None else list(notes.unreadable(file))
    if known < len(rows):
        text = f"Left out {count(len(rows) - known, 'row')} of types that are not known."
        warnings.append(Warning(code="unknown_rows", text=text))
    models = (message.model for message in reversed(messages) if message.model)
    return Session(
        format="letta_af",
        title=title_of(messages),
        model=next(models, None),
        messages=tuple(messages),
        compactions=tuple(recorded.marked(messages, reader.marks)),
        integrity=Integrity(
            lines=file.lines if file else 0,
            unreadable=file.unreadable if file else (),
            merged_rows=reader.merged,
            skipped_rows=reader.skipped,
            warnings=tuple(warnings),
        ),
    )


def _rank(part: Part) -> int:
    return next((rank for rank, kind in enumerate(_ORDER) if isinstance(part, kind)), len(_ORDER))


class _Reader:
    """Takes rows, oldest first."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.marks: list[tuple[int, dict[str, object]]] = []
        self.merged = 0
        self.skipped = 0
        self._ids = CallIds()
        self._open: dict[str, int] = {}
        self._joined: dict[int, list[Part]] = {}
        self._event: dict[str, Any] = {}

    def take(self, value: dict[str, Any], line: int | None) -> None:
        """Read one row."""
        kind = value.get("message_type")
        if kind == "tool_return_message":
            self._results(value, line)
        elif kind in _SAID or kind in _CALLS:
            self._said(value, line)
        elif kind in ("user_message", "system_message"):
            self._typed(value, line)
        elif kind == "summary_message":
            text = optional_text(value.get("summary")) or ""
            self._add(value, "user", (Text(text=text),), line, text)
            self._mark(counts(value.get("compaction_stats")))
        elif kind == "event_message" and value.get("event_type") == "compaction":
            data = value.get("event_data")
            self._event = data if isinstance(data, dict) else {}
            self.skipped += 1
        else:
            self.skipped += 1

    def _typed(self, value: dict[str, Any], line: int | None) -> None:
        parts = tuple(part_of(block) for block in block_list(value.get("content")) if block != "")
        self._add(value, "system" if value.get("message_type") == "system_message" else "user", parts, line)
        made = self.messages[-1]
        if made.role == "user":
            made = self.messages[-1] = with_envelope(made)
            if made.summary is not None:
                self._mark(counts(opened(made.text).stats))

    def _said(self, value: dict[str, Any], line: int | None) -> None:
        identity = optional_text(value.get("id"))
        parts = self._parts(value)
        at = self._open.get(identity) if identity is not None else None
        if at is None:
            if identity is not None:
                self._open[identity] = len(self.messages)
            self._add(value, "assistant", parts, line)
            return
        self.merged += 1
        known = self._joined.setdefault(at, list(self.messages[at].parts))
        recent = known[-_COMPARED:]  # bounded: in a damaged list thousands of rows may share one id
        known += [part for part in parts if part not in recent]

    def finish(self) -> list[Message]:
        """The messages; in those that were joined, thinking stands first and calls last."""
        for at, parts in self._joined.items():
            self.messages[at] = replace(self.messages[at], parts=tuple(sorted(parts, key=_rank)))
        return self.messages

    def _parts(self, value: dict[str, Any]) -> tuple[Part, ...]:
        kind = value.get("message_type")
        if kind == "reasoning_message":
            text = optional_text(value.get("reasoning")) or ""
            return (Reasoning(text=text, signature=optional_text(value.get("signature"))),)
        if kind == "hidden_reasoning_message":
            return (opaque({"type": "hidden_reasoning", "data": value.get("hidden_reasoning")}),)
        if kind == "assistant_message":
            return tuple(part_of(block) for block in block_list(value.get("content")) if block != "")
        several = value.get("tool_calls")
        calls = several if isinstance(several, list) and several else [value.get("tool_call")]
        return tuple(self._call(call) for call in calls)

    def _call(self, call: Any) -> Part:
        if not isinstance(call, dict):
            return opaque(call, "tool_call")
        name = optional_text(call.get("name")) or "unnamed"
        identity = self._ids.of_call(call.get("tool_call_id"), name)
        return ToolCall(id=identity, name=name, arguments=arguments(call.get("arguments")))

    def _results(self, value: dict[str, Any], line: int | None) -> None:
        several = value.get("tool_returns")
        found = [one for one in several if isinstance(one, dict)] if isinstance(several, list) else []
        for one in found or [value]:
            call = self._ids.of_result(one.get("tool_call_id"))
            result = ToolResult(call_id=call, text=returned(one), is_error=one.get("status") == "error")
            self._add(value, "tool", (result,), line)

    def _mark(self, details: dict[str, Any]) -> None:
        """The message just added is a summary; what the event before it told fills the gaps."""
        told = self._event
        details["trigger"] = details["trigger"] or optional_text(told.get("trigger"))
        if details["tokens_before"] is None:
            details["tokens_before"] = optional_whole(told.get("context_token_estimate"))
        self._event = {}
        self.marks.append((len(self.messages) - 1, {**details, "timestamp": self.messages[-1].timestamp}))

    def _add(
        self, value: dict[str, Any], role: Role, parts: tuple[Part, ...], line: int | None, summary: str | None = None
    ) -> None:
        made = Message(
            role=role,
            parts=parts,
            name=optional_text(value.get("name")) if role == "tool" else None,
            id=optional_text(value.get("id")),
            timestamp=seconds(value.get("date")),
            summary=summary,
            line=line,
        )
        self.messages.append(made)
