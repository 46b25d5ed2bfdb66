"""DeepSeek Harness (dsh) session logs, format 0 (JSONL): events with numbers, of which some reach the model."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.deepseek_harness.messages import message_of, parts_of
from compaction_core.importers.rows import Row
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.timeline import Timeline, alone
from compaction_core.importers.shared.values import first_prompt, json_text, one_line, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Message, Session, Text, Warning
from compaction_core.words import count

_SURFACE = ("user/message", "assistant/message", "tool/result", "context/message")
_READ = (*_SURFACE, "request/header", "request/header-delta", "session/title", "compaction/summary")


def detect(source: Source) -> str | None:
    """Why this is a dsh file: its header, with milliseconds as ``createdAt``, or a numbered event of the context."""
    for row in source.head:
        value = row.value
        if value.get("type") == "session" and "createdAt" in value and "timestamp" not in value:
            return f"row {row.line} is a session header with createdAt"
        if value.get("type") in _SURFACE and "seq" in value and isinstance(value.get("data"), dict):
            return f"row {row.line} is a numbered {value['type']} event"
    return None


def read(source: Source) -> Iterator[Session]:
    """One session."""
    rows = source.trimmed(_trimmed)
    reader = _Reader()
    reader.begin(rows.rows)
    for row in rows.rows:
        data = row.value.get("data")
        reader.take(row, data if isinstance(data, dict) else {})
    messages, compactions = reader.timeline.finish(alone)
    yield Session(
        format="deepseek_harness",
        title=one_line(reader.title) or first_prompt(messages),
        version="format 0",
        model=reader.model,
        tools=reader.tools,
        messages=messages,
        compactions=compactions,
        integrity=notes.integrity(rows, 0, reader.skipped, _warnings(reader)),
    )


def _trimmed(value: dict[str, Any]) -> dict[str, Any]:
    """A row that is not read, most of them chunks of a streamed answer, is only counted."""
    return value if value.get("type") in _READ else {}


@dataclass
class _Reader:
    """Takes events in file order; ``tool/call`` and ``assistant/chunk`` repeat what ``assistant/message`` holds."""

    timeline: Timeline[Message] = field(default_factory=Timeline)
    title: str = ""
    model: str | None = None
    tools: str | None = None
    skipped: int = 0
    headers: int = 0
    """How often the system prompt or the tools changed."""
    unread: Counter[str] = field(default_factory=Counter)
    _slots: dict[Any, int] = field(default_factory=dict)
    _summary: str | None = None
    _manual: bool = False
    _ids: CallIds = field(default_factory=CallIds)

    def begin(self, rows: Iterable[Row]) -> None:
        """The first request's system prompt and tools, which are logged after the first user message."""
        for row in rows:
            header = _header(row.value)
            if header is not None:
                tools, system = header.get("tools"), parts_of(header.get("system"), self._ids)
                self.tools = json_text(tools) if tools else None
                if system:
                    self.timeline.add(Message(role="system", parts=tuple(system), line=row.line))
                return

    def take(self, row: Row, data: dict[str, Any]) -> None:
        """Read one event."""
        kind = row.value.get("type")
        if kind in _SURFACE:
            self._surface(str(kind), row, data)
            return
        self.skipped += 1
        header = _header(row.value)
        if header is not None:
            config = header.get("config")
            self.model = optional_text(config.get("model")) if isinstance(config, dict) else self.model
        elif kind == "request/header-delta":
            self.headers += 1
            config = data.get("config")
            told = optional_text(config.get("model")) if isinstance(config, dict) else None
            self.model = told or self.model
        elif kind == "session/title":
            self.title = optional_text(data.get("title")) or self.title
        elif kind == "compaction/summary":
            parts = parts_of(data.get("summary"), self._ids)
            self._summary = "\n".join(part.text for part in parts if isinstance(part, Text))
            self._manual = bool(optional_text(data.get("sourceCommandId")))

    def _surface(self, kind: str, row: Row, data: dict[str, Any]) -> None:
        made = message_of(kind, data, self.model, self._ids)
        made = replace(made, timestamp=seconds(row.value.get("time")), line=row.line)
        replaced = self._replaced(row.value)
        if replaced is None:
            self._slots[_number(row.value.get("seq"))] = self.timeline.add(made)
        elif kind == "tool/result" and replaced:
            self.timeline.clear(replaced, timestamp=made.timestamp)
            self._slots[_number(row.value.get("seq"))] = min(replaced)
        elif kind == "user/message":
            self._compact(made, row, replaced)
        else:
            self.unread[f"{kind} that replaces others"] += 1

    def _compact(self, made: Message, row: Row, replaced: set[int]) -> None:
        """A summary takes the place of the events it names; all others stay."""
        summary, self._summary = self._summary, None
        made = replace(made, summary=made.text if summary is None else summary, flags=())
        kept = () if self.timeline.crowded else self.timeline.context
        self.timeline.compact(
            [made],
            [slot for slot in kept if slot not in replaced],
            trigger="manual" if self._manual else None,
            timestamp=made.timestamp,
        )
        self._slots[_number(row.value.get("seq"))] = len(self.timeline.slots) - 1

    def _replaced(self, value: dict[str, Any]) -> set[int] | None:
        """Slots of the events that this one replaces; None if it only adds."""
        how = value.get("surfaceOp")
        if isinstance(how, dict) and how.get("op") == "replace":
            start = _number(how.get("start", how.get("startSeq")))
            end = _number(how.get("end", how.get("endSeq")))
            if start == end:
                return {self._slots[start]} if start in self._slots else set()
            first, last = self._slots.get(start), self._slots.get(end)
            inner = (slot for slot in self.timeline.context if first is not None and first <= slot)
            return {slot for slot in inner if last is not None and slot <= last}
        if how != "replace":
            return None
        cited = value.get("sourceEventSeqs")
        numbers = map(_number, cited if isinstance(cited, list) else ())
        return {self._slots[number] for number in numbers if number in self._slots}


def _header(value: dict[str, Any]) -> dict[str, Any] | None:
    data = value.get("data")
    header = data.get("header") if value.get("type") == "request/header" and isinstance(data, dict) else None
    return header if isinstance(header, dict) else None


def _number(value: Any) -> int:
    return value if isinstance(value, int) else -1


def _warnings(reader: _Reader) -> Iterator[Warning]:
    if reader.headers:
        times = count(reader.headers, "time")
        text = f"The system prompt, tools or model changed {times}; the first system prompt and tools are shown."
        yield Warning(code="changed_prompt", text=text)
    if reader.unread:
        text = f"Left out {', '.join(f'{kind} ({number})' for kind, number in sorted(reader.unread.items()))}."
        yield Warning(code="unknown_rows", text=text)


IMPORTER = importers.add(
    Importer(name="deepseek_harness", label="DeepSeek Harness JSONL", detect=detect, read=read, order=24)
)
