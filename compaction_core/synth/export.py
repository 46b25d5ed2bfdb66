"""A generated session as the bytes of a transcript file, in the formats people have on disk."""

import json
import uuid
from collections.abc import Iterator
from typing import Any

from compaction_core.openai_messages import to_dicts
from compaction_core.session import Message, Reasoning, RecordedCompaction, Session, Text, ToolCall
from compaction_core.synth.clock import START, stamp


def openai_json(session: Session, model: str | None = None) -> bytes:
    """An OpenAI chat request: ``{"model", "tools", "messages"}``, pretty-printed one message a line."""
    head: dict[str, Any] = {"model": model or session.model} if model or session.model else {}
    if session.tools:
        head["tools"] = json.loads(session.tools)
    rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in to_dicts(session.messages))
    opening = json.dumps(head, ensure_ascii=False)[:-1] + (", " if head else "")
    return f'{opening}"messages": [\n  {rows}\n]}}\n'.encode()


def claude_code_jsonl(session: Session, model: str, version: str = "2.1.0") -> bytes:
    """A Claude Code session file: one row a block, results as user rows, boundaries before summaries."""
    rows = _Rows(session, model, version)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows.all()).encode()


class _Rows:
    def __init__(self, session: Session, model: str, version: str) -> None:
        self.session, self.model, self.version = session, model, version
        self.space = uuid.uuid5(uuid.NAMESPACE_OID, f"{session.title} {len(session.messages)}")
        self.count = 0
        self.parent: str | None = None

    def all(self) -> Iterator[dict[str, Any]]:
        boundaries = {c.index: c for c in self.session.compactions if c.kind == "compact"}
        for index, message in enumerate(self.session.messages):
            if index in boundaries:
                yield self._boundary(boundaries[index], message)
            if message.role == "assistant":
                yield from self._assistant(message, index)
            elif message.role in ("user", "tool"):
                yield self._user(message)

    def _row(self, message: Message, kind: str) -> dict[str, Any]:
        self.count += 1
        row = {
            "parentUuid": self.parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/dev/project",
            "sessionId": str(self.space),
            "version": self.version,
            "gitBranch": "work",
            "type": kind,
            "uuid": str(uuid.uuid5(self.space, str(self.count))),
            "timestamp": stamp(START if message.timestamp is None else message.timestamp),
        }
        self.parent = str(row["uuid"])
        return row

    def _boundary(self, compaction: RecordedCompaction, message: Message) -> dict[str, Any]:
        last, self.parent = self.parent, None
        details = {"trigger": compaction.trigger or "auto", "preTokens": compaction.tokens_before}
        if compaction.tokens_after is not None:
            details["postTokens"] = compaction.tokens_after
        return self._row(message, "system") | {
            "subtype": "compact_boundary",
            "content": "Conversation compacted",
            "logicalParentUuid": last,
            "compactMetadata": details,
        }

    def _user(self, message: Message) -> dict[str, Any]:
        row = self._row(message, "user")
        result = message.result
        if result is not None:
            block = {"type": "tool_result", "tool_use_id": result.call_id, "content": result.text}
            content: Any = [block | ({"is_error": True} if result.is_error else {})]
        else:
            content = message.text
        if message.summary is not None:
            row |= {"isCompactSummary": True, "isVisibleInTranscriptOnly": True}
        return row | {"message": {"role": "user", "content": content}}

    def _assistant(self, message: Message, index: int) -> Iterator[dict[str, Any]]:
        common: dict[str, Any] = {"id": f"msg_{index:06d}", "type": "message", "role": "assistant", "model": self.model}
        if message.usage is not None:
            common["usage"] = {
                "input_tokens": message.usage.input,
                "cache_creation_input_tokens": message.usage.cache_write,
                "cache_read_input_tokens": message.usage.cache_read,
                "output_tokens": message.usage.output,
            }
        common["stop_reason"] = "tool_use" if message.calls else "end_turn"
        for part in message.parts:
            block = _block(part)
            if block is not None:
                row = self._row(message, "assistant")
                yield row | {"message": common | {"content": [block]}, "requestId": f"req_{index:06d}"}


def _block(part: object) -> dict[str, Any] | None:
    match part:
        case Text():
            return {"type": "text", "text": part.text}
        case Reasoning():
            block = {"type": "thinking", "thinking": part.text}
            return block | ({"signature": part.signature} if part.signature else {})
        case ToolCall():
            return {"type": "tool_use", "id": part.id, "name": part.name, "input": json.loads(part.arguments)}
    return None
