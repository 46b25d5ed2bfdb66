"""Our messages as OpenAI-style dicts, for export and for what an API would be sent."""

from collections.abc import Iterable
from typing import Any

from compaction_core.session import File, Image, Message, Opaque, Reasoning, Text, ToolResult


def to_dicts(messages: Iterable[Message]) -> list[dict[str, Any]]:
    """One dict per message; content is a string where it is text only, else a list of blocks."""
    return [to_dict(message) for message in messages]


def to_dict(message: Message) -> dict[str, Any]:
    """One message. Reasoning goes to ``reasoning_content``, opaque blocks are named with their size."""
    row: dict[str, Any] = {"role": message.role, "content": _content(message)}
    if message.name:
        row["name"] = message.name
    reasoning = "\n".join(p.text for p in message.parts if isinstance(p, Reasoning) and p.text)
    if reasoning:
        row["reasoning_content"] = reasoning
    if message.calls:
        row["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
            for c in message.calls
        ]
    if message.result is not None:
        row["tool_call_id"] = message.result.call_id
    return row


def _content(message: Message) -> str | list[dict[str, Any]] | None:
    blocks = [block for part in message.parts if (block := _block(part)) is not None]
    if not blocks:
        return None if message.calls else ""
    if all(block["type"] == "text" for block in blocks):
        return blocks[0]["text"] if len(blocks) == 1 else blocks
    return blocks


def _block(part: object) -> dict[str, Any] | None:
    match part:
        case Text() | ToolResult():
            return {"type": "text", "text": part.text}
        case Image():
            return {"type": "image_url", "image_url": {"url": part.source}}
        case File():
            return {"type": "text", "text": part.text or f"[file {part.name}]"}
        case Opaque():
            return {"type": "text", "text": f"[{part.type}: {len(part.raw)} characters]"}
    return None
