"""The history that Cline, Roo Code and Kilo Code send to the model (``api_conversation_history.json``)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.cline.xml import called, told
from compaction_core.importers.shared.apis.blocks import (
    Piece,
    assistant_pieces,
    block_list,
    opaque,
    part_of,
    user_pieces,
)
from compaction_core.importers.shared.apis.call_ids import CallIds, is_result
from compaction_core.importers.shared.apis.pieced import messages_of
from compaction_core.importers.shared.recorded import Kept
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.values import json_text, optional_text, optional_whole, seconds, whole
from compaction_core.session import Message, Part, Reasoning, RecordedCompaction, Role, Text, Usage

_HIDDEN = ("condenseParent", "truncationParent")
_NOTICE = "<SYSTEM_NOTICE>"


@dataclass
class History:
    """Takes the entries in order; ``starts`` is the index of the first message of each entry."""

    messages: list[Message] = field(default_factory=list)
    compactions: list[RecordedCompaction] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)
    """For each recorded compaction its place in ``compactions`` and the id that the interface knows it by."""
    _ids: CallIds = field(default_factory=CallIds)
    _visible: list[int] = field(default_factory=list)
    """Messages that no compaction hid."""
    _kept: Kept = field(default_factory=Kept)

    def take(self, entries: list[dict[str, Any]]) -> "History":
        """Read all entries."""
        self._visible += range(len(self.messages))
        for at, entry in enumerate(entries):
            self.starts.append(len(self.messages))
            following = entries[at + 1].get("content") if at + 1 < len(entries) else None
            summary = _summary(entry)
            if summary is not None:
                self._compacted(entry, summary)
            else:
                self.messages += self._entry(entry, following)
            if not any(optional_text(entry.get(key)) for key in _HIDDEN):
                self._visible += range(self.starts[-1], len(self.messages))
        return self

    def _entry(self, entry: dict[str, Any], following: Any) -> list[Message]:
        details: dict[str, Any] = {
            "identity": optional_text(entry.get("id")),
            "timestamp": seconds(entry.get("ts")),
            "model": _model(entry),
            "usage": usage_of(entry.get("metrics")),
        }
        blocks = [_known(block) for block in self._ids.named(block_list(entry.get("content")))]
        if entry.get("role") == "assistant" or entry.get("type") == "reasoning":
            return messages_of(self._answer(entry, blocks, following), **details)
        results = list(user_pieces([block for block in blocks if is_result(block)]))
        parts = told([block for block in blocks if not is_result(block)], self._ids)
        made = [*results, *(Piece("tool", result) for result in parts.results)]
        made += [Piece("user", tuple(parts.said))] if parts.said else []
        added = [Piece("user", tuple(parts.added))] if parts.added else []
        return [*messages_of(made, **details), *messages_of(added, **details, flags=("meta",))]

    def _answer(self, entry: dict[str, Any], blocks: list[Any], following: Any) -> Iterator[Piece]:
        if entry.get("type") == "reasoning":  # an item of the Responses API, kept beside the messages
            text = optional_text(entry.get("text"))
            yield Piece("assistant", (Reasoning(text=text) if text else opaque(entry),))
            return
        first = True
        for piece in assistant_pieces(blocks):
            parts = list(piece.parts)
            thought = optional_text(entry.get("reasoning_content"))
            if first and thought and not any(isinstance(part, Reasoning) for part in parts):
                parts.insert(0, Reasoning(text=thought))
            first = False
            yield piece._replace(parts=tuple(called(parts, following, self._ids))) if piece.role != "tool" else piece

    def _compacted(self, entry: dict[str, Any], summary: str) -> None:
        details = as_object(entry.get("metadata"))
        moment = seconds(details.get("generatedAt")) or seconds(entry.get("ts"))
        mark = optional_text(entry.get("condenseId")) or optional_text(entry.get("truncationId")) or ""
        self.marks.append((len(self.compactions), mark))
        self.compactions.append(
            RecordedCompaction(
                index=len(self.messages),
                kept=self._kept.of(self._visible),
                tokens_before=optional_whole(details.get("tokensBefore")),
                timestamp=moment,
            )
        )
        parts = tuple(_known_part(block) for block in block_list(entry.get("content")))
        role: Role = "assistant" if entry.get("role") == "assistant" else "user"
        text = (Text(text=summary),) if not parts and summary else parts
        identity = optional_text(entry.get("id"))
        made = Message(role=role, parts=text, id=identity, timestamp=seconds(entry.get("ts")), summary=summary)
        self.messages.append(made)


def _known_part(block: Any) -> Part:
    return part_of(_known(block))


def _summary(entry: dict[str, Any]) -> str | None:
    """The summary that an entry holds; "" for the mark of a truncation; None for any other entry."""
    details = as_object(entry.get("metadata"))
    if details.get("kind") == "compaction_summary":
        return optional_text(details.get("summary")) or _text(entry)
    if entry.get("isTruncationMarker") is True:
        return ""
    if entry.get("isSummary") is True:
        return _text(entry)
    text = _text(entry) if entry.get("role") == "user" else ""
    if text.startswith(_NOTICE) and "ompacted" in text[:200]:
        return text[len(_NOTICE) :].replace("</SYSTEM_NOTICE>", "").strip()
    return None


def _text(entry: dict[str, Any]) -> str:
    parts = (part_of(block) for block in block_list(entry.get("content")))
    return "\n".join(part.text for part in parts if isinstance(part, Text))


def _known(block: Any) -> Any:
    """A block under the names that other files of the Messages API use; a list of plain objects as a result is JSON."""
    if not isinstance(block, dict):
        return block
    content = block.get("content")
    if block.get("type") == "tool_result" and isinstance(content, list) and not any(map(_has_type, content)):
        return {**block, "content": json_text(content)}
    if block.get("type") == "reasoning" and isinstance(block.get("text"), str):
        return {"type": "thinking", "thinking": block["text"]}
    if block.get("type") == "file" and isinstance(block.get("path"), str):
        source = {"type": "text", "media_type": "text/plain", "data": content}
        return {"type": "document", "title": block["path"], "source": source}
    return block


def _has_type(item: Any) -> bool:
    return isinstance(item, str) or (isinstance(item, dict) and "type" in item)


def _model(entry: dict[str, Any]) -> str | None:
    info = as_object(entry.get("modelInfo"))
    return optional_text(info.get("id")) or optional_text(info.get("modelId"))


def usage_of(value: Any) -> Usage | None:
    """Tokens of an answer; the input of the SDK includes what was cached. None where nothing was counted."""
    metrics = as_object(value)
    tokens = as_object(metrics.get("tokens"))
    if tokens:  # Cline 3
        cached = whole(tokens.get("cached"))
        found = Usage(
            input=max(0, whole(tokens.get("prompt")) - cached),
            cache_read=cached,
            output=whole(tokens.get("completion")),
        )
        return found if found.total else None
    read, written = whole(metrics.get("cacheReadTokens")), whole(metrics.get("cacheWriteTokens"))
    found = Usage(
        input=max(0, whole(metrics.get("inputTokens")) - read - written),
        cache_read=read,
        cache_write=written,
        output=whole(metrics.get("outputTokens")),
    )
    return found if found.total else None
