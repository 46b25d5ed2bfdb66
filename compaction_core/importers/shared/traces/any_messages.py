"""One message of any dialect as messages of ours: see ``any_blocks`` and ``langchain_message`` for those known."""

from collections.abc import Iterable
from typing import Any

from compaction_core.importers.shared.apis.any_usage import usage_of_any
from compaction_core.importers.shared.apis.blocks import Piece, block_list, result_parts
from compaction_core.importers.shared.apis.call_ids import CallIds, is_result
from compaction_core.importers.shared.apis.openai_message import call_part, content_part, thinking_parts
from compaction_core.importers.shared.traces.any_blocks import canonical, with_ids
from compaction_core.importers.shared.traces.langchain_message import as_chat
from compaction_core.importers.shared.values import json_text, optional_text, seconds
from compaction_core.session import Flag, Message, Part, Reasoning, Role, Text, ToolCall, ToolResult

_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "tool": "tool",
    "function": "tool",
    "tool_result": "tool",
}
_SAID = ("content", "contents", "parts", "tool_calls", "function_call", "text")
ROLES = frozenset(_ROLES)
"""Names of roles, in lower case, that are read as such."""


def is_any_message(value: Any) -> bool:
    """Whether a value is one message: it has a role with something said, or is LangChain's."""
    if as_chat(value) is not None:
        return True
    told = isinstance(value, dict) and isinstance(value.get("role"), str)
    return told and any(key in value for key in _SAID)


def messages_of(
    value: dict[str, Any], ids: CallIds, line: int | None = None, *, pending: bool = False
) -> list[Message]:
    """The messages of one message dict: several where it holds results or a provider's tool answered inside it.

    ``pending`` says that calls wait for their results: a role that is no known one is then a tool's name.
    """
    chat = as_chat(value) or value
    named = chat.get("role")
    role = _ROLES.get(named.lower()) if isinstance(named, str) else None
    unknown = role is None
    flags: tuple[Flag, ...] = ("meta",) if unknown and not pending else ()
    role = "tool" if role is None and pending else role
    blocks = _blocks(chat)
    if role == "tool" and not any(is_result(block) for block in blocks):
        pieces = [_tool(chat, blocks, ids, named)]
    elif role == "assistant":
        pieces = list(_answer(chat, with_ids(blocks, ids), ids))
    else:
        pieces = list(_said(with_ids(blocks, ids), role or "user"))
    last = max((at for at, piece in enumerate(pieces) if piece.role == "assistant"), default=-1)
    summary = optional_text(chat.get("summary")) if chat is not value else None
    moments = (seconds(chat.get(key)) for key in ("timestamp", "created_at", "createdAt", "ts"))
    moment = next((found for found in moments if found is not None), None)
    return [
        Message(
            role=piece.role,
            parts=piece.parts,
            name=optional_text(chat.get("name")) or (optional_text(named) if unknown else None),
            id=optional_text(chat.get("id")),
            timestamp=moment,
            model=optional_text(chat.get("model")) if piece.role == "assistant" else None,
            usage=usage_of_any(chat.get("usage")) if at == last else None,
            stop_reason=optional_text(chat.get("finish_reason")) if at == last else None,
            summary=piece.summary if summary is None else summary,
            flags=flags if piece.role == "user" else (),
            line=line,
        )
        for at, piece in enumerate(pieces)
    ]


def _blocks(chat: dict[str, Any]) -> list[Any]:
    """The content, whatever it is called: ``parts``, ``content``, ``contents`` or ``text``."""
    for key in ("parts", "content", "contents", "text"):
        if chat.get(key) is not None:
            content = chat[key]
            inner = content.get("parts") if isinstance(content, dict) else None
            found = block_list(inner if isinstance(inner, list) else content)
            return [canonical(_unwrapped(block)) for block in found if block != ""]
    return []


def _unwrapped(block: Any) -> Any:
    """OpenInference keeps each block under a key of its own."""
    inner = block.get("message_content") if isinstance(block, dict) else None
    return inner if isinstance(inner, dict) else block


def _tool(chat: dict[str, Any], blocks: list[Any], ids: CallIds, named: Any) -> Piece:
    """A message that is itself one result."""
    name = optional_text(chat.get("name")) or (named if isinstance(named, str) and named not in ROLES else "")
    call = ids.of_result(chat.get("tool_call_id") or chat.get("toolCallId"), name)
    texts: list[str] = []
    others: list[Part] = []
    for block in with_ids(blocks, ids):
        part = content_part(block) if isinstance(block, str | dict) else None
        if isinstance(part, Text):
            texts.append(part.text)
        elif part is None or (isinstance(block, dict) and "type" not in block):
            texts.append(json_text(block))
        else:
            others.append(part)
    failed = chat.get("is_error") is True or chat.get("status") == "error"
    return Piece("tool", (ToolResult(call_id=call, text="\n".join(texts), is_error=failed), *others))


def _said(blocks: list[Any], role: Role) -> Iterable[Piece]:
    """A user's or a system message: its results first, each a message, then the rest."""
    yield from (Piece("tool", result_parts(block)) for block in blocks if is_result(block))
    rest = tuple(content_part(block) for block in blocks if not is_result(block))
    if rest or not blocks:
        yield Piece("user" if role == "tool" else role, rest)


def _answer(chat: dict[str, Any], blocks: list[Any], ids: CallIds) -> Iterable[Piece]:
    """An assistant's message, cut where a provider's tool answered; calls told twice are one."""
    parts: list[Part] = []
    for block in blocks:
        compacted = isinstance(block, dict) and block.get("type") == "compaction"
        summary = block.get("content") if compacted else None
        if not is_result(block) and not isinstance(summary, str):
            parts.append(content_part(block))
            continue
        if parts:
            yield Piece("assistant", tuple(parts))
            parts = []
        if isinstance(summary, str):
            yield Piece("assistant", (Text(text=summary),), summary)
        else:
            yield Piece("tool", result_parts(block))
    if not any(isinstance(part, Reasoning) for part in parts):
        parts = [*thinking_parts(chat), *parts]
    refusal = optional_text(chat.get("refusal"))
    parts += [Text(text=refusal)] if refusal else []
    known = {part.id for part in parts if isinstance(part, ToolCall)}
    told = chat.get("tool_calls")
    legacy = [{"function": chat["function_call"]}] if isinstance(chat.get("function_call"), dict) else []
    for call in told if isinstance(told, list) and told else legacy:
        part = _call(call, ids)
        if not (isinstance(part, ToolCall) and part.id in known):
            parts.append(part)
    if parts or not blocks:
        yield Piece("assistant", tuple(parts))


def _call(call: Any, ids: CallIds) -> Part:
    inner = call.get("tool_call") if isinstance(call, dict) else None  # OpenInference wraps each
    call = inner if isinstance(inner, dict) else call
    if not isinstance(call, dict) or any(isinstance(call.get(key), dict) for key in ("function", "custom")):
        return call_part(call, ids)
    return content_part(with_ids([{**call, "type": "tool_call"}], ids)[0])
