"""The content of one goose message as pieces (``conversation/message.rs``, ``MessageContent``).

A tool's result is wrapped as Rust's: ``{status: success, value}`` or ``{status: error, error}``; the value is what the
Model Context Protocol gives back, in older files its content alone.
"""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.shared.apis.blocks import Piece, opaque
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_base64
from compaction_core.importers.shared.shapes import as_list, as_object
from compaction_core.importers.shared.values import arguments, json_text, optional_text
from compaction_core.session import File, Part, Reasoning, Role, Text, ToolCall, ToolResult

ON_SCREEN = ("toolConfirmationRequest", "actionRequired", "systemNotification", "conversationCompacted")
"""Types of content that no model is sent."""


def pieces(content: Any, role: Role, ids: CallIds) -> Iterator[Piece]:
    """One tool message for each response first, then the rest of the message."""
    rest: list[Part] = []
    for block in as_list(content):
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "toolResponse":
            yield Piece("tool", _response(block, ids))
        elif kind not in ON_SCREEN:
            rest.append(_part(block, kind, ids))
    if rest:
        yield Piece(role, tuple(rest))


def _part(block: Any, kind: Any, ids: CallIds) -> Part:
    if isinstance(block, str):
        return Text(text=block)
    if kind in ("toolRequest", "frontendToolRequest"):
        told = as_object(block.get("toolCall"))
        call = as_object(told.get("value"))
        name = optional_text(call.get("name")) or "unnamed"
        given = call.get("arguments") if call else told.get("error")
        return ToolCall(id=ids.of_call(block.get("id"), name), name=name, arguments=arguments(given))
    if kind == "thinking" and isinstance(block.get("thinking"), str):
        return Reasoning(text=block["thinking"], signature=optional_text(block.get("signature")))
    return _shown(block)


def _response(block: dict[str, Any], ids: CallIds) -> tuple[Part, ...]:
    told = as_object(block.get("toolResult"))
    value = told.get("value")
    call_id = ids.of_result(block.get("id"))
    if value is None:
        text = optional_text(told.get("error")) or ""
        return (ToolResult(call_id=call_id, text=text, is_error=True),)
    failed = told.get("status") == "error" or as_object(value).get("isError") is True
    content = value if isinstance(value, list) else as_object(value).get("content")
    made = [_shown(item) for item in as_list(content)]
    texts = [part.text for part in made if isinstance(part, Text | File) and part.text]
    others = tuple(part for part in made if not (isinstance(part, Text | File) and part.text))
    text = "\n".join(texts) if made else json_text(value)
    return (ToolResult(call_id=call_id, text=text, is_error=failed), *others)


def _shown(item: Any) -> Part:
    """Content of the Model Context Protocol: a text, an image, a file with its text."""
    if isinstance(item, str):
        return Text(text=item)
    value = as_object(item)
    kind = value.get("type")
    if kind == "text" and isinstance(value.get("text"), str):
        return Text(text=value["text"])
    if kind == "image" and isinstance(value.get("data"), str):
        return image_of_base64(value["data"], optional_text(value.get("mimeType")))
    resource = as_object(value.get("resource"))
    if kind == "resource" and resource:
        name = optional_text(resource.get("uri")) or "resource"
        kind = optional_text(resource.get("mimeType"))
        return File(name=name, media_type=kind, text=optional_text(resource.get("text")))
    return opaque(item)
