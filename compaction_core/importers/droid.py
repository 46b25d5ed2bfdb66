"""Droid (Factory) session files (JSONL): Anthropic content blocks in ``message`` rows.

``~/.factory/sessions/<folder>/<id>.jsonl``; no schema is published, the rows are those that readers of it agree on:
``session_start``, ``message``, ``compaction_state`` and bookkeeping (``todo_state``, ``session_settings`` …). The model
and the token counts of the whole session stand in ``<id>.settings.json`` beside it, the system prompt nowhere.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.rows import Row
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.blocks import Piece, assistant_pieces, block_list, user_pieces
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.pieced import messages_of
from compaction_core.importers.shared.left_out import unknown
from compaction_core.importers.shared.recorded import note
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Flag, Message, RecordedCompaction, Session, Text

_BOOKKEEPING = ("session_start", "session_settings", "todo_state", "agent_turn_outcome", "session_end")
_NO_SUMMARY = "The context was compacted here. The file does not hold the summary."
_REMINDER = "<system-reminder>"


def detect(source: Source) -> str | None:
    """Why this is Droid's: its first row starts a session, or messages stand beside its other rows."""
    head = source.head
    if head and head[0].value.get("type") == "session_start" and "hook_event_name" not in head[0].value:
        rest = [row.value for row in head[1:]]
        if not rest or any(_is_message(value) for value in rest):
            return f"row {head[0].line} starts a session"
    marked = any(row.value.get("type") in ("todo_state", "compaction_state") for row in head)
    return "it has messages and Droid's own rows" if marked and any(_is_message(row.value) for row in head) else None


def read(source: Source) -> Iterator[Session]:
    """The one session of the file."""
    rows = source.rows
    reader = _Reader()
    for row in rows.rows:
        reader.take(row)
    models = (message.model for message in reversed(reader.messages) if message.model)
    yield Session(
        format="droid",
        title=one_line(reader.title) or first_prompt(reader.messages),
        model=next(models, None),
        messages=tuple(reader.messages),
        compactions=tuple(reader.compactions),
        integrity=notes.integrity(rows, 0, reader.skipped, unknown(reader.unknown)),
    )


def _is_message(value: dict[str, Any]) -> bool:
    message = as_object(value.get("message"))
    told = value.get("type") == "message" and "sessionId" not in value
    return told and message.get("role") in ("user", "assistant") and "content" in message


@dataclass
class _Reader:
    """Takes the rows of a file in order."""

    messages: list[Message] = field(default_factory=list)
    compactions: list[RecordedCompaction] = field(default_factory=list)
    title: str = ""
    skipped: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    _ids: CallIds = field(default_factory=CallIds)

    def take(self, row: Row) -> None:
        """Add what a row says."""
        value, kind = row.value, row.value.get("type")
        if _is_message(value):
            self._message(value, value["message"], row.line)
        elif kind == "compaction_state":
            self._compact(value, row.line)
        else:
            self.skipped += 1
            if kind == "session_start":
                about = {**as_object(value.get("session")), **value}
                self.title = next(
                    (t for k in ("sessionTitle", "title") if (t := optional_text(about.get(k)))), self.title
                )
            elif kind not in _BOOKKEEPING:
                self.unknown[str(kind)[:40]] += 1

    def _message(self, value: dict[str, Any], message: dict[str, Any], line: int) -> None:
        blocks = self._ids.named([_thinking(block) for block in block_list(message["content"])])
        answer = message["role"] == "assistant"
        for piece in assistant_pieces(blocks) if answer else user_pieces(blocks):
            self.messages += messages_of(
                [piece],
                identity=optional_text(value.get("id")),
                timestamp=seconds(value.get("timestamp")),
                model=optional_text(message.get("model")),
                flags=_flags(piece),
                line=line,
            )

    def _compact(self, value: dict[str, Any], line: int) -> None:
        told = value.get("summary", value.get("summaryText"))
        inner = as_object(told)
        texts = (inner.get(key) for key in ("title", "body", "text", "content"))
        text = told if isinstance(told, str) else "\n".join(part for part in texts if isinstance(part, str))
        moment = seconds(value.get("timestamp"))
        self.compactions.append(RecordedCompaction(index=len(self.messages), timestamp=moment))
        if text:
            parts = (Text(text=text),)
            self.messages.append(Message(role="user", parts=parts, summary=text, timestamp=moment, line=line))
        else:
            self.messages.append(note(_NO_SUMMARY, moment, line))


def _thinking(block: Any) -> Any:
    """Some releases wrote a thought under ``text``."""
    if isinstance(block, dict) and block.get("type") == "thinking" and "thinking" not in block:
        return {**block, "thinking": block.get("text")}
    return block


def _flags(piece: Piece) -> tuple[Flag, ...]:
    """What Droid puts into the user's role itself."""
    texts = [part.text for part in piece.parts if isinstance(part, Text)]
    told = piece.role == "user" and bool(texts) and all(text.lstrip().startswith(_REMINDER) for text in texts)
    return ("meta",) if told else ()


IMPORTER = importers.add(Importer(name="droid", label="Droid (Factory) JSONL", detect=detect, read=read, order=24))
