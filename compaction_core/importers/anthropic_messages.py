"""Anthropic Messages API: requests, replies, bare lists of messages, and logs of them."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.rows import Rows
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.blocks import (
    Piece,
    assistant_pieces,
    block_list,
    part_of,
    usage_of,
    user_pieces,
)
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.chats import Chat, chats, flavour
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import first_prompt, json_text, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Message, RecordedCompaction, Session, Warning


def detect(source: Source) -> str | None:
    """Why this is of the Messages API: its blocks, its ``system`` beside the list, or its reply."""
    first = next(chats(source, all_lines=False), None)
    if first is None or flavour(first) != "anthropic":
        return None
    if first.reply is not None and not first.messages:
        return "it is a reply with content blocks"
    return "its messages hold Anthropic content blocks, or stand beside a system prompt"


def read(source: Source) -> Iterator[Session]:
    """One session for each request, reply or list."""
    rows = source.jsonl
    for chat in chats(source):
        yield _session(chat, rows)


def _session(chat: Chat, rows: Rows | None) -> Session:
    messages: list[Message] = []
    warnings: list[Warning] = []
    ids = CallIds()
    system = chat.request.get("system")
    if system:
        messages.append(Message(role="system", parts=tuple(part_of(block) for block in block_list(system))))
    for at, value in enumerate(chat.messages):
        if isinstance(value, dict):
            messages += _messages(value, chat.line(at), ids)
        else:
            warnings.append(Warning(code="no_message", text=f"Left out entry {at}: no message.", line=chat.line(at)))
    if chat.reply is not None and (not chat.messages or chat.reply is not chat.messages[-1]):
        messages += _messages(chat.reply, chat.line(len(chat.messages)), ids)
    warnings += _edits(chat.reply or chat.request)
    tools = chat.request.get("tools")
    return Session(
        format="anthropic_messages",
        title=optional_text(chat.request.get("title")) or first_prompt(messages),
        model=chat.model,
        tools=json_text(tools) if tools else None,
        messages=tuple(messages),
        compactions=_compactions(messages),
        integrity=notes.integrity(rows, warnings=warnings),
    )


def _messages(value: dict[str, Any], line: int | None, ids: CallIds) -> list[Message]:
    """One API message: results first, then the rest of it."""
    role = value.get("role")
    blocks = ids.named(block_list(value.get("content")))
    if role == "assistant":
        pieces = list(assistant_pieces(blocks)) or [Piece("assistant", ())]
    else:
        pieces = list(user_pieces(blocks, "system" if role == "system" else "user"))
    last = max((at for at, piece in enumerate(pieces) if piece.role == "assistant"), default=-1)
    moments = (seconds(value.get(key)) for key in ("timestamp", "created_at", "ts"))
    moment = next((found for found in moments if found is not None), None)
    return [
        Message(
            role=piece.role,
            parts=piece.parts,
            id=optional_text(value.get("id")),
            timestamp=moment,
            model=optional_text(value.get("model")) if piece.role == "assistant" else None,
            usage=usage_of(value.get("usage")) if at == last else None,
            stop_reason=optional_text(value.get("stop_reason")) if at == last else None,
            summary=piece.summary,
            line=line,
        )
        for at, piece in enumerate(pieces)
    ]


def _compactions(messages: list[Message]) -> tuple[RecordedCompaction, ...]:
    """Native compaction blocks: the API drops what stands before each."""
    return tuple(
        RecordedCompaction(index=at, trigger="auto", timestamp=message.timestamp)
        for at, message in enumerate(messages)
        if message.summary is not None
    )


def _edits(reply: dict[str, Any]) -> list[Warning]:
    """Context edits the API applied: the model did not see all that the list holds."""
    edits = objects_in(as_object(reply.get("context_management")).get("applied_edits"))
    names = [str(edit.get("type"))[:60] for edit in edits]
    text = f"The API edited the context before this call ({', '.join(names)}): the model saw less than is shown."
    return [Warning(code="applied_edits", text=text)] if names else []


IMPORTER = importers.add(
    Importer(name="anthropic_messages", label="Anthropic Messages JSON", detect=detect, read=read, order=80)
)
