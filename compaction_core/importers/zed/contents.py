"""The content of Zed's messages (``agent/src/thread.rs``): Rust enums, each an object whose one key is its kind."""

from typing import Any

from compaction_core.importers.shared.apis.blocks import opaque
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_base64
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.values import arguments, json_text, optional_text
from compaction_core.session import File, Opaque, Part, Reasoning, Text, ToolCall, ToolResult

_NAMES = ("abs_path", "path", "url", "name", "file_path", "base_ref", "id")


def variant(value: Any) -> tuple[str, Any]:
    """The kind of an enum's value and what it holds; a plain string is a kind that holds nothing."""
    if isinstance(value, str):
        return value, None
    if isinstance(value, dict) and len(value) == 1:
        return next(iter(value.items()))
    return "", value


def user_part(value: Any) -> Part | None:
    """A text, an image, or a mention: a file with what it held."""
    kind, inner = variant(value)
    if kind == "Text" and isinstance(inner, str):
        return Text(text=inner) if inner else None
    if kind == "Mention":
        text = as_object(inner).get("content")
        return File(name=_mentioned(as_object(inner).get("uri")), text=text if isinstance(text, str) else None)
    return _image(inner) if kind == "Image" else opaque(value, kind or None)


def agent_part(value: Any, ids: CallIds) -> Part | None:
    """A text, a thought, or a call."""
    kind, inner = variant(value)
    told = as_object(inner)
    if kind == "Text" and isinstance(inner, str):
        return Text(text=inner) if inner else None
    if kind == "Thinking" and isinstance(told.get("text"), str):
        return Reasoning(text=told["text"], signature=optional_text(told.get("signature")))
    if kind == "RedactedThinking":
        return Opaque(type="redacted_thinking", raw=json_text(inner))
    if kind == "ToolUse":
        return call(told, ids)
    return opaque(value, kind or None)


def call(value: dict[str, Any], ids: CallIds) -> ToolCall:
    """A call; ``input`` is the object, ``raw_input`` the text that it was read from."""
    name = optional_text(value.get("name")) or "unnamed"
    given = value["input"] if value.get("input") is not None else value.get("raw_input")
    return ToolCall(id=ids.of_call(value.get("id"), name), name=name, arguments=arguments(given))


def result(value: dict[str, Any], ids: CallIds) -> tuple[Part, ...]:
    """A result as the model reads it: one content in older releases, a list in later ones."""
    content = value.get("content")
    parts = [_result_part(block) for block in (as_list(content) or [content]) if block is not None]
    text = "\n".join(part.text for part in parts if isinstance(part, Text))
    failed = value.get("is_error") is True
    made = ToolResult(call_id=ids.of_result(value.get("tool_use_id")), text=text, is_error=failed)
    return (made, *(part for part in parts if not isinstance(part, Text)))


def size(value: Any) -> int:
    """Bytes of text in a person's content."""
    texts = (inner if isinstance(inner, str) else as_object(inner).get("content") for _, inner in map(variant, value))
    return sum(len(text.encode("utf-8", "replace")) for text in texts if isinstance(text, str))


def _result_part(block: Any) -> Part:
    if isinstance(block, str):
        return Text(text=block)
    told = {key.lower(): inner for key, inner in as_object(block).items()}
    if isinstance(told.get("text"), str):
        return Text(text=told["text"])
    return _image(told.get("image", block))


def _image(value: Any) -> Part:
    """An image, always kept as a PNG."""
    data = as_object(value).get("source")
    return image_of_base64(data, "image/png") if isinstance(data, str) else opaque(value, "image")


def _mentioned(uri: Any) -> str:
    kind, inner = variant(uri)
    told = (optional_text(as_object(inner).get(key)) for key in _NAMES)
    return next((name for name in told if name), kind or "mention")


def segments(value: dict[str, Any]) -> list[Part]:
    """The parts of a message of releases before the one that keeps enums."""
    made: list[Part] = [Text(text=text) for key in ("context", "text") if (text := optional_text(value.get(key)))]
    for block in objects_in(value.get("segments")):
        if block.get("type") == "text" and isinstance(block.get("text"), str):
            made += [Text(text=block["text"])] if block["text"] else []
        elif block.get("type") == "thinking" and isinstance(block.get("text"), str):
            made.append(Reasoning(text=block["text"], signature=optional_text(block.get("signature"))))
        else:
            made.append(opaque(block))
    return made
