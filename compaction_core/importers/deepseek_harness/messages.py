"""Events of a DeepSeek Harness log as messages."""

from typing import Any

from compaction_core.importers.shared.apis.blocks import block_list, part_of
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_base64
from compaction_core.importers.shared.values import arguments, optional_text, whole
from compaction_core.session import Flag, Message, Part, Reasoning, Text, ToolCall, ToolResult, Usage


def message_of(kind: str, data: dict[str, Any], model: str | None, ids: CallIds) -> Message:
    """The message of an event; later releases hold it under ``message``, earlier ones beside turn and step."""
    found = data.get("message")
    message = found if isinstance(found, dict) else data
    parts = parts_of(message.get("content"), ids)
    if kind == "assistant/message":
        usage = usage_of(data.get("usage"))
        reason = "interrupted" if data.get("interrupted") is True else None
        return Message(role="assistant", parts=tuple(parts), model=model, usage=usage, stop_reason=reason)
    if kind == "tool/result":
        texts = [part.text for part in parts if isinstance(part, Text)]
        told = (data.get("callId"), message.get("toolCallId"), message.get("callId"))
        call = ids.of_result(next((one for one in told if one), None))
        failed = data.get("isError") is True or message.get("isError") is True or bool(data.get("error"))
        result = ToolResult(call_id=call, text="\n".join(texts), is_error=failed)
        return Message(role="tool", parts=(result, *(part for part in parts if not isinstance(part, Text))))
    source = message.get("source", data.get("source"))
    origin = source.get("kind") if isinstance(source, dict) else None
    typed = kind == "user/message" and origin in ("user", None)
    flags: tuple[Flag, ...] = () if typed else ("meta",)
    return Message(role="user", parts=tuple(parts), flags=flags)


def usage_of(value: Any) -> Usage | None:
    """dsh's usage; ``inputTokens`` already excludes the cache. None where nothing was counted."""
    if not isinstance(value, dict):
        return None
    found = Usage(
        input=whole(value.get("inputTokens")),
        cache_read=whole(value.get("cacheReadTokens")),
        cache_write=whole(value.get("cacheWriteTokens")),
        output=whole(value.get("outputTokens")),
        reasoning=whole(value.get("reasoningTokens")),
    )
    return found if found.total else None


def parts_of(content: Any, ids: CallIds) -> list[Part]:
    """The parts of a message's content, or of a system prompt."""
    return [_part(block, ids) for block in block_list(content) if block != ""]


def _part(block: Any, ids: CallIds) -> Part:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "reasoning" and isinstance(block.get("text"), str):
        return Reasoning(text=block["text"], signature=optional_text(block.get("signature")))
    if kind == "tool-call":
        name = optional_text(block.get("name")) or "unnamed"
        return ToolCall(id=ids.of_call(block.get("id"), name), name=name, arguments=arguments(block.get("arguments")))
    if kind == "image" and isinstance(block.get("data"), str):
        return image_of_base64(block["data"], optional_text(block.get("mimeType")))
    return part_of(block)
