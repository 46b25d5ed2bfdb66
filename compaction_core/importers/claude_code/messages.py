"""How one Claude Code row, or the rows of one API message, become messages."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

from compaction_core.importers.rows import Row
from compaction_core.importers.shared.apis.blocks import Piece, assistant_pieces, usage_of
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text, seconds
from compaction_core.session import Flag, Message

SYNTHETIC = "<synthetic>"
"""The model of texts that Claude Code writes itself, such as errors."""

_TITLES = {"custom-title": "customTitle", "ai-title": "aiTitle", "summary": "summary"}

BOOKKEEPING = frozenset(
    {
        "agent-name",
        "ai-title",
        "atis-latch",
        "bridge-session",
        "custom-title",
        "file-history-delta",
        "file-history-snapshot",
        "frame-link",
        "last-prompt",
        "mode",
        "permission-mode",
        "pr-link",
        "progress",
        "queue-operation",
        "relocated",
        "result",
        "started",
        "stream_event",
        "summary",
        "system",
        "worktree-state",
    }
)
"""Types of rows that hold no message of the main thread."""


@dataclass
class Draft:
    """An assistant message that later rows may still join."""

    row: dict[str, Any]
    line: int
    timestamp: float | None
    blocks: list[Any]
    usage: Any
    stop_reason: str | None

    def release(self) -> None:
        """Let go of what the messages were made from."""
        self.row.clear()
        self.blocks = []


def message_of_piece(piece: Piece, value: dict[str, Any], line: int | None, flags: tuple[Flag, ...]) -> Message:
    """One piece of a row as a message, with what the row says about it."""
    return Message(
        role=piece.role,
        parts=piece.parts,
        id=optional_text(value.get("uuid")),
        timestamp=seconds(value.get("timestamp")),
        summary=piece.summary,
        flags=flags,
        line=line,
    )


def messages_of_draft(draft: Draft) -> list[Message]:
    """The messages of one API message: one, or several where a provider's tool answered inside it."""
    row, api = draft.row, draft.row["message"]
    model = optional_text(api.get("model"))
    flags: tuple[Flag, ...] = ("synthetic",) if model == SYNTHETIC else ()
    if row.get("isApiErrorMessage"):
        flags = (*flags, "error")
    pieces = list(assistant_pieces(draft.blocks)) or [Piece("assistant", ())]
    last = max((at for at, piece in enumerate(pieces) if piece.role == "assistant"), default=-1)
    return [
        Message(
            role=piece.role,
            parts=piece.parts,
            id=optional_text(api.get("id")) or optional_text(row.get("uuid")),
            timestamp=draft.timestamp,
            model=model if piece.role == "assistant" else None,
            usage=usage_of(draft.usage) if at == last else None,
            stop_reason=draft.stop_reason if at == last else None,
            summary=piece.summary,
            flags=flags,
            line=draft.line,
        )
        for at, piece in enumerate(pieces)
    ]


def title_of(bookkeeping: Sequence[Row], uuids: Container[Any], messages: Sequence[Message]) -> str:
    """The user's title, the generated one, a summary of this session (of rows with ``uuids``), or the first prompt."""
    first = first_prompt(messages)
    for kind, key in _TITLES.items():
        for row in reversed(bookkeeping):
            value = row.value
            if value.get("type") != kind or not optional_text(value.get(key)):
                continue
            if kind != "summary" or optional_text(value.get("leafUuid")) in uuids or not first:
                return one_line(value[key])
    return first
