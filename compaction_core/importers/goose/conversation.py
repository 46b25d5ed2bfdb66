"""The messages of one goose session, and its compactions.

Compacting deletes nothing (``context_mgmt/mod.rs``): the old messages stay for the person and are hidden from the model
(``metadata.agentVisible``); a summary for the model alone (``userVisible`` is false) follows, and the assistant's word
that goes on from it. A pair of a call and its result may be summarized on its own.
"""

from typing import Any

from compaction_core.importers.goose.contents import pieces
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.values import optional_text, seconds
from compaction_core.session import Flag, Message, Part, RecordedCompaction, Role, Text

Row = dict[str, Any]


def conversation_of(rows: list[Row], lines: list[int | None]) -> tuple[list[Message], list[RecordedCompaction], int]:
    """The messages, the compactions, and how many rows hold nothing that a model is sent."""
    ids = CallIds()
    messages: list[Message] = []
    compactions: list[RecordedCompaction] = []
    skipped = 0
    last = _last_summary(rows)
    for at, row in enumerate(rows):
        summary = _is_summary(rows, at)
        made = _messages(row, ids, lines[at], summary=summary, after=at > last)
        skipped += not made
        start = len(messages)
        if made and summary:
            compactions.append(RecordedCompaction(index=start, timestamp=made[0].timestamp))
        elif made and at > last and _is_for_model_alone(row) and row.get("role") == "user":
            compactions.append(RecordedCompaction(index=start, kind="clear", timestamp=made[0].timestamp))
        messages += made
    return messages, compactions, skipped


def _is_hidden(row: Row) -> bool:
    return as_object(row.get("metadata")).get("agentVisible") is False


def _is_for_model_alone(row: Row) -> bool:
    return as_object(row.get("metadata")).get("userVisible") is False


def _is_summary(rows: list[Row], at: int) -> bool:
    """A message that the person does not see, after hidden ones, which the assistant goes on from unseen."""
    after = rows[at + 1 : at + 2]
    goes_on = bool(after) and after[0].get("role") == "assistant" and _is_for_model_alone(after[0])
    told = rows[at].get("role") == "user" and _is_for_model_alone(rows[at])
    return told and goes_on and at > 0 and _is_hidden(rows[at - 1])


def _last_summary(rows: list[Row]) -> int:
    return max((at for at in range(len(rows)) if _is_summary(rows, at)), default=-1)


def _messages(row: Row, ids: CallIds, line: int | None, *, summary: bool, after: bool) -> list[Message]:
    role: Role = "assistant" if row.get("role") == "assistant" else "user"
    listed = list(pieces(row.get("content"), role, ids))
    if summary:
        listed = [piece._replace(summary=_text(piece.parts)) for piece in listed[:1]]
    alone: tuple[Flag, ...] = ("meta", "synthetic") if _is_for_model_alone(row) and not summary else ()
    gone: tuple[Flag, ...] = ("pruned",) if after and _is_hidden(row) else ()  # summarized on its own
    return [
        Message(
            role=piece.role,
            parts=piece.parts,
            id=optional_text(row.get("id")),
            timestamp=seconds(row.get("created")),
            summary=piece.summary,
            flags=gone if piece.role == "tool" else alone,
            line=line,
        )
        for piece in listed
    ]


def _text(parts: tuple[Part, ...]) -> str:
    return "\n".join(part.text for part in parts if isinstance(part, Text))
