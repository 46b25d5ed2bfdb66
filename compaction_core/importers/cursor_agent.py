"""Cursor's agent transcripts (JSON lines of a role and a message): no ids, no times, often no results."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.blocks import assistant_pieces, block_list, user_pieces
from compaction_core.importers.shared.apis.call_ids import CALLS, CallIds, is_result
from compaction_core.importers.shared.apis.pieced import messages_of
from compaction_core.importers.shared.values import first_prompt, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Message, Session

_ROLES = ("user", "assistant", "system")
_OTHERS = ("uuid", "parentUuid", "sessionId", "session_id", "type", "payload")
_LOOKED_AT = 20


def detect(source: Source) -> str | None:
    """Why this is Cursor's: the first row, and most others, are a role and a message, and name no session."""
    rows = source.head[:_LOOKED_AT]
    taken = [_is_row(row.value) for row in rows]
    return f"row {rows[0].line} is a role and a message" if any(taken[:1]) and 2 * sum(taken) > len(taken) else None


def read(source: Source) -> Iterator[Session]:
    """The one session of the file."""
    messages: list[Message] = []
    ids = _Ids()
    skipped = 0
    for row in source.rows.rows:
        if not _is_row(row.value):
            skipped += 1
            continue
        value = row.value["message"]
        blocks = ids.paired(block_list(value.get("content")))
        role = row.value["role"]
        pieces = assistant_pieces(blocks) if role == "assistant" else user_pieces(blocks, role)
        messages += messages_of(
            pieces,
            timestamp=seconds(row.value.get("timestamp")),
            model=optional_text(value.get("model")) or optional_text(row.value.get("model")),
            line=row.line,
        )
    models = (message.model for message in reversed(messages) if message.model)
    yield Session(
        format="cursor_agent",
        title=first_prompt(messages).replace("<user_query>", "").replace("</user_query>", "").strip(),
        model=next(models, None),
        messages=tuple(messages),
        integrity=notes.integrity(source.rows, 0, skipped),
    )


def _is_row(value: dict[str, Any]) -> bool:
    message = value.get("message")
    if value.get("role") not in _ROLES or not isinstance(message, dict) or any(key in value for key in _OTHERS):
        return False
    return isinstance(message.get("content"), list | str)


class _Ids:
    """Calls are written without their id, results with it: a result whose id is new is that of the oldest call."""

    def __init__(self) -> None:
        self._ids = CallIds()
        self._known: set[str] = set()

    def paired(self, blocks: list[Any]) -> list[Any]:
        """The blocks with an id on every call, and on every result that of its call."""
        for block in blocks:
            if isinstance(block, dict) and block.get("type") in CALLS and isinstance(block.get("id"), str):
                self._known.add(block["id"])
        return self._ids.named([self._without_new_id(block) for block in blocks])

    def _without_new_id(self, block: Any) -> Any:
        identity = block.get("tool_use_id") if is_result(block) else None
        if not isinstance(identity, str) or identity in self._known:
            return block
        return {**block, "tool_use_id": None}


IMPORTER = importers.add(
    Importer(name="cursor_agent", label="Cursor agent transcript", detect=detect, read=read, order=40)
)
