"""Chat messages of Inspect AI as messages: attachments resolved, one for each tool result."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from compaction_core.importers.shared.apis.blocks import block_list, opaque, part_of
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.importers.shared.values import arguments, json_text, optional_text, whole
from compaction_core.session import (
    File,
    Flag,
    Message,
    Opaque,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Usage,
)

_ATTACHMENT = "attachment://"
_ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
_TYPED = ("input", "operator")
_SUMMARY_TAGS = ("previous_summary", "summary")  # the second until 0.3.285


class Attachments:
    """Texts that a sample keeps apart; a string ``attachment://HASH`` stands for one of them."""

    def __init__(self, texts: Any) -> None:
        self._texts = texts if isinstance(texts, dict) else {}

    def text(self, value: str) -> str:
        """The text a string stands for, or the string."""
        if not value.startswith(_ATTACHMENT):
            return value
        found = self._texts.get(value.removeprefix(_ATTACHMENT))
        return found if isinstance(found, str) else value

    def resolved(self, value: Any) -> Any:
        """A copy of a JSON value with every attachment in its place, at any depth."""
        if not self._texts:
            return value
        root: list[Any] = [value]
        pending: list[Any] = [root]
        while pending:
            holder = pending.pop()
            for key, item in holder.items() if isinstance(holder, dict) else enumerate(holder):
                if isinstance(item, str):
                    holder[key] = self.text(item)
                elif isinstance(item, dict | list):
                    holder[key] = item.copy()
                    pending.append(holder[key])
        return root[0]


class Messages:
    """Reads the messages of one thread in order."""

    def __init__(self, attachments: Attachments) -> None:
        self._attachments = attachments
        self._ids = CallIds()
        self._answered = False

    def read(self, value: dict[str, Any]) -> list[Message]:
        """The messages of one chat message: several where the provider ran a tool inside it."""
        value = self._attachments.resolved(value)
        named = value.get("role")
        role = _ROLES.get(named) if isinstance(named, str) else None
        if role == "tool":
            return [self._result(value)]
        flags: tuple[Flag, ...] = () if role is not None else ("meta",)
        if role == "user" and self._answered and value.get("source") not in _TYPED:
            flags = ("meta",)  # the agent's own program asks it to go on
        self._answered = self._answered or role == "assistant"
        model = optional_text(value.get("model")) if role == "assistant" else None
        made: list[Message] = []
        for parts in self._pieces(value):
            by_provider = any(isinstance(part, ToolResult) for part in parts)
            message = Message(role="tool" if by_provider else role or "user", parts=tuple(parts), flags=flags)
            identity = optional_text(value.get("id"))
            made.append(replace(message, id=identity, model=None if by_provider else model))
        if is_summary(value) and made:
            made[0] = replace(made[0], summary=summary_of(made[0].text), flags=())
        return made

    def _result(self, value: dict[str, Any]) -> Message:
        parts = [part for block in block_list(value.get("content")) if (part := _part(block)) is not None]
        text = "\n".join(part.text for part in parts if isinstance(part, Text))
        error = value.get("error")
        told = optional_text(error.get("message") if isinstance(error, dict) else value.get("tool_error"))  # old logs
        name = optional_text(value.get("function"))
        call = self._ids.of_result(value.get("tool_call_id"), name or "")
        result = ToolResult(call_id=call, text=text or told or "", is_error=isinstance(error, dict) or told is not None)
        others = [part for part in parts if not isinstance(part, Text)]
        return Message(role="tool", parts=(result, *others), name=name, id=optional_text(value.get("id")))

    def _pieces(self, value: dict[str, Any]) -> Iterator[list[Part]]:
        """The parts of a message, cut where a provider's tool answered."""
        parts: list[Part] = []
        for block in block_list(value.get("content")):
            if isinstance(block, dict) and block.get("type") == "tool_use":
                call = self._call({**block, "function": block.get("name")})
                yield [*parts, call]
                told = block.get("error") or block.get("result")
                text = told if isinstance(told, str) else json_text(told)
                yield [ToolResult(call_id=call.id, text=text, is_error=bool(block.get("error")))]
                parts = []
                continue
            part = _part(block)
            parts += [part] if part is not None else []
        calls = value.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            parts.append(self._call(call) if isinstance(call, dict) else opaque(call, "tool_call"))
        yield parts

    def _call(self, call: dict[str, Any]) -> ToolCall:
        function = call.get("function")
        name = optional_text(function) or "unnamed"
        return ToolCall(
            id=self._ids.of_call(call.get("id"), name), name=name, arguments=arguments(call.get("arguments"))
        )


def is_summary(value: dict[str, Any]) -> bool:
    """Whether a message is the summary that Inspect put in the place of a compacted history."""
    metadata = value.get("metadata")
    return isinstance(metadata, dict) and bool(metadata.get("summary"))


def merged_from(value: dict[str, Any]) -> list[str]:
    """The ids of the messages that Inspect made one of, for a provider that takes no two of a role in a row."""
    metadata = value.get("metadata")
    found = metadata.get("combined_from") if isinstance(metadata, dict) else None
    return [part for part in found if isinstance(part, str)] if isinstance(found, list) else []


def summary_of(text: str) -> str:
    """The summary inside the text that Inspect puts it in."""
    for tag in _SUMMARY_TAGS:
        opening, closing = text.find(f"<{tag}>"), text.rfind(f"</{tag}>")
        if 0 <= opening < closing:
            return text[opening + len(tag) + 2 : closing].strip()
    return text


def usage_of(value: Any) -> Usage | None:
    """``input_tokens`` leave out the cached ones; older logs count them in, which their total tells."""
    if not isinstance(value, dict):
        return None
    read, written = whole(value.get("input_tokens_cache_read")), whole(value.get("input_tokens_cache_write"))
    prompt, output = whole(value.get("input_tokens")), whole(value.get("output_tokens"))
    includes = read + written > 0 and whole(value.get("total_tokens")) == prompt + output
    found = Usage(
        input=max(0, prompt - read - written) if includes else prompt,
        cache_read=read,
        cache_write=written,
        output=output,
        reasoning=whole(value.get("reasoning_tokens")),
    )
    return found if found.total else None


def _part(block: Any) -> Part | None:
    kind = block.get("type") if isinstance(block, dict) else None
    if block == "":
        return None
    if kind == "reasoning" and isinstance(block.get("reasoning"), str):
        if block.get("redacted"):
            summary = optional_text(block.get("summary"))
            return Reasoning(text=summary) if summary else Opaque(type="reasoning", raw=json_text(block))
        return Reasoning(text=block["reasoning"], signature=optional_text(block.get("signature")))
    if kind == "image" and isinstance(block.get("image"), str):
        return image_of_address(block["image"])
    if kind in ("audio", "video", "document"):
        name = optional_text(block.get("filename")) or str(kind)
        media_type = optional_text(block.get("mime_type")) or optional_text(block.get("format"))
        return File(name=name, media_type=media_type)
    return part_of(block)
