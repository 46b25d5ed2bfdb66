"""Rows of one Claude Code thread as messages: rows of one API message merge, each tool result is a message."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.claude_code.context import attachment_parts, is_injected, is_summary, summary_text
from compaction_core.importers.claude_code.messages import (
    BOOKKEEPING,
    Draft,
    message_of_piece,
    messages_of_draft,
)
from compaction_core.importers.rows import Row
from compaction_core.importers.shared.apis.blocks import Piece, block_list, usage_of, user_pieces
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.recorded import Kept
from compaction_core.importers.shared.shapes import as_list, as_object
from compaction_core.importers.shared.timeline import MOST_KEPT
from compaction_core.importers.shared.values import optional_text, optional_whole, seconds, whole
from compaction_core.session import Flag, Message, RecordedCompaction, Text

_COMPARED = 64
_NOT_TYPED = ("task-notification", "peer")
"""Kinds of ``origin`` of user rows that another process wrote."""
_CAMEL = {"pre_tokens": "preTokens", "post_tokens": "postTokens"}  # as stream-json spells them


@dataclass
class Reader:
    """Takes the rows of one thread in file order; ``finish`` gives its messages and recorded compactions."""

    _slots: list[Message | Draft] = field(default_factory=list)
    _open: dict[str, Draft] = field(default_factory=dict)
    _marks: list[tuple[int, dict[str, Any], Sequence[int]]] = field(default_factory=list)
    _places: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The slots that a row's message stands in, by the row's uuid: the first, and the one after the last."""
    _drafts: dict[str, int] = field(default_factory=dict)
    """The slot of each API message, by its id."""
    _room: int = MOST_KEPT
    """So many more messages may be named as kept by compactions."""
    _pruned: set[str] = field(default_factory=set)
    _ids: CallIds = field(default_factory=CallIds)
    _boundary_open: bool = False
    """A boundary stands open until the model answers."""
    _summary_due: bool = False
    """The summary of the last boundary is still to come: kept messages may stand between the two."""
    merged: int = 0
    skipped: int = 0
    preserved: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)

    def take(self, rows: Iterable[Row]) -> "Reader":
        """Read the rows; hand back the reader. What became a message is let go: both would double a large file."""
        for row in rows:
            value = row.value
            kind = value.get("type")
            message = value.get("message")
            before, identity = len(self._slots), optional_text(value.get("uuid"))
            if kind == "assistant" and isinstance(message, dict):
                self._assistant(value, message, row.line)
            elif kind == "user" and isinstance(message, dict):
                self._user(value, message, row.line)
                value.clear()
            elif kind == "attachment":
                self._attachment(value, row.line)
            else:
                self._other(value, row.line)
            if identity is not None and isinstance(message, dict):
                joined = self._drafts.get(str(message.get("id")), before)
                self._places[identity] = (min(joined, before), max(joined + 1, len(self._slots)))
        return self

    def _other(self, value: dict[str, Any], line: int) -> None:
        kind, subtype = value.get("type"), value.get("subtype")
        if kind == "system" and subtype == "compact_boundary":
            self._compact(value)
        elif kind == "system" and subtype == "microcompact_boundary":
            self._clear(value)
        elif kind == "system" and subtype == "local_command":
            self._command(value, line)
        else:
            self.skipped += 1
            if not isinstance(kind, str) or kind not in BOOKKEEPING:
                without = " without a message" if kind in ("user", "assistant") else ""
                self.unknown[str(kind)[:40] + without] += 1

    def _assistant(self, value: dict[str, Any], message: dict[str, Any], line: int) -> None:
        self._boundary_open = False
        blocks = self._ids.named(block_list(message.get("content")))
        usage, stop_reason = message.get("usage"), optional_text(message.get("stop_reason"))
        moment, identity = seconds(value.get("timestamp")), message.get("id")
        draft = self._open.get(identity) if isinstance(identity, str) else None
        if draft is None:
            draft = Draft(value, line, moment, list(blocks), usage, stop_reason)
            if isinstance(identity, str) and identity:
                self._open[identity] = draft
                self._drafts[identity] = len(self._slots)
            self._slots.append(draft)
            return
        self.merged += 1
        recent = draft.blocks[-_COMPARED:]  # bounded: in a redacted file thousands of rows may share one id
        draft.blocks += [block for block in blocks if block not in recent]
        # every row repeats the usage, and the count of output tokens grows
        if _counted(usage) >= _counted(draft.usage):
            draft.usage = usage
        draft.stop_reason = stop_reason or draft.stop_reason
        draft.timestamp = draft.timestamp if moment is None else moment  # when the message was complete

    def _user(self, value: dict[str, Any], message: dict[str, Any], line: int) -> None:
        flagged = value.get("isCompactSummary") or (self._boundary_open and value.get("isSynthetic"))
        if flagged or is_summary(message.get("content")):
            self._summary(value, message, line, bool(flagged or self._slots))
            return
        blocks = block_list(message.get("content"))
        call = optional_text(value.get("sourceToolUseID"))
        if call is not None:
            blocks = [self._ids_of_row(block, call) for block in blocks]
        origin = as_object(value.get("origin")).get("kind")
        injected = bool(value.get("isMeta") or value.get("isVisibleInTranscriptOnly") or origin in _NOT_TYPED)
        for piece in user_pieces(self._ids.named(blocks)):
            flags: tuple[Flag, ...] = ()
            if piece.role == "user":
                texts = [part.text for part in piece.parts if isinstance(part, Text)]
                if injected or (len(texts) == len(piece.parts) and is_injected("\n".join(texts))):
                    flags = ("meta",)
                else:
                    self._open.clear()  # after a prompt, a message id that comes back is another message
            self._slots.append(message_of_piece(piece, value, line, flags))

    def _ids_of_row(self, block: Any, call: str) -> Any:
        lacks = isinstance(block, dict) and block.get("type") == "tool_result" and not block.get("tool_use_id")
        return {**block, "tool_use_id": self._ids.of_result(None) or call} if lacks else block

    def _summary(self, value: dict[str, Any], message: dict[str, Any], line: int, here: bool) -> None:
        """Add the summary; unless it compacted ``here``, it is that of an earlier file, which hides nothing."""
        if here and not self._summary_due:  # before boundaries were recorded
            self._mark(value, {})
        self._boundary_open = self._summary_due = False
        content = block_list(message.get("content"))
        text = "\n".join(part.text for piece in user_pieces(content) for part in piece.parts if isinstance(part, Text))
        made = message_of_piece(Piece("user", (Text(text=text),), summary_text(text)), value, line, ())
        self._slots.append(made)

    def _attachment(self, value: dict[str, Any], line: int) -> None:
        attachment = value.get("attachment")
        parts = attachment_parts(attachment) if isinstance(attachment, dict) else ()
        if parts:
            self._slots.append(message_of_piece(Piece("user", parts), value, line, ("meta",)))
            return
        self.skipped += 1
        kind = attachment.get("type") if isinstance(attachment, dict) else None
        self.left_out[str(kind)[:40]] += 1

    def _command(self, value: dict[str, Any], line: int) -> None:
        """A local command and its output, which are sent with the next prompt."""
        text = optional_text(value.get("content"))
        if text is None:
            self.skipped += 1
            return
        self._slots.append(message_of_piece(Piece("user", (Text(text=text),)), value, line, ("meta",)))

    def _compact(self, value: dict[str, Any]) -> None:
        found = value.get("compactMetadata", value.get("compact_metadata"))
        details: dict[str, Any] = {}
        if isinstance(found, dict):
            details = {_CAMEL.get(str(key), str(key)): told for key, told in found.items()}
        self._boundary_open = self._summary_due = True
        self._mark(value, details, kept=self._preserved(details))
        self._open.clear()

    def _preserved(self, details: dict[str, Any]) -> list[int]:
        """The slots of what stayed word for word: the messages that are named, or all from one to another."""
        named, segment = as_object(details.get("preservedMessages")), as_object(details.get("preservedSegment"))
        uuids = as_list(named.get("uuids"))
        found = [self._places[uuid] for uuid in uuids if isinstance(uuid, str) and uuid in self._places]
        ends = [self._places.get(str(segment.get(key))) for key in ("headUuid", "tailUuid")]
        if not uuids and ends[0] is not None and ends[1] is not None:
            found = [(ends[0][0], ends[1][1])]
        self.preserved += max(0, len(uuids) - len(found))
        slots = {slot for start, end in found for slot in range(start, end)} if self._room > 0 else set()
        self._room -= len(slots)
        return sorted(slots)

    def _clear(self, value: dict[str, Any]) -> None:
        found = value.get("microcompactMetadata")
        details = found if isinstance(found, dict) else {}
        before, saved = optional_whole(details.get("preTokens")), whole(details.get("tokensSaved"))
        after = before - saved if before is not None and 0 < saved <= before else None
        self._mark(value, {**details, "postTokens": after}, "clear")
        for key in ("compactedToolIds", "clearedAttachmentUUIDs"):
            cleared = details.get(key)
            self._pruned.update(i for i in (cleared if isinstance(cleared, list) else ()) if isinstance(i, str))

    def _mark(
        self, value: dict[str, Any], details: dict[str, Any], kind: str = "compact", kept: Sequence[int] = ()
    ) -> None:
        mark = {
            "kind": kind,
            "trigger": optional_text(details.get("trigger")),
            "tokens_before": optional_whole(details.get("preTokens")),
            "tokens_after": optional_whole(details.get("postTokens")),
            "timestamp": seconds(value.get("timestamp")),
        }
        self._marks.append((len(self._slots), mark, kept))

    def finish(self) -> tuple[tuple[Message, ...], tuple[RecordedCompaction, ...]]:
        """The messages, and the compactions with the index of the first message after each."""
        messages: list[Message] = []
        starts: list[int] = []
        compactions: list[RecordedCompaction] = []
        for slot in self._slots:
            starts.append(len(messages))
            if isinstance(slot, Message):
                messages.append(self._with_pruned(slot))
                continue
            for made in messages_of_draft(slot):
                if made.summary is not None:
                    compactions.append(RecordedCompaction(index=len(messages), timestamp=made.timestamp))
                messages.append(made)
            slot.release()
        starts.append(len(messages))
        room = Kept()
        for at, mark, slots in self._marks:
            kept = room.of(index for slot in slots for index in range(starts[slot], starts[min(slot + 1, at)]))
            compactions.append(RecordedCompaction(index=starts[at], kept=kept, **mark))
        return tuple(messages), tuple(sorted(compactions, key=lambda compaction: compaction.index))

    def _with_pruned(self, message: Message) -> Message:
        if not self._pruned:
            return message
        result = message.result
        cleared = result.call_id in self._pruned if result is not None else message.id in self._pruned
        return replace(message, flags=(*message.flags, "pruned")) if cleared else message


def _counted(usage: Any) -> tuple[int, bool]:
    """How far a row had counted: the output, then whether it reports a context at all."""
    if not isinstance(usage, dict):
        return -1, False
    found = usage_of(usage)
    return whole(usage.get("output_tokens")), found is not None and found.context > 0
