"""``wire.jsonl`` of Kimi Code, from which it rebuilds a session: the records, and what they do to the context.

``packages/agent-core/src/agent/records/types.ts`` names the records, ``context/index.ts`` and in the later core
``contextMemory/`` (``contextOps.ts``, ``loopEventFold.ts``, ``compactionHandoff.ts``) fold them: a message that comes
while calls wait for their results is put behind these; ``context.undo`` takes back turns of the person; a compaction
leaves the person's own messages, up to 20,000 tokens of them, and the summary, in older files the summary and all
behind ``compactedCount`` messages; ``micro_compaction.apply`` blanks the larger tool results in front of ``cutoff``.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.kimi.contents import answered, said
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.recorded import Kept
from compaction_core.importers.shared.shapes import as_list, as_object
from compaction_core.importers.shared.values import json_text, optional_text, optional_whole, seconds, whole
from compaction_core.importers.source import Row
from compaction_core.session import Flag, Message, Part, RecordedCompaction, Role, Text, Usage

CONTEXT = ("context.append_message", "context.append_loop_event", "context.apply_compaction")
_ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
_BOOKKEEPING = ("forked", "metadata", "cron", "goal", "interaction", "llm", "mcp", "permission", "plan", "plan_mode",
                "profile", "skill", "swarm_mode", "task", "tools", "turn", "usage")  # fmt: skip
_INJECTED = ("injection", "hook_result", "retry", "cron_job", "cron_missed", "task", "background_task")
_SMALL = 100  # tokens of a tool result that micro compaction leaves alone
_MOST = 5_000_000  # messages looked through for all compactions and undos together


@dataclass(eq=False)
class _Entry:
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


@dataclass
class _Fact:
    """A recorded compaction: where in the entries it stands, and the entries that stayed."""

    at: int
    kept: list[_Entry]
    more: dict[str, Any]


@dataclass
class Wire:
    """Takes the records in order."""

    model: str | None = None
    tools: str | None = None
    skipped: int = 0
    undone: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    _system: str | None = None
    _entries: list[_Entry] = field(default_factory=list)
    _live: list[_Entry] = field(default_factory=list)
    _facts: list[_Fact] = field(default_factory=list)
    _spent: int = 0
    _cleared: int = 0
    _trigger: str | None = None
    _steps: dict[str, _Entry] = field(default_factory=dict)
    _step: _Entry | None = None
    _waiting: set[str] = field(default_factory=set)
    _deferred: list[_Entry] = field(default_factory=list)

    def take(self, rows: Iterable[Row]) -> None:
        """Add what the records say; a session that ended in the middle of a step keeps what came."""
        for row in rows:
            self._take(row.value, row.line)
        self._settle()

    def _take(self, value: dict[str, Any], line: int) -> None:
        kind = str(value.get("type"))
        moment = seconds(value.get("time"))
        if kind == "context.append_message":
            self._append(_entry(as_object(value.get("message")), line, moment))
            return
        if kind == "context.append_loop_event":
            self._loop(as_object(value.get("event")), line, moment)
            return
        if kind == "context.apply_compaction":
            self._compact(value, line, moment)
            return
        self.skipped += 1
        if kind == "context.undo":
            self._undo(whole(value.get("count")))
        elif kind == "context.clear":
            self._clear(moment)
        elif kind == "micro_compaction.apply":
            self._blank(whole(value.get("cutoff")), moment)
        elif kind == "full_compaction.begin":
            self._trigger = optional_text(value.get("source"))
        elif kind == "config.update":
            self._system = optional_text(value.get("systemPrompt")) or self._system
            self.model = optional_text(value.get("modelAlias")) or self.model
        elif kind == "llm.request":
            if value.get("kind") != "compaction":
                self.model = optional_text(value.get("model")) or self.model
        elif kind == "llm.tools_snapshot":
            self.tools = json_text(value["tools"]) if as_list(value.get("tools")) else self.tools
        elif kind.partition(".")[0] not in (*_BOOKKEEPING, "full_compaction"):
            self.unknown[kind[:40]] += 1

    def _append(self, entry: _Entry) -> None:
        if self._waiting:
            self._deferred.append(entry)
        else:
            self._push(entry)

    def _push(self, *entries: _Entry) -> None:
        self._entries += entries
        self._live += entries

    def _flush(self) -> None:
        if not self._waiting:
            self._push(*self._deferred)
            self._deferred.clear()

    def _settle(self) -> None:
        """End the step; calls without a result will get none."""
        self._waiting.clear()
        if self._step is not None and not self._step.calls and not any(map(_says, self._step.content)):
            self._drop(self._step)
        self._step = None
        self._flush()

    def _drop(self, entry: _Entry) -> None:
        """An answer of which nothing came."""
        if self._entries and self._entries[-1] is entry:
            del self._entries[-1]
        if self._live and self._live[-1] is entry:
            del self._live[-1]

    def _loop(self, event: dict[str, Any], line: int, moment: float | None) -> None:
        kind = event.get("type")
        if kind == "step.begin":
            self._settle()
            self._step = _Entry("assistant", line, moment)
            self._steps = {str(event.get("uuid")): self._step}
            self._push(self._step)
        elif kind == "tool.result":
            self._result(event, line, moment)
        elif kind == "step.end":
            if (step := self._steps.get(str(event.get("uuid")), self._step)) is not None:
                step.usage = _usage(as_object(event.get("usage")))
                step.stop = optional_text(event.get("finishReason"))
                step.identity = optional_text(event.get("messageId"))
                step.model = self.model
            self._flush()
        elif kind in ("content.part", "tool.call"):
            step = self._steps.get(str(event.get("stepUuid")), self._step) or self._started(line, moment)
            if kind == "content.part":
                step.content.append(event.get("part"))
            else:
                told = {"id": event.get("toolCallId"), "name": event.get("name"), "arguments": event.get("args")}
                step.calls.append(told)
                self._waiting.add(str(event.get("toolCallId")))
        else:
            self.skipped += 1
            self.unknown[str(kind)[:40]] += 1

    def _started(self, line: int, moment: float | None) -> _Entry:
        """A step whose beginning is not in the file."""
        self._step = _Entry("assistant", line, moment)
        self._push(self._step)
        return self._step

    def _result(self, event: dict[str, Any], line: int, moment: float | None) -> None:
        result = as_object(event.get("result"))
        output = result.get("output")
        entry = _Entry("tool", line, moment, content=output if isinstance(output, list) else [output or ""])
        entry.call, entry.failed = event.get("toolCallId"), result.get("isError") is True
        entry.note = optional_text(result.get("note"))
        self._push(entry)
        self._waiting.discard(str(event.get("toolCallId")))
        self._flush()

    def _compact(self, value: dict[str, Any], line: int, moment: float | None) -> None:
        self._settle()
        kept = self._kept(value)
        raw, told = value.get("summary"), value.get("contextSummary")
        inner = "\n".join(text for block in as_list(as_object(raw).get("content")) if (text := _text(block)))
        summary = raw if isinstance(raw, str) else inner or (told if isinstance(told, str) else "")
        content = [{"type": "text", "text": told if isinstance(told, str) else summary}]
        entry = _Entry("user", line, moment, content=content, summary=summary)
        more = {
            "trigger": self._trigger,
            "tokens_before": optional_whole(value.get("tokensBefore")),
            "tokens_after": optional_whole(value.get("tokensAfter")),
            "timestamp": moment,
        }
        self._facts.append(_Fact(len(self._entries), kept, more))
        self._entries.append(entry)
        tail = _is_tail(value)
        self._live = [entry, *kept] if tail else [*kept, entry]
        self._cleared, self._trigger = 0, None

    def _kept(self, value: dict[str, Any]) -> list[_Entry]:
        """What stays word for word. A message that was cut to fit stays only in part, so it is not among them."""
        if self._spent > _MOST:
            return []
        self._spent += len(self._live)
        if _is_tail(value):
            return self._live[whole(value.get("compactedCount", value.get("count"))) :]
        own = [entry for entry in self._live if entry.is_own]
        count, head = whole(value.get("keptUserMessageCount")), optional_whole(value.get("keptHeadUserMessageCount"))
        if head is None:  # all of them, or the newest, of which the oldest was cut
            return own if count >= len(own) else own[len(own) - count + 1 :] if count else []
        last = max(count - head, 0)
        return own[: max(head - 1, 0)] + (own[max(len(own) - last + 1, head) :] if last else [])

    def _undo(self, count: int) -> None:
        """Take back turns, up to the last compaction; nothing where there are fewer."""
        self._settle()
        cut = len(self._live)
        for at in range(len(self._live) - 1, -1, -1):
            entry = self._live[at]
            self._spent += 1
            if count <= 0 or entry.summary is not None or self._spent > _MOST:
                break
            if entry.is_own:
                count, cut = count - 1, at
                while cut and _belongs(self._live[cut - 1], entry):
                    cut -= 1
        if count > 0:
            return
        gone = self._live[cut:]
        del self._live[cut:]
        self._cleared = min(self._cleared, cut)
        for entry in gone:
            entry.undone = True
        self.undone += len(gone)

    def _clear(self, moment: float | None) -> None:
        self._settle()
        if self._live:
            self._facts.append(_Fact(len(self._entries), [], {"trigger": "clear", "timestamp": moment}))
        self._live, self._cleared = [], 0

    def _blank(self, cutoff: int, moment: float | None) -> None:
        found = False
        for entry in self._live[self._cleared : cutoff]:
            if entry.role == "tool" and _tokens(entry.content) >= _SMALL:
                entry.blanked = found = True
        self._cleared = max(self._cleared, min(cutoff, len(self._live)))
        if found:
            self._facts.append(_Fact(len(self._entries), [], {"kind": "clear", "timestamp": moment}))

    def messages(self) -> list[Message]:
        """The messages that were not taken back, behind the system prompt."""
        ids = CallIds()
        front = [] if self._system is None else [Message(role="system", parts=(Text(text=self._system),))]
        return front + [_message(entry, ids) for entry in self._entries if not entry.undone]

    def compactions(self) -> list[RecordedCompaction]:
        """The compactions by the place of their messages; one that nothing followed has no place."""
        front = 0 if self._system is None else 1
        before = [front]
        place: dict[int, int] = {}
        for entry in self._entries:
            place[id(entry)] = before[-1]
            before.append(before[-1] + (not entry.undone))
        room = Kept()
        made: list[RecordedCompaction] = []
        for fact in self._facts:
            if before[fact.at] == before[-1]:
                continue
            stayed = [place[id(entry)] for entry in fact.kept if not entry.undone]
            hides = fact.more.get("kind") != "clear"
            kept = room.of([*range(front), *sorted(stayed)]) if hides else ()
            made.append(RecordedCompaction.model_validate({"index": before[fact.at], "kept": kept, **fact.more}))
        return made


def _entry(value: dict[str, Any], line: int, moment: float | None) -> _Entry:
    content = value.get("content")
    entry = _Entry(_ROLES.get(str(value.get("role")), "user"), line, moment)
    entry.content = content if isinstance(content, list) else [content or ""]
    entry.calls, entry.call = as_list(value.get("toolCalls")), value.get("toolCallId")
    entry.origin, entry.identity = as_object(value.get("origin")), optional_text(value.get("id"))
    entry.failed, entry.note = value.get("isError") is True, optional_text(value.get("note"))
    return entry


def _message(entry: _Entry, ids: CallIds) -> Message:
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


def _is_tail(value: dict[str, Any]) -> bool:
    """Whether all behind the compacted messages stayed, as in older files."""
    told = value.get("legacyTail")
    return told if isinstance(told, bool) else optional_whole(value.get("keptUserMessageCount")) is None


def _belongs(entry: _Entry, prompt: _Entry) -> bool:
    """Whether a message was injected for this prompt."""
    owner = entry.origin.get("ownerPromptId")
    return entry.origin.get("kind") == "injection" and owner is not None and owner == prompt.identity


def _says(block: Any) -> bool:
    return not isinstance(block, dict) or any(block.get(key) for key in block if key not in ("type", "contentType"))


def _text(block: Any) -> str:
    told = block if isinstance(block, str) else as_object(block).get("text")
    return told if isinstance(told, str) else ""


def _tokens(content: list[Any]) -> int:
    """As the tool estimates them: four ASCII characters, or one other, are one token."""
    text = "".join(map(_text, content))
    short = sum(character < "\x80" for character in text)
    return math.ceil(short / 4) + len(text) - short


def _usage(value: dict[str, Any]) -> Usage | None:
    found = Usage(
        input=whole(value.get("inputOther")),
        cache_read=whole(value.get("inputCacheRead")),
        cache_write=whole(value.get("inputCacheCreation")),
        output=whole(value.get("output")),
    )
    return found if found.total else None
