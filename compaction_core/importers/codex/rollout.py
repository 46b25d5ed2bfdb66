"""The rows of a Codex rollout: items of the model's view, compactions, rollbacks and token counts.

``event_msg`` rows repeat for the screen what the items say; only counts, titles and rollbacks are taken from them.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.codex.header import instructions, meta_of, usage_of
from compaction_core.importers.codex.items import COMPACTIONS, Items
from compaction_core.importers.rows import Row
from compaction_core.importers.shared.timeline import Timeline, found_again
from compaction_core.importers.shared.values import optional_text, optional_whole, seconds, whole
from compaction_core.progress import Report, reported, silent
from compaction_core.session import Flag, Message, Opaque, Text

_BOOKKEEPING = (
    *("world_state", "inter_agent_communication_metadata", "turn_context", "session_state", "retained_context"),
    *("security_risk_score", "realtime_item"),
)
# Codex introduces a summary with one sentence that says another model wrote it.
_INTRODUCTION = re.compile(r"\s*Another language model started[^\n]*\n\s*")
_NOTE = "The context was compacted here. The file does not hold the summary in readable form."


@dataclass
class Rollout:
    """Takes the rows of one session in file order."""

    items: Items = field(default_factory=Items)
    meta: dict[str, Any] = field(default_factory=dict)
    title: str = ""
    context_window: int | None = None
    skipped: int = 0
    rolled_back: list[Message] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    _tokens: int | None = None
    _untyped: int = 0
    """How many messages at the start of the context are known to hold none that a person typed."""

    @property
    def timeline(self) -> Timeline[Message]:
        """Messages and compactions so far."""
        return self.items.timeline

    def take(self, rows: Sequence[Row], progress: Report = silent) -> "Rollout":
        """Read the rows; hand back the reader. A row that was read is let go: both would double a large file."""
        self.meta = meta_of(rows)
        prompt = instructions(self.meta, rows)
        if prompt:
            self.timeline.add(Message(role="system", parts=(Text(text=prompt),)))
        for row in reported(rows, "arrange", progress):
            self._take(row)
            if row.value is not self.meta:
                row.value.clear()
        self.items.close()
        return self

    def _take(self, row: Row) -> None:
        value, kind = row.value, row.value.get("type")
        payload = value.get("payload")
        if not isinstance(payload, dict):
            self._bare(row)
        elif kind == "response_item":
            self.items.take(payload, row.line, seconds(value.get("timestamp")))
        elif kind == "compacted":
            self._compacted(payload, row)
        elif kind == "event_msg":
            self._event(payload)
        elif kind == "token_usage_record":
            self.skipped += 1
            self._count({"last_token_usage": payload.get("usage")})
        elif kind == "inter_agent_communication":
            self.items.take({**payload, "type": "agent_message"}, row.line, seconds(value.get("timestamp")))
        else:
            self.skipped += 1
            if kind == "turn_context":
                self.items.model = optional_text(payload.get("model")) or self.items.model
            elif kind not in _BOOKKEEPING and kind != "session_meta":
                self.unknown[str(kind)[:40]] += 1

    def _bare(self, row: Row) -> None:
        """A row of the first releases (mid-2025), which wrote items without an envelope."""
        value = row.value
        if isinstance(value.get("type"), str) or "role" in value:
            self.items.take(value, row.line, seconds(value.get("timestamp")))
        else:
            self.skipped += 1

    def _event(self, payload: dict[str, Any]) -> None:
        self.skipped += 1
        kind = payload.get("type")
        if kind == "token_count":
            self._count(payload.get("info"))
        elif kind == "thread_rolled_back":
            self._roll_back(whole(payload.get("num_turns")))
        elif kind == "thread_name_updated":
            self.title = optional_text(payload.get("thread_name")) or self.title
        elif kind == "task_started":
            self._window(payload)

    def _window(self, holder: dict[str, Any]) -> None:
        self.context_window = whole(holder.get("model_context_window")) or self.context_window

    def _count(self, info: Any) -> None:
        """Usage of the last reply, or the size that a compaction left."""
        if not isinstance(info, dict):
            return
        self._window(info)
        last = info.get("last_token_usage")
        if not isinstance(last, dict):
            return
        self.items.close()
        total = optional_whole(last.get("total_tokens"))
        usage = usage_of(last)
        if usage is None:
            if total:
                self.timeline.amend(tokens_after=total)
            return
        self._tokens = total or usage.total
        slot = self.items.last_reply
        if slot is not None:
            self.timeline.slots[slot] = replace(self.timeline.slots[slot], usage=usage)

    def _compacted(self, payload: dict[str, Any], row: Row) -> None:
        """The context becomes the replacement list or, without one, prompts, user messages and the summary."""
        self.items.close()
        text = optional_text(payload.get("message")) or ""
        history = payload.get("replacement_history")
        timestamp = seconds(row.value.get("timestamp"))
        if isinstance(history, list):
            kept, new = found_again(self.timeline, _messages(history, timestamp, row.line))
            kept = [*self._system(), *kept]
        else:
            kept, new = self._typed(), []
        at = max((at for at, message in enumerate(new) if _is_summary(message, text)), default=None)
        if at is None:
            shown = (Text(text=text or _NOTE),)
            first = Message(role="user", parts=shown, timestamp=timestamp, flags=("synthetic",), line=row.line)
        else:
            first = new.pop(at)
        summary = _INTRODUCTION.sub("", text, count=1) if first.role == "user" else ""
        made = [replace(first, summary=summary), *map(_copied, new)]
        self.timeline.compact(made, kept, tokens_before=self._tokens, timestamp=timestamp)
        self.items.last_reply, self._untyped = None, 0

    def _system(self) -> list[int]:
        slots = self.timeline.slots
        return [slot for slot in self.timeline.context[:1] if slots[slot].role == "system"]

    def _typed(self) -> list[int]:
        """Prompts, and everything in the user's role that is no summary."""
        slots = self.timeline.slots
        if self.timeline.crowded:
            return []
        return [
            slot
            for slot in self.timeline.context
            if slots[slot].is_prompt or (slots[slot].role == "user" and slots[slot].summary is None)
        ]

    def _roll_back(self, turns: int) -> None:
        """Take back the last user turns."""
        self.items.close()
        context, slots = self.timeline.context, self.timeline.slots
        cut = None
        for position in range(len(context) - 1, self._untyped - 1, -1):
            if turns == 0:
                break
            message = slots[context[position]]
            if message.role == "user" and "meta" not in message.flags and message.summary is None:
                cut = position
                turns -= 1
        if turns:
            self._untyped = len(context) if cut is None else cut
        if cut is not None:
            self.rolled_back += self.timeline.rewind(cut)
            self.items.last_reply = None


def _messages(history: list[Any], timestamp: float | None, line: int) -> list[Message]:
    items = Items()
    for item in history:
        if isinstance(item, dict):
            items.take(item, line, timestamp)
    items.close()
    return items.timeline.slots


def _is_summary(message: Message, text: str) -> bool:
    if message.role == "assistant":
        return any(isinstance(part, Opaque) and part.type in COMPACTIONS for part in message.parts)
    return bool(text) and message.role == "user" and text in message.text


def _copied(message: Message) -> Message:
    """A message that a compaction put into the context: nobody typed it then, no model said it."""
    how: Flag = "meta" if message.role == "user" else "synthetic"
    return replace(message, flags=tuple(dict.fromkeys((*message.flags, how))))
