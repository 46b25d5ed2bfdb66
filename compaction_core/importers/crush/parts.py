"""The parts of one Crush message (``internal/message/content.go``): each ``{type, data}``; newer files pack them."""

from typing import Any

from compaction_core.errors import BadInput
from compaction_core.importers.shared.apis.blocks import Piece, opaque
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address, image_of_base64
from compaction_core.importers.shared.files.compressed import ZSTD, unzstd
from compaction_core.importers.shared.files.sqlite_store import value_of
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import arguments, optional_text
from compaction_core.session import File, Part, Reasoning, Role, Text, ToolCall, ToolResult

_LARGEST = 200_000_000
"""Bytes that the parts of one message may unpack to."""

Value = dict[str, Any]


def stored(cell: Any) -> list[Value]:
    """The parts in a cell: JSON, or JSON packed with Zstandard; none where it is neither."""
    if isinstance(cell, bytes) and cell.startswith(ZSTD):
        try:
            cell = unzstd(cell, _LARGEST)
        except BadInput:
            return []
    return objects_in(value_of(cell))


def pieces(parts: list[Value], role: Role, ids: CallIds) -> list[Piece]:
    """One tool message for each result, and the rest of the message before them."""
    said: list[Part] = []
    results: list[Piece] = []
    for part in parts:
        kind, data = part.get("type"), as_object(part.get("data"))
        if kind == "tool_result":
            results.append(Piece("tool", _result(data, ids)))
        elif kind != "finish":
            made = _part(kind, data, ids)
            said.append(opaque(part) if made is None else made)
    said = [part for part in said if not (isinstance(part, Text | Reasoning) and not part.text)]
    return [*([Piece(role, tuple(said))] if said else []), *results]


def finish_of(parts: list[Value]) -> Value:
    """Why and when an answer ended; empty where it did not."""
    return next((as_object(part.get("data")) for part in parts if part.get("type") == "finish"), {})


def _part(kind: Any, data: Value, ids: CallIds) -> Part | None:
    if kind == "text" and isinstance(data.get("text"), str):
        return Text(text=data["text"])
    if kind == "reasoning" and isinstance(data.get("thinking"), str):
        return Reasoning(text=data["thinking"], signature=optional_text(data.get("signature")))
    if kind == "tool_call":
        name = optional_text(data.get("name")) or "unnamed"
        return ToolCall(id=ids.of_call(data.get("id"), name), name=name, arguments=arguments(data.get("input")))
    if kind == "image_url" and isinstance(data.get("url"), str):
        return image_of_address(data["url"])
    return _binary(data) if kind == "binary" else None


def _binary(data: Value) -> Part:
    """An attached file; Go writes its fields as they are called there, its bytes as base64."""
    media = optional_text(data.get("MIMEType"))
    if media and media.startswith("image/") and isinstance(data.get("Data"), str):
        return image_of_base64(data["Data"], media)
    return File(name=optional_text(data.get("Path")) or "file", media_type=media)


def _result(data: Value, ids: CallIds) -> tuple[Part, ...]:
    call_id = ids.of_result(data.get("tool_call_id"), optional_text(data.get("name")) or "")
    result = ToolResult(
        call_id=call_id, text=optional_text(data.get("content")) or "", is_error=data.get("is_error") is True
    )
    media, packed = optional_text(data.get("mime_type")), optional_text(data.get("data"))
    if packed and media and media.startswith("image/"):
        return (result, image_of_base64(packed, media))
    return (result,)
