"""One thread of Zed (``agent/src/db.rs``; ``legacy_thread.rs`` for versions 0.1 and 0.2) and its compactions.

A compaction is a message in its place. Afterwards the model is sent (``agent/src/thread.rs``) the person's newest
messages before it, up to 80,000 bytes, then the summary. Which ones were kept stands nowhere; it is worked out here.
"""

from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.shared.apis.any_usage import usage_of_any
from compaction_core.importers.shared.apis.blocks import opaque
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.values import optional_text
from compaction_core.importers.zed.contents import agent_part, call, result, segments, size, user_part, variant
from compaction_core.session import Message, Part, RecordedCompaction, Role, Text

_WRAPPER = "The previous conversation was compacted. Use this summary as context:\n\n"
_RESUME = "Continue where you left off"
_KEPT_BYTES = 80_000
_MOST_KEPT = 1_000  # messages of a person looked at for one compaction


@dataclass
class Reader:
    """Takes the messages of a thread in order."""

    model: str | None
    usage: dict[str, Any]
    messages: list[Message] = field(default_factory=list)
    compactions: list[RecordedCompaction] = field(default_factory=list)
    skipped: int = 0
    _ids: CallIds = field(default_factory=CallIds)
    _own: list[tuple[int, int]] = field(default_factory=list)
    _turn: tuple[Any, int] = (None, -1)

    def take(self, value: Any) -> None:
        """Add one message."""
        kind, inner = variant(value)
        told = as_object(inner)
        if kind == "User":
            self._user(told)
        elif kind == "Agent":
            self._agent(told)
        elif kind == "Resume":
            self.messages.append(Message(role="user", parts=(Text(text=_RESUME),), flags=("meta",)))
        elif kind == "Compaction":
            self._compaction(inner)
        elif "role" in as_object(value):
            self._older(value)
        else:
            self.skipped += 1

    def finish(self) -> None:
        """Tell the last turn's tokens."""
        self._report()

    def _user(self, value: dict[str, Any]) -> None:
        content = as_list(value.get("content"))
        if not content:  # where a person asked for a compaction
            return
        self._report()
        parts = [part for block in content if (part := user_part(block)) is not None]
        self._own.append((len(self.messages), size(content)))
        identity = value.get("id")
        self._turn = (identity, -1)
        self.messages.append(Message(role="user", parts=tuple(parts), id=optional_text(identity)))

    def _agent(self, value: dict[str, Any]) -> None:
        parts = [part for block in as_list(value.get("content")) if (part := agent_part(block, self._ids)) is not None]
        self._answer(parts)
        results = value.get("tool_results")
        for each in objects_in(list(results.values()) if isinstance(results, dict) else results):
            self.messages.append(Message(role="tool", parts=result(each, self._ids)))

    def _answer(self, parts: list[Part]) -> None:
        if parts:
            self._turn = (self._turn[0], len(self.messages))
            self.messages.append(Message(role="assistant", parts=tuple(parts), model=self.model))

    def _report(self) -> None:
        """Put the tokens of a turn's last request on its last answer."""
        identity, at = self._turn
        usage = usage_of_any(self.usage.get(str(identity))) if at >= 0 else None
        if usage is not None:
            told = self.messages[at]
            self.messages[at] = Message(role=told.role, parts=told.parts, model=told.model, usage=usage)
        self._turn = (None, -1)

    def _compaction(self, value: Any) -> None:
        kind, inner = variant(value)
        index = len(self.messages)
        if kind == "Summary" and isinstance(inner, str):
            self.compactions.append(RecordedCompaction(index=index, kept=self._kept()))
            made = Message(role="user", parts=(Text(text=_WRAPPER + inner),), summary=inner)
        else:  # the provider's own, which only it can read
            self.compactions.append(RecordedCompaction(index=index))
            made = Message(role="user", parts=(opaque(value, "compaction"),), summary="")
        self.messages.append(made)

    def _kept(self) -> tuple[int, ...]:
        left, kept = _KEPT_BYTES, list[int]()
        for at, count in self._own[: -_MOST_KEPT - 1 : -1]:
            left -= count
            if left < 0:
                break
            kept.append(at)
        return tuple(reversed(kept))

    def _older(self, value: dict[str, Any]) -> None:
        role: Role = "assistant" if value.get("role") == "assistant" else "user"
        if value.get("role") == "system":
            role = "system"
        results = [
            Message(role="tool", parts=result(each, self._ids)) for each in objects_in(value.get("tool_results"))
        ]
        parts = segments(value)
        if role == "assistant":
            self._answer([*parts, *(call(each, self._ids) for each in objects_in(value.get("tool_uses")))])
            self.messages += results
            return
        self.messages += results  # version 0.1 keeps them on the next message
        if parts:
            identity = value.get("id")
            named = str(identity) if isinstance(identity, int | str) else None
            self.messages.append(Message(role=role, parts=tuple(parts), id=named))
