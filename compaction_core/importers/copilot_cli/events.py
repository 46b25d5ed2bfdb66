"""Events of a GitHub Copilot CLI session (1.x, ``events.jsonl``) as messages, for one agent of it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.rows import Row
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_base64
from compaction_core.importers.shared.timeline import Timeline
from compaction_core.importers.shared.values import arguments, json_text, optional_text, optional_whole, seconds, whole
from compaction_core.session import File, Flag, Message, Part, Reasoning, Role, Text, ToolCall, ToolResult, Usage

_BOOKKEEPING = (
    "abort",
    "assistant.",
    "command.",
    "exit_plan_mode.",
    "external_tool.",
    "hook.",
    "mcp.",
    "model.",
    "permission.",
    "sampling.",
    "session.",
    "skill.",
    "subagent.",
    "tool.",
    "user_input.",
)
_NOTE = "The conversation was compacted here. The file does not hold the summary."


@dataclass
class Reader:
    """Takes events in file order."""

    timeline: Timeline[Message] = field(default_factory=Timeline)
    title: str = ""
    typed: str = ""
    """What a person typed first, without what the CLI put around it."""
    version: str | None = None
    model: str | None = None
    context_window: int | None = None
    skipped: int = 0
    repeated: int = 0
    truncated: int = 0
    """Messages that the CLI dropped from the context to make it fit."""
    unknown: Counter[str] = field(default_factory=Counter)
    _ids: CallIds = field(default_factory=CallIds)
    _prompts: set[str] = field(default_factory=set)
    _during: int | None = None
    """How many slots there were when the compaction that runs began."""

    def take(self, rows: Iterable[Row]) -> "Reader":
        """Read the events; hand back the reader."""
        for row in rows:
            data = row.value.get("data")
            self._take(row, data if isinstance(data, dict) else {})
        return self

    def _take(self, row: Row, data: dict[str, Any]) -> None:
        kind = row.value.get("type")
        made: Message | None = None
        if kind == "system.message":
            made = self._prompt(data)
        elif kind == "user.message":
            made = _said(data)
            if not self.typed and "meta" not in made.flags:
                self.typed = optional_text(data.get("content")) or ""
        elif kind == "system.notification":
            made = Message(role="user", parts=_text(data.get("content")), flags=("meta",))
        elif kind == "assistant.message":
            made = self._answer(data)
        elif kind == "tool.execution_complete":
            made = self._result(data)
        elif kind == "session.compaction_complete" and data.get("success") is not False:
            self._compact(data, row)
        else:
            self._note(str(kind), data)
        if made is not None:
            self.timeline.add(_dated(made, row))

    def _prompt(self, data: dict[str, Any]) -> Message | None:
        """The system prompt, which is written again for every prompt; only a changed one counts."""
        role: Role = "developer" if data.get("role") == "developer" else "system"
        text = optional_text(data.get("content")) or ""
        if text in self._prompts:
            self.repeated += 1
            return None
        self._prompts.add(text)
        return Message(role=role, parts=_text(text))

    def _answer(self, data: dict[str, Any]) -> Message:
        calls = data.get("toolRequests")
        thought = optional_text(data.get("reasoningText"))
        signature = optional_text(data.get("reasoningOpaque")) or optional_text(data.get("encryptedContent"))
        parts: list[Part] = [Reasoning(text=thought or "", signature=signature)] if thought or signature else []
        parts += _text(data.get("content"))
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, dict):
                name = optional_text(call.get("name")) or "unnamed"
                identity = self._ids.of_call(call.get("toolCallId"), name)
                parts.append(ToolCall(id=identity, name=name, arguments=arguments(call.get("arguments"))))
        output = whole(data.get("outputTokens"))
        return Message(
            role="assistant",
            parts=tuple(parts),
            model=optional_text(data.get("model")) or self.model,
            usage=Usage(output=output) if output else None,  # what went in is only told when the session ends
        )

    def _result(self, data: dict[str, Any]) -> Message:
        result, error = data.get("result"), data.get("error")
        told = result.get("content") if isinstance(result, dict) else result
        if told is None:
            told = error.get("message") if isinstance(error, dict) else error
        text = told if isinstance(told, str) else "" if told is None else json_text(told)
        failed = data.get("success") is False
        call = self._ids.of_result(data.get("toolCallId"), optional_text(data.get("toolName")) or "")
        return Message(role="tool", parts=(ToolResult(call_id=call, text=text, is_error=failed),))

    def _compact(self, data: dict[str, Any], row: Row) -> None:
        """The summary takes the place of the conversation; prompts and what was said meanwhile stay."""
        slots = self.timeline.slots
        began = len(slots) if self._during is None else self._during
        self._during = None
        text = optional_text(data.get("summaryContent"))
        made = Message(role="user", parts=(Text(text=text or _NOTE),), summary=text or "", flags=("synthetic",))
        kept = () if self.timeline.crowded else self.timeline.context
        self.timeline.compact(
            [_dated(made, row)],
            [slot for slot in kept if slot >= began or slots[slot].is_prompt],
            trigger="manual" if optional_text(data.get("customInstructions")) else None,
            tokens_before=optional_whole(data.get("preCompactionTokens")),
            tokens_after=optional_whole(data.get("postCompactionTokens")),
            timestamp=seconds(row.value.get("timestamp")),
        )

    def _note(self, kind: str, data: dict[str, Any]) -> None:
        self.skipped += 1
        if kind == "session.start":
            self.version = optional_text(data.get("copilotVersion"))
        if kind in ("session.start", "session.resume", "session.model_change"):
            told = (optional_text(data.get(key)) for key in ("newModel", "selectedModel"))
            self.model = next((model for model in told if model), self.model)
        elif kind == "session.compaction_start":
            self._during = len(self.timeline.slots)
        elif kind == "session.title_changed":
            self.title = optional_text(data.get("title")) or self.title
        elif kind in ("session.truncation", "session.usage_info"):
            self.context_window = whole(data.get("tokenLimit")) or self.context_window
            self.truncated += whole(data.get("messagesRemovedDuringTruncation"))
        elif not kind.startswith(_BOOKKEEPING):
            self.unknown[kind[:40]] += 1


def _dated(message: Message, row: Row) -> Message:
    value = row.value
    identity, moment = optional_text(value.get("id")), seconds(value.get("timestamp"))
    return replace(message, id=identity, timestamp=moment, line=row.line)


def _text(content: Any) -> tuple[Part, ...]:
    return (Text(text=content),) if isinstance(content, str) and content else ()


def _said(data: dict[str, Any]) -> Message:
    """A prompt as the model saw it, with its attachments; one that a skill or a tool sent is marked."""
    source = optional_text(data.get("source"))
    flags: tuple[Flag, ...] = ("meta",) if source and source != "user" else ()
    attached = data.get("attachments")
    files = [_attached(one) for one in (attached if isinstance(attached, list) else ()) if isinstance(one, dict)]
    text = _text(optional_text(data.get("transformedContent")) or data.get("content"))
    return Message(role="user", parts=(*text, *files), name=source if flags else None, flags=flags)


def _attached(value: dict[str, Any]) -> Part:
    kind, data = optional_text(value.get("mimeType")), value.get("data")
    if isinstance(data, str) and (kind or "").startswith("image/"):
        return image_of_base64(data, kind)
    names = (optional_text(value.get(key)) for key in ("displayName", "path", "filePath", "title"))
    return File(name=next((name for name in names if name), "attachment"), media_type=kind)
