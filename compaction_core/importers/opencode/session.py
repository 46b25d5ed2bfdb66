"""One opencode session (its info, messages and their parts) as a Session."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain
from typing import Any

from compaction_core.importers.opencode.parts import Parts, usage_of
from compaction_core.importers.shared.left_out import other_branches
from compaction_core.importers.shared.recorded import Kept, note, prompts_before
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import first_prompt, optional_text, seconds
from compaction_core.session import (
    Integrity,
    Message,
    RecordedCompaction,
    Role,
    Session,
    Text,
    Thread,
    Warning,
)
from compaction_core.words import count

_ONE_SWEEP = 10.0
"""Seconds: results blanked this close together were blanked by one pruning."""
_NO_SUMMARY = "The context was compacted here. What stands for it is kept by the provider and cannot be read."


@dataclass
class Reader:
    """Takes the messages of one session in order."""

    parts: Parts = field(default_factory=Parts)
    messages: list[Message] = field(default_factory=list)
    compactions: list[RecordedCompaction] = field(default_factory=list)
    _kept: Kept = field(default_factory=Kept)
    _first_of: dict[str, int] = field(default_factory=dict)
    _asked: dict[str, Any] = field(default_factory=dict)
    """The last request to compact: its part, and the index of its message."""

    def take(self, value: dict[str, Any]) -> None:
        """Add one message with its parts."""
        info, parts = as_object(value.get("info")), objects_in(value.get("parts"))
        start = len(self.messages)
        identity = optional_text(info.get("id"))
        if identity is not None:
            self._first_of.setdefault(identity, start)
        if info.get("role") == "assistant":
            self._assistant(info, parts)
        elif info.get("role") == "compaction":
            self._checkpoint(info)
        else:
            self._user(info, parts)
        moment = seconds(as_object(info.get("time")).get("created"))
        model = optional_text(info.get("modelID")) or optional_text(as_object(info.get("model")).get("modelID"))
        for at in range(start, len(self.messages)):
            made = self.messages[at]
            changes: dict[str, Any] = {"id": identity, "timestamp": made.timestamp or moment}
            if made.role == "assistant":
                changes["model"] = model
            self.messages[at] = replace(made, **changes)

    def _user(self, info: dict[str, Any], parts: list[dict[str, Any]]) -> None:
        said, added = self.parts.typed(parts)
        role: Role = "system" if info.get("role") == "system" else "user"
        if said:
            self.messages.append(Message(role=role, parts=tuple(said)))
        asked = next((part for part in parts if part.get("type") == "compaction"), None)
        if asked is not None:
            self._asked = {"part": asked, "at": len(self.messages)}
        if added:
            self.messages.append(Message(role=role, parts=tuple(added), flags=("meta",)))

    def _assistant(self, info: dict[str, Any], parts: list[dict[str, Any]]) -> None:
        made = self.parts.steps(parts, info)
        error = as_object(info.get("error"))
        if info.get("summary") is True and not error:
            self._summary(info, made)
            return
        if error and not made:
            told = optional_text(as_object(error.get("data")).get("message")) or optional_text(error.get("name"))
            failed = Message(role="assistant", parts=(Text(text=told or "error"),), flags=("synthetic", "error"))
            made = [replace(failed, usage=usage_of(info.get("tokens")))]
        last = max((at for at, message in enumerate(made) if message.role == "assistant"), default=-1)
        if last >= 0:
            reason = optional_text(error.get("name")) or optional_text(info.get("finish"))
            made[last] = replace(made[last], stop_reason=reason)
        self.messages += made

    def _summary(self, info: dict[str, Any], made: list[Message]) -> None:
        """The answer to a request to compact: the context goes on from it."""
        text = "\n".join(message.text for message in made if message.role == "assistant")
        part, at = as_object(self._asked.get("part")), self._asked.get("at", len(self.messages))
        automatic = part.get("auto")
        prompts = prompts_before(self.messages, len(self.messages))
        tail = self._first_of.get(str(part.get("tail_start_id")))
        self.compactions.append(
            RecordedCompaction(
                index=len(self.messages),
                kept=self._kept.of(chain(prompts, range(tail, at) if tail is not None else ())),
                trigger="manual" if automatic is False else "auto" if automatic is True else None,
                timestamp=seconds(as_object(info.get("time")).get("created")),
            )
        )
        self._asked = {}
        usage = usage_of(info.get("tokens"))
        self.messages.append(Message(role="assistant", parts=(Text(text=text),), usage=usage, summary=text))

    def _checkpoint(self, info: dict[str, Any]) -> None:
        """A compaction row: its summary, and the newest messages as text, stand for all before."""
        summary, recent = (optional_text(info.get(key)) for key in ("summary", "recent"))
        moment = seconds(as_object(info.get("time")).get("created"))
        reason = info.get("reason")
        self.compactions.append(
            RecordedCompaction(
                index=len(self.messages),
                kept=self._kept.of(prompts_before(self.messages, len(self.messages))),
                trigger=reason if reason in ("auto", "manual") else None,
                timestamp=moment,
            )
        )
        if summary is None and recent is None:
            self.messages.append(note(_NO_SUMMARY, moment))
            return
        parts = tuple(Text(text=text) for text in (summary, recent) if text)
        self.messages.append(Message(role="user", parts=parts, summary=summary or ""))

    def finish(self) -> tuple[RecordedCompaction, ...]:
        """All recorded compactions, the blanking of old results among them, by place."""
        found = [*self.compactions, *self._clears()]
        return tuple(sorted(found, key=lambda compaction: compaction.index))

    def _clears(self) -> Iterator[RecordedCompaction]:
        """One clearing for results blanked together, in front of the first message that is younger."""
        newest = list(accumulate((message.timestamp or 0.0 for message in self.messages), max))
        last: float | None = None
        for moment in sorted(self.parts.cleared):
            if last is None or moment - last > _ONE_SWEEP:
                at = bisect_right(newest, moment)
                yield RecordedCompaction(index=at, kind="clear", trigger="auto", timestamp=moment)
            last = moment


def session_of(info: dict[str, Any], values: Sequence[dict[str, Any]], children: Sequence[Thread] = ()) -> Session:
    """The session with these messages; what was undone by a revert is left out."""
    kept = _not_reverted(info, values)
    reader = Reader(messages=_system(kept))
    for value in kept:
        reader.take(value)
    models = (message.model for message in reversed(reader.messages) if message.model)
    skipped = reader.parts.skipped
    warnings: list[Warning] = list(other_branches(len(values) - len(kept)))
    if skipped["text"]:
        text = f"Left out {count(skipped['text'], 'text')} that opencode does not send (ignored)."
        warnings.append(Warning(code="ignored", text=text))
    return Session(
        format="opencode",
        title=optional_text(info.get("title")) or first_prompt(reader.messages),
        version=optional_text(info.get("version")),
        model=next(models, None),
        messages=tuple(reader.messages),
        compactions=reader.finish(),
        threads=tuple(children),
        integrity=Integrity(skipped_rows=sum(skipped.values()), warnings=tuple(warnings)),
    )


def _system(values: Sequence[dict[str, Any]]) -> list[Message]:
    """The system prompt, which early versions kept beside each answer."""
    told = next((system for value in values if (system := as_object(value.get("info")).get("system"))), None)
    texts = [text for text in told if isinstance(text, str)] if isinstance(told, list) else []
    return [Message(role="system", parts=tuple(Text(text=text) for text in texts))] if texts else []


def _not_reverted(info: dict[str, Any], values: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    undone = optional_text(as_object(info.get("revert")).get("messageID"))
    if undone is None:
        return values
    for at, value in enumerate(values):
        if as_object(value.get("info")).get("id") == undone:
            return values[:at]
    return values
