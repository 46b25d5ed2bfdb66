"""Claude.ai data exports (``conversations.json``): a list of conversations with ``chat_messages``."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared.apis.blocks import Piece, assistant_pieces, user_pieces
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.pieced import messages_of
from compaction_core.importers.shared.documents import entries, first
from compaction_core.importers.shared.left_out import other_branches
from compaction_core.importers.shared.trees import branch
from compaction_core.importers.shared.values import first_prompt, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import File, Integrity, Message, Part, Session

_NOT_SENT = ("token_budget", "flag")


def detect(source: Source) -> str | None:
    """Why this is an export of Claude.ai: a conversation with ``chat_messages`` of a ``sender``."""
    return None if first(source, _is_conversation) is None else "it holds chat_messages"


def read(source: Source) -> Iterator[Session]:
    """One session a conversation."""
    for entry in entries(source):
        if _is_conversation(entry):
            yield _session(entry)


def _is_conversation(entry: dict[str, Any]) -> bool:
    messages = entry.get("chat_messages")
    if not isinstance(messages, list):
        return False
    return not messages or any(isinstance(message, dict) and "sender" in message for message in messages[:5])


def _session(conversation: dict[str, Any]) -> Session:
    values = [value for value in conversation["chat_messages"] if isinstance(value, dict)]
    active = _active(conversation, values)
    ids = CallIds()
    model = optional_text(conversation.get("model"))
    messages: list[Message] = []
    skipped = 0
    for value in active:
        blocks = _blocks(value)
        sent = [block for block in blocks if not (isinstance(block, dict) and block.get("type") in _NOT_SENT)]
        skipped += len(blocks) - len(sent)
        made = _messages(value, ids.named(sent), model)
        skipped += not made
        messages += made
    return Session(
        format="claude_ai_export",
        title=optional_text(conversation.get("name")) or first_prompt(messages),
        model=model,
        messages=tuple(messages),
        integrity=Integrity(skipped_rows=skipped, warnings=other_branches(len(values) - len(active))),
    )


def _active(conversation: dict[str, Any], values: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The branch that was open last, where messages name their parents; else all of them as they stand."""
    at = {value["uuid"]: value for value in values if isinstance(value.get("uuid"), str)}
    if not any(_parent(at, key) for key in at):
        return values
    leaf = conversation.get("current_leaf_message_uuid")
    last = leaf if isinstance(leaf, str) and leaf in at else next(reversed(at))
    return [at[key] for key in branch(last, lambda key: _parent(at, key))]


def _parent(at: dict[str, dict[str, Any]], key: str) -> str | None:
    parent = at[key].get("parent_message_uuid")
    return parent if isinstance(parent, str) and parent in at else None


def _blocks(value: dict[str, Any]) -> list[Any]:
    """The content blocks, or the plain text of exports before they had some."""
    content = value.get("content")
    blocks = [_readable(block) for block in content] if isinstance(content, list) else []
    told = optional_text(value.get("text"))
    return blocks or ([{"type": "text", "text": told}] if told else [])


def _readable(block: Any) -> Any:
    """A block whose search hits are text: their title, address and words."""
    content = block.get("content") if isinstance(block, dict) else None
    if not isinstance(content, list) or block.get("type") != "tool_result":
        return block
    return {**block, "content": [_hit(item) for item in content]}


def _hit(item: Any) -> Any:
    if not isinstance(item, dict) or item.get("type") != "knowledge":
        return item
    words = [item[key] for key in ("title", "url", "text") if optional_text(item.get(key))]
    return {"type": "text", "text": "\n".join(words)} if words else item


def _messages(value: dict[str, Any], blocks: list[Any], model: str | None) -> list[Message]:
    files = _files(value)
    said = assistant_pieces(blocks) if value.get("sender") == "assistant" else user_pieces(blocks)
    pieces = list(said)
    if files and pieces:
        at = next((at for at, piece in enumerate(pieces) if piece.role != "tool"), 0)
        pieces[at] = pieces[at]._replace(parts=(*files, *pieces[at].parts))
    elif files:
        pieces = [Piece("user", files)]
    return messages_of(
        pieces,
        identity=optional_text(value.get("uuid")),
        timestamp=seconds(value.get("created_at")),
        model=model,
        stop_reason=optional_text(value.get("stop_reason")),
    )


def _files(value: dict[str, Any]) -> tuple[Part, ...]:
    """Attachments with the text that was taken out of them, then uploads by name."""
    found: list[Part] = []
    names: set[str] = set()
    for key in ("attachments", "files"):
        listed = value.get(key)
        for file in listed if isinstance(listed, list) else ():
            if not isinstance(file, dict):
                continue
            name = optional_text(file.get("file_name")) or "pasted text"
            text = optional_text(file.get("extracted_content"))
            kind = optional_text(file.get("file_type")) or optional_text(file.get("file_kind"))
            if text is not None or name not in names:
                names.add(name)
                found.append(File(name=name, media_type=kind, text=text))
    return tuple(found)


IMPORTER = importers.add(
    Importer(name="claude_ai_export", label="Claude.ai export", detect=detect, read=read, order=20)
)
