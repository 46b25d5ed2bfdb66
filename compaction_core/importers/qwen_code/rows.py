"""Rows of one Qwen Code thread as messages; ``chat_compression`` rows replace the context."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.rows import Row
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.gemini_parts import part_list, pieces, usage_of
from compaction_core.importers.shared.timeline import Timeline, found_again
from compaction_core.importers.shared.values import optional_text, optional_whole, seconds, whole
from compaction_core.session import Flag, Message, Role, Text

MESSAGES = ("user", "assistant", "tool_result")
_INJECTED = ("notification", "cron", "background_task_completed", "agent_bootstrap", "goal_runtime")
_NOTE = "The chat was compressed here. The file does not hold the new context."


def joined(rows: Sequence[Row]) -> tuple[list[Row], int]:
    """The rows, those of one uuid as one: their parts in order, else what the later row says; how many joined."""
    places: dict[str, int] = {}
    found: list[Row] = []
    parts: dict[int, list[Any]] = {}
    for row in rows:
        uuid = optional_text(row.value.get("uuid"))
        place = places.setdefault(uuid, len(found)) if uuid else len(found)
        if place == len(found):
            found.append(row)
            continue
        first = found[place]
        parts.setdefault(place, list(_parts(first.value))).extend(_parts(row.value))
        later = {key: value for key, value in row.value.items() if value is not None}
        found[place] = Row(first.line, {**first.value, **later})
    for place, every in parts.items():
        line, value = found[place]
        found[place] = Row(line, {**value, "message": {"parts": every}})
    return found, len(rows) - len(found)


def _parts(value: dict[str, Any]) -> list[Any]:
    message = value.get("message")
    return part_list(message.get("parts")) if isinstance(message, dict) else []


@dataclass
class Reader:
    """Takes the rows of one thread in order."""

    timeline: Timeline[Message] = field(default_factory=Timeline)
    title: str = ""
    context_window: int | None = None
    skipped: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    _ids: CallIds = field(default_factory=CallIds)

    def take(self, rows: Sequence[Row]) -> "Reader":
        """Read the rows; hand back the reader."""
        for row in rows:
            value, message = row.value, row.value.get("message")
            if value.get("type") in MESSAGES and isinstance(message, dict):
                self._message(value, message.get("parts"), row.line)
            elif value.get("subtype") == "chat_compression":
                self._compress(value, row.line)
            else:
                self.skipped += 1
                self._note(value)
        return self

    def _note(self, value: dict[str, Any]) -> None:
        payload = value.get("systemPayload")
        if value.get("subtype") == "custom_title" and isinstance(payload, dict):
            self.title = optional_text(payload.get("customTitle")) or self.title
        elif value.get("type") not in (*MESSAGES, "system"):
            self.unknown[str(value.get("type"))[:40]] += 1

    def _message(self, value: dict[str, Any], parts: Any, line: int) -> None:
        answer = value.get("type") == "assistant"
        injected = value.get("subtype") in _INJECTED or value.get("type") == "tool_result"
        made = _messages(parts, "assistant" if answer else "user", self._ids, injected)
        self.context_window = whole(value.get("contextWindowSize")) or self.context_window
        details: dict[str, Any] = {
            "id": optional_text(value.get("uuid")),
            "timestamp": seconds(value.get("timestamp")),
            "line": line,
        }
        if answer:
            details |= {"model": optional_text(value.get("model")), "usage": usage_of(value.get("usageMetadata"))}
        for message in made:
            self.timeline.add(replace(message, **details))

    def _compress(self, value: dict[str, Any], line: int) -> None:
        """The context became the stored list: a summary, an acknowledgement, and messages that stayed."""
        found = value.get("systemPayload")
        payload = found if isinstance(found, dict) else {}
        info, history = payload.get("info"), payload.get("compressedHistory")
        moment = seconds(value.get("timestamp"))
        entries = [entry for entry in history if isinstance(entry, dict)] if isinstance(history, list) else []
        ids = CallIds()
        listed = [
            replace(message, timestamp=moment, line=line)
            for entry in entries
            for message in _messages(
                entry.get("parts"), "assistant" if entry.get("role") == "model" else "user", ids, False
            )
        ]
        kept, new = found_again(self.timeline, listed)
        if new:
            first = replace(new[0], summary=new[0].text)
            flags: tuple[Flag, ...] = ("meta", "synthetic")
            made = [first, *(replace(message, flags=flags) for message in new[1:])]
        else:
            note = (Text(text=_NOTE),)
            flags = ("synthetic",)
            made = [Message(role="user", parts=note, summary="", timestamp=moment, flags=flags, line=line)]
        counts = info if isinstance(info, dict) else {}
        self.timeline.compact(
            made,
            kept,
            tokens_before=optional_whole(counts.get("originalTokenCount")),
            tokens_after=optional_whole(counts.get("newTokenCount")),
            timestamp=moment,
        )


def _messages(parts: Any, role: Role, ids: CallIds, injected: bool) -> list[Message]:
    return [
        Message(role=piece.role, parts=piece.parts, flags=("meta",) if injected and piece.role == "user" else ())
        for piece in pieces(parts, role, ids)
    ]
