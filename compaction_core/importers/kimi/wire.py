"""``wire.jsonl`` of Kimi Code, from which it rebuilds a session: the records, and what they do to the context.

``packages/agent-core/src/agent/records/types.ts`` names the records, ``context/index.ts`` and in the later core
``contextMemory/`` (``contextOps.ts``, ``loopEventFold.ts``, ``compactionHandoff.ts``) fold them: a message that comes
while calls wait for their results is put behind these; ``context.undo`` takes back turns of the person; a compaction
leaves the person's own messages, up to 20,000 tokens of them, and the summary, in older files the summary and all
behind ``compactedCount`` messages; ``micro_compaction.apply`` blanks the larger tool results in front of ``cutoff``.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.kimi.context import Context
from compaction_core.importers.kimi.entries import Entry, entry_of, says
from compaction_core.importers.rows import Row
from compaction_core.importers.shared.shapes import as_list, as_object
from compaction_core.importers.shared.values import json_text, optional_text, seconds, whole
from compaction_core.session import Message, RecordedCompaction, Usage

CONTEXT = ("context.append_message", "context.append_loop_event", "context.apply_compaction")
_BOOKKEEPING = ("forked", "metadata", "cron", "goal", "interaction", "llm", "mcp", "permission", "plan", "plan_mode",
                "profile", "skill", "swarm_mode", "task", "tools", "turn", "usage")  # fmt: skip


@dataclass
class Wire:
    """Takes the records in order."""

    model: str | None = None
    tools: str | None = None
    skipped: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    _system: str | None = None
    _context: Context = field(default_factory=Context)
    _trigger: str | None = None
    _steps: dict[str, Entry] = field(default_factory=dict)
    _step: Entry | None = None
    _waiting: set[str] = field(default_factory=set)
    _deferred: list[Entry] = field(default_factory=list)

    def take(self, rows: Iterable[Row]) -> None:
        """Add what the records say; a session that ended in the middle of a step keeps what came."""
        for row in rows:
            self._take(row.value, row.line)
        self._settle()

    def _take(self, value: dict[str, Any], line: int) -> None:
        kind = str(value.get("type"))
        moment = seconds(value.get("time"))
        if kind == "context.append_message":
            self._append(entry_of(as_object(value.get("message")), line, moment))
            return
        if kind == "context.append_loop_event":
            self._loop(as_object(value.get("event")), line, moment)
            return
        if kind == "context.apply_compaction":
            self._settle()
            self._context.compact(value, line, moment, self._trigger)
            self._trigger = None
            return
        self.skipped += 1
        if kind == "context.undo":
            self._settle()
            self._context.undo(whole(value.get("count")))
        elif kind == "context.clear":
            self._settle()
            self._context.clear(moment)
        elif kind == "micro_compaction.apply":
            self._context.blank(whole(value.get("cutoff")), moment)
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

    def _append(self, entry: Entry) -> None:
        if self._waiting:
            self._deferred.append(entry)
        else:
            self._context.push(entry)

    def _flush(self) -> None:
        if not self._waiting:
            self._context.push(*self._deferred)
            self._deferred.clear()

    def _settle(self) -> None:
        """End the step; calls without a result will get none."""
        self._waiting.clear()
        if self._step is not None and not self._step.calls and not any(map(says, self._step.content)):
            self._context.drop(self._step)
        self._step = None
        self._flush()

    def _loop(self, event: dict[str, Any], line: int, moment: float | None) -> None:
        kind = event.get("type")
        if kind == "step.begin":
            self._settle()
            self._step = Entry("assistant", line, moment)
            self._steps = {str(event.get("uuid")): self._step}
            self._context.push(self._step)
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

    def _started(self, line: int, moment: float | None) -> Entry:
        """A step whose beginning is not in the file."""
        self._step = Entry("assistant", line, moment)
        self._context.push(self._step)
        return self._step

    def _result(self, event: dict[str, Any], line: int, moment: float | None) -> None:
        result = as_object(event.get("result"))
        output = result.get("output")
        entry = Entry("tool", line, moment, content=output if isinstance(output, list) else [output or ""])
        entry.call, entry.failed = event.get("toolCallId"), result.get("isError") is True
        entry.note = optional_text(result.get("note"))
        self._context.push(entry)
        self._waiting.discard(str(event.get("toolCallId")))
        self._flush()

    @property
    def undone(self) -> int:
        """Messages of turns that were taken back."""
        return self._context.undone

    def messages(self) -> list[Message]:
        """The messages that were not taken back, behind the system prompt."""
        return self._context.messages(self._system)

    def compactions(self) -> list[RecordedCompaction]:
        """What was recorded of compactions and blanked results."""
        return self._context.compactions(0 if self._system is None else 1)


def _usage(value: dict[str, Any]) -> Usage | None:
    found = Usage(
        input=whole(value.get("inputOther")),
        cache_read=whole(value.get("inputCacheRead")),
        cache_write=whole(value.get("inputCacheCreation")),
        output=whole(value.get("output")),
    )
    return found if found.total else None
