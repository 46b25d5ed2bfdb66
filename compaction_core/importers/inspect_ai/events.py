"""Events of an Inspect AI sample: the calls of its main thread, those of sub-agents, and the compactions between."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from compaction_core.importers.inspect_ai.messages import Attachments, is_summary, summary_of
from compaction_core.importers.shared.values import json_text

_OUTSIDE = ("scorer", "scorers")
_SCORING = "outside"


@dataclass(frozen=True)
class Call:
    """One model event; ``thread`` is empty in the main thread, else the span or tool call of the sub-agent."""

    event: dict[str, Any]
    pool: list[Any]
    thread: str = ""

    @property
    def listed(self) -> list[Any]:
        """The messages that were sent, where the event itself holds them."""
        found = self.event.get("input")
        return found if isinstance(found, list) else []

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """Where in the pool the messages stand that were sent: from, and up to but not with."""
        return [] if self.listed else ranges(self.event.get("input_refs"), len(self.pool))

    @property
    def size(self) -> int:
        """How many messages were sent."""
        return len(self.listed) + sum(max(0, end - start) for start, end in self.ranges)

    def sent(self) -> Iterator[dict[str, Any]]:
        """The messages that were sent."""
        pooled = (self.pool[at] for start, end in self.ranges for at in range(start, end))
        yield from (message for message in chain(self.listed, pooled) if isinstance(message, dict))

    def new(self, seen: bytearray, but_last: bool = False) -> Iterator[dict[str, Any]]:
        """The messages of the pool that ``seen`` does not mark yet, and all that the event itself holds."""
        listed, ranges = self.listed, self.ranges
        if but_last:
            listed = listed[:-1]
            ranges = [*ranges[:-1], *((start, end - 1) for start, end in ranges[-1:])]
        yield from (message for message in listed if isinstance(message, dict))
        for start, end in ranges:
            while (at := seen.find(0, start, max(start, end))) >= 0:
                seen[at] = 1
                if isinstance(self.pool[at], dict):
                    yield self.pool[at]

    @property
    def output(self) -> dict[str, Any] | None:
        """The message that came back."""
        output = self.event.get("output")
        choices = output.get("choices") if isinstance(output, dict) else None
        first = choices[0] if isinstance(choices, list) and choices else None
        message = first.get("message") if isinstance(first, dict) else None
        return {"role": "assistant", **message} if isinstance(message, dict) else None


@dataclass
class Timeline:
    """The events that matter, in order: calls, and compactions of the main thread."""

    entries: list[Call | dict[str, Any]] = field(default_factory=list)
    results: dict[str, Any] = field(default_factory=dict)
    """When a tool answered, by the id of the call."""

    @property
    def calls(self) -> list[Call]:
        """The calls of the main thread."""
        return [entry for entry in self.entries if isinstance(entry, Call) and not entry.thread]


@dataclass(frozen=True)
class _Span:
    thread: str = ""
    in_tool: bool = False


def timeline(sample: dict[str, Any]) -> Timeline:
    """Read the events of a sample. A call inside a tool's span is a sub-agent's; scorers ask models of their own."""
    found, pool = Timeline(), _pool(sample)
    spans: dict[str, _Span] = {}
    events = sample.get("events")
    pending = [(events if isinstance(events, list) else [], "")]
    while pending:
        listed, outer = pending.pop()
        for event in listed:
            if not isinstance(event, dict):
                continue
            kind = event.get("event")
            place = outer or spans.get(str(event.get("span_id")), _Span()).thread
            if kind == "span_begin":
                spans[str(event.get("id"))] = _inside(spans.get(str(event.get("parent_id")), _Span()), event)
            elif kind == "model" and place != _SCORING:
                found.entries.append(Call(event, pool, place))
            elif kind == "compaction" and not place:
                found.entries.append(event)
            elif kind == "tool" and isinstance(event.get("id"), str):
                found.results[event["id"]] = event.get("completed")
            if isinstance(event.get("events"), list) and event["events"]:  # logs before 0.3.95
                pending.append((event["events"], outer or f"{kind}-{event.get('id') or event.get('name')}"))
    return found


def ranges(refs: Any, size: int) -> list[tuple[int, int]]:
    """References into a pool of ``size`` messages: from, and up to but not with."""
    pairs = (ref for ref in (refs if isinstance(refs, list) else ()) if isinstance(ref, list) and len(ref) == 2)
    whole = (pair for pair in pairs if all(type(at) is int and at >= 0 for at in pair))
    return [(start, min(end, size)) for start, end in whole]


def _inside(parent: _Span, event: dict[str, Any]) -> _Span:
    """A span by its parent: a tool's own calls, and each agent inside a tool, are a thread."""
    kind, identity = event.get("type"), str(event.get("id"))
    if kind in _OUTSIDE or parent.thread == _SCORING:
        return _Span(_SCORING)
    if kind == "tool":
        return _Span(identity, True)
    return _Span(identity if kind == "agent" and parent.in_tool else parent.thread, parent.in_tool)


def key_of(message: dict[str, Any]) -> str:
    """What tells one message from another: its id, or all it says."""
    identity = message.get("id")
    return identity if isinstance(identity, str) and identity else said(message)


def said(message: dict[str, Any]) -> str:
    """All that a message says, as one text; attachments may stand for their texts in it."""
    keys = ("role", "content", "tool_calls", "tool_call_id")
    return json_text([message.get(key) for key in keys])


def is_summarizers(call: Call, summaries: list[str]) -> bool:
    """Whether a call wrote one of the summaries: its answer holds it word for word."""
    content = call.output.get("content") if call.output is not None else None
    text = content if isinstance(content, str) else json_text(content)
    return any(summary and summary in text for summary in summaries)


def summaries_of(messages: list[dict[str, Any]], attachments: Attachments) -> list[str]:
    """The summaries among the messages, without what stands around them."""
    found = (attachments.resolved(message).get("content") for message in messages if is_summary(message))
    return [summary_of(text)[:2_000] for text in found if isinstance(text, str)]


def _pool(sample: dict[str, Any]) -> list[Any]:
    """Messages that the calls refer to by number (``events_data`` since 0.3.2xx, before it ``message_pool``)."""
    data = sample.get("events_data")
    held = data.get("messages") if isinstance(data, dict) else None
    found = held if isinstance(held, list) else sample.get("message_pool")
    return found if isinstance(found, list) else []
