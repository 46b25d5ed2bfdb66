"""One message of a ChatGPT export as a message, a call or a result. The export has no ids of calls and no usage."""

from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.shared.apis.blocks import opaque
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.shapes import as_list, as_object
from compaction_core.importers.shared.values import optional_text, seconds
from compaction_core.session import File, Flag, Image, Message, Part, Reasoning, Role, Text, ToolCall, ToolResult

_ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
_EVERYONE = ("all", "", None)
# Fields that hold the words of a kind of content, in the order they are shown.
_WORDS = {
    "code": ("text",),
    "execution_output": ("text",),
    "system_error": ("name", "text"),
    "tether_quote": ("title", "url", "text"),
    "tether_browsing_display": ("summary", "result"),
    "sonic_webpage": ("title", "url", "text"),
    "citable_code_output": ("output_str",),
    "user_editable_context": ("user_profile", "user_instructions"),
    "model_editable_context": ("model_set_context",),
}
_SHOWN_ONLY = ("reasoning_recap",)  # "thought for 8 seconds"


@dataclass
class Reader:
    """Takes the messages of one branch in order."""

    messages: list[Message] = field(default_factory=list)
    skipped: int = 0
    _ids: CallIds = field(default_factory=CallIds)
    _call: str = ""
    """The last call; every result until the next call or prompt is its."""

    def take(self, value: dict[str, Any]) -> None:
        """Add what the message holds; empty ones and those only shown on screen are counted."""
        author, details = as_object(value.get("author")), as_object(value.get("metadata"))
        role = _ROLES.get(str(author.get("role")), "user")
        content = as_object(value.get("content"))
        parts = self._parts(role, value, content)
        if role == "user":
            parts += _attachments(details, parts)
        if not parts or content.get("content_type") in _SHOWN_ONLY:
            self.skipped += 1
            return
        hidden = details.get("is_visually_hidden_from_conversation") is True or str(author.get("role")) not in _ROLES
        context = str(content.get("content_type")).endswith("_editable_context")
        flags: tuple[Flag, ...] = ("meta",) if role == "user" and (hidden or context) else ()
        finish = as_object(details.get("finish_details"))
        self.messages.append(
            Message(
                role=role,
                parts=tuple(parts),
                name=optional_text(author.get("name")),
                id=optional_text(value.get("id")),
                timestamp=seconds(value.get("create_time")),
                model=optional_text(details.get("model_slug")) if role == "assistant" else None,
                stop_reason=optional_text(finish.get("type")),
                flags=flags,
            )
        )

    def _parts(self, role: Role, value: dict[str, Any], content: dict[str, Any]) -> list[Part]:
        parts = _content(content)
        recipient = value.get("recipient")
        if role == "tool":
            failed = content.get("content_type") == "system_error"
            text = "\n".join(part.text for part in parts if isinstance(part, Text))
            others = [part for part in parts if not isinstance(part, Text)]
            return [ToolResult(call_id=self._call, text=text, is_error=failed), *others]
        if role == "user":
            self._call = ""
        if role != "assistant" or recipient in _EVERYONE or not isinstance(recipient, str):
            return parts
        told = "\n".join(part.text for part in parts if isinstance(part, Text))
        self._call = self._ids.of_call(None, recipient)
        others = [part for part in parts if not isinstance(part, Text)]
        return [*others, ToolCall(id=self._call, name=recipient, arguments=told or "{}")]


def _content(content: dict[str, Any]) -> list[Part]:
    kind = content.get("content_type")
    if kind == "thoughts":
        thoughts = content.get("thoughts")
        return [_thought(item) for item in as_list(thoughts or content.get("parts")) if item]
    if isinstance(kind, str) and kind in _WORDS:
        words = [content[key] for key in _WORDS[kind] if optional_text(content.get(key))]
        return [Text(text="\n".join(words))] if words else []
    if "parts" in content:
        return [_part(item) for item in as_list(content["parts"]) if item not in (None, "")]
    told = optional_text(content.get("text")) or optional_text(content.get("content"))
    if told is not None:
        return [Text(text=told)]
    return [opaque(content, kind if isinstance(kind, str) else None)] if content else []


def _thought(item: Any) -> Part:
    if isinstance(item, dict):
        words = [item[key] for key in ("summary", "content") if optional_text(item.get(key))]
        return Reasoning(text="\n".join(words)) if words else opaque(item, "thought")
    return Reasoning(text=item) if isinstance(item, str) else opaque(item, "thought")


def _part(item: Any) -> Part:
    if isinstance(item, str):
        return Text(text=item)
    kind = item.get("content_type") if isinstance(item, dict) else None
    pointer = optional_text(item.get("asset_pointer")) if isinstance(item, dict) else None
    if kind == "image_asset_pointer" and pointer:
        return Image(source=pointer, width=_pixels(item.get("width")), height=_pixels(item.get("height")))
    if kind == "audio_transcription" and isinstance(item.get("text"), str):
        return Text(text=item["text"])
    if isinstance(kind, str) and kind.endswith("_asset_pointer") and pointer:
        return File(name=pointer, media_type=optional_text(item.get("format")))
    return opaque(item, kind if isinstance(kind, str) else None)


def _attachments(details: dict[str, Any], parts: list[Part]) -> list[Part]:
    """Files of a prompt by name; the export does not hold their text. Images stand in the content already."""
    seen = {part.source.rpartition("/")[2] for part in parts if isinstance(part, Image)}
    return [
        File(name=optional_text(file.get("name")) or "file", media_type=optional_text(file.get("mime_type")))
        for file in as_list(details.get("attachments"))
        if isinstance(file, dict) and str(file.get("id")) not in seen
    ]


def _pixels(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 100_000 else None
