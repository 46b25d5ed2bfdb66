"""Messages of Kimi Code as they are built, record by record."""

import math
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.kimi.contents import answered, said
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.shapes import as_list, as_object
from compaction_core.importers.shared.values import optional_text
from compaction_core.session import Flag, Message, Part, Role, Usage

_ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
_INJECTED = ("injection", "hook_result", "retry", "cron_job", "cron_missed", "task", "background_task")


@dataclass(eq=False)
class Entry:
    """One message of the context, as it is built."""

    role: Role
    line: int
    time: float | None
    content: list[Any] = field(default_factory=list)
    calls: list[Any] = field(default_factory=list)
    origin: dict[str, Any] = field(default_factory=dict)
    call: Any = None
    failed: bool = False
    note: str | None = None
    identity: str | None = None
    model: str | None = None
    usage: Usage | None = None
    stop: str | None = None
    summary: str | None = None
    blanked: bool = False
    undone: bool = False

    @property
    def is_own(self) -> bool:
        """Whether the person wrote it, or called for it: an undo counts these, a compaction keeps them."""
        kind = self.origin.get("kind", "user")
        asked = kind in ("skill_activation", "plugin_command") and self.origin.get("trigger") == "user-slash"
        return self.role == "user" and self.summary is None and (kind == "user" or asked)


def entry_of(value: dict[str, Any], line: int, moment: float | None) -> Entry:
    """A message that was appended whole."""
    content = value.get("content")
    entry = Entry(_ROLES.get(str(value.get("role")), "user"), line, moment)
    entry.content = content if isinstance(content, list) else [content or ""]
    entry.calls, entry.call = as_list(value.get("toolCalls")), value.get("toolCallId")
    entry.origin, entry.identity = as_object(value.get("origin")), optional_text(value.get("id"))
    entry.failed, entry.note = value.get("isError") is True, optional_text(value.get("note"))
    return entry


def message_of(entry: Entry, ids: CallIds) -> Message:
    """An entry as the message that the model saw."""
    if entry.role == "tool":
        parts: tuple[Part, ...] = answered(entry.content, entry.call, ids, failed=entry.failed, note=entry.note)
    else:
        parts = said(entry.content, entry.calls, ids)
    flags: tuple[Flag, ...] = ("pruned",) if entry.blanked else ()
    if entry.role == "user" and entry.origin.get("kind") in _INJECTED:
        flags = ("meta",)
    return Message(
        role=entry.role,
        parts=parts,
        id=entry.identity,
        timestamp=entry.time,
        model=entry.model,
        usage=entry.usage,
        stop_reason=entry.stop,
        summary=entry.summary,
        flags=flags,
        line=entry.line,
    )


def says(block: Any) -> bool:
    """Whether a block of an answer holds anything."""
    return not isinstance(block, dict) or any(block.get(key) for key in block if key not in ("type", "contentType"))


def text_of(block: Any) -> str:
    """The text of a block, where it has one."""
    told = block if isinstance(block, str) else as_object(block).get("text")
    return told if isinstance(told, str) else ""


def tokens_of(content: list[Any]) -> int:
    """As the tool estimates them: four ASCII characters, or one other, are one token."""
    text = "".join(map(text_of, content))
    short = sum(character < "\x80" for character in text)
    return math.ceil(short / 4) + len(text) - short
