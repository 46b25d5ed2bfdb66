"""Items of the OpenAI Responses API as messages: one turn of the model is one message, each result its own."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.shared.apis.blocks import block_list, opaque
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_base64
from compaction_core.importers.shared.apis.openai_message import content_part, message_of
from compaction_core.importers.shared.shapes import may_hold
from compaction_core.importers.shared.values import arguments, json_text, optional_text
from compaction_core.session import Image, Message, Opaque, Part, Reasoning, Text, ToolCall, ToolResult, Warning

COMPACTIONS = ("compaction", "compaction_summary", "context_compaction")
"""Types of the item that stands for all before it; its content is encrypted."""
_BY_PROVIDER = ("web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call")
_OUTPUTS = ("_call_output", "tool_search_output")
_OWN = ("message", "reasoning", "item_reference", "mcp_list_tools", "mcp_approval_request", "mcp_approval_response")
_CALL_BODY = ("arguments", "input", "action", "operation", "code", "queries", "execution")
_RESULT_BODY = ("output", "outputs", "results", "tools", "result", "error")


def is_item(value: Any) -> bool:
    """Whether a value is an item, as no other API's message is."""
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str):
        return False
    if kind == "message":
        return isinstance(value.get("role"), str) and not ("stop_reason" in value or "usage" in value)
    if kind in ("reasoning", *COMPACTIONS):
        return any(key in value for key in ("summary", "encrypted_content"))
    return kind in _OWN or _is_output(kind) or (kind.endswith("_call") and ("call_id" in value or "status" in value))


def is_item_list(values: Iterable[Any]) -> bool:
    """Whether a list holds items, and nothing beside them but messages without a type."""
    listed = list(values)
    if not may_hold(listed):
        return False
    plain = sum(isinstance(v, dict) and "role" in v and "content" in v and "type" not in v for v in listed)
    items = sum(map(is_item, listed))
    return items > 0 and 2 * (items + plain) > len(listed)


@dataclass
class Items:
    """Takes items in order; ``finish`` gives what they say. Consecutive items of the model become one message."""

    ids: CallIds = field(default_factory=CallIds)
    messages: list[Message] = field(default_factory=list)
    warnings: list[Warning] = field(default_factory=list)
    elsewhere: int = 0
    _turn: list[Part] = field(default_factory=list)
    _told: dict[str, Any] = field(default_factory=dict)
    _of_id: dict[str, dict[str, Any]] = field(default_factory=dict)

    def take(self, values: Iterable[Any], line: int | None = None) -> "Items":
        """Read the items; hand back the reader."""
        for value in values:
            if isinstance(value, dict):
                self._item(value, line)
            elif isinstance(value, str):
                self._close()
                self.messages.append(Message(role="user", parts=(Text(text=value),), line=line))
            else:
                self.warnings.append(Warning(code="no_item", text="Left out an entry that is no item.", line=line))
        return self

    def finish(self) -> list[Message]:
        """All messages, the open turn of the model closed."""
        self._close()
        return self.messages

    def _item(self, value: dict[str, Any], line: int | None) -> None:
        kind, identity = str(value.get("type") or "message"), optional_text(value.get("id"))
        if kind == "item_reference" and identity in self._of_id:
            value = self._of_id[identity]
            kind = str(value.get("type") or "message")
        elif identity:
            self._of_id[identity] = value
        if kind == "message":
            self._message(value, line)
        elif kind in COMPACTIONS:
            self._compaction(value, line)
        elif _is_output(kind):
            self._result(value, ToolResult(call_id=self.ids.of_result(value.get("call_id")), text=""), line)
        elif kind == "reasoning":
            self._open(value, line, _thinking(value))
        elif kind == "mcp_approval_response":
            self._close()
            self.messages.append(Message(role="user", parts=(opaque(value),), flags=("meta",), line=line))
        elif kind.endswith("_call"):
            self._call(value, kind, line)
        else:
            self.elsewhere += kind == "item_reference"
            self._open(value, line, [opaque(value)])

    def _message(self, value: dict[str, Any], line: int | None) -> None:
        if value.get("role") == "assistant":
            parts = [content_part(block) for block in block_list(value.get("content")) if block != ""]
            self._open(value, line, parts)
            return
        self._close()
        made, warning = message_of(value, line, self.ids)
        self.messages += [made] if made else []
        self.warnings += [warning] if warning else []

    def _call(self, value: dict[str, Any], kind: str, line: int | None) -> None:
        name = optional_text(value.get("name")) or kind.removesuffix("_call")
        by_provider = kind in _BY_PROVIDER or not optional_text(value.get("call_id"))
        identity = self.ids.of_call(value.get("id" if by_provider else "call_id") or value.get("id"), name)
        given = next((value[key] for key in _CALL_BODY if value.get(key) is not None), None)
        if isinstance(given, dict) and "sources" in given:  # what a search found, told in its action
            given = {key: inner for key, inner in given.items() if key != "sources"}
        self._open(value, line, [ToolCall(id=identity, name=name, arguments=arguments(given))])
        if kind in _BY_PROVIDER:
            self._result(value, ToolResult(call_id=identity, text=""), line)

    def _result(self, value: dict[str, Any], result: ToolResult, line: int | None) -> None:
        """A result's text and, beside it, its images; what a provider's search found is not in the item."""
        self._close()
        given = next((value[key] for key in _RESULT_BODY if value.get(key) is not None), _sources(value))
        others: tuple[Part, ...]
        if value.get("type") == "image_generation_call" and isinstance(given, str):
            given, others = "", (image_of_base64(given, f"image/{optional_text(value.get('output_format')) or 'png'}"),)
        else:
            given, others = _output(given if given is not None else f"[{value.get('status') or 'done'}]")
        failed = value.get("status") in ("failed", "incomplete") or value.get("error") is not None
        text = given if isinstance(given, str) else json_text(given)
        parts = (replace(result, text=text, is_error=failed), *others)
        identity = optional_text(value.get("id")) if result.call_id != value.get("id") else None
        self.messages.append(Message(role="tool", parts=parts, id=identity, line=line))

    def _compaction(self, value: dict[str, Any], line: int | None) -> None:
        self._close()
        readable = next((t for key in ("summary", "content", "text") if (t := optional_text(value.get(key)))), "")
        part: Part = Text(text=readable) if readable else Opaque(type="compaction", raw=json_text(value))
        identity = optional_text(value.get("id"))
        made = Message(role="assistant", parts=(part,), id=identity, summary=readable, line=line)
        self.messages.append(made)

    def _open(self, value: dict[str, Any], line: int | None, parts: list[Part]) -> None:
        if not self._told:
            self._told = {"line": line, "id": None}
        if value.get("type", "message") == "message" or self._told["id"] is None:
            self._told["id"] = optional_text(value.get("id"))
        self._turn += parts

    def _close(self) -> None:
        if self._turn:
            self.messages.append(Message(role="assistant", parts=tuple(self._turn), **self._told))
        self._turn, self._told = [], {}


def _is_output(kind: str) -> bool:
    return kind.endswith(_OUTPUTS)


def _sources(value: dict[str, Any]) -> Any:
    action = value.get("action")
    return action.get("sources") if isinstance(action, dict) else None


def _thinking(value: dict[str, Any]) -> list[Part]:
    """Readable reasoning, or the encrypted item; an empty one says nothing and is left out."""
    sealed = optional_text(value.get("encrypted_content"))
    texts = [
        block["text"]
        for key in ("summary", "content")
        for block in block_list(value.get(key))
        if isinstance(block, dict) and optional_text(block.get("text"))
    ]
    if texts:
        return [Reasoning(text="\n".join(texts), signature=sealed)]
    return [Opaque(type="reasoning", raw=json_text(value))] if sealed else []


def _output(given: Any) -> tuple[Any, tuple[Part, ...]]:
    """The text of an output, joined from its blocks, and the parts that are none."""
    if isinstance(given, dict) and optional_text(given.get("image_url")):
        part = content_part({"type": "input_image", "image_url": given["image_url"]})
        return "", (part,)
    if not isinstance(given, list):
        return given, ()
    if given and all(isinstance(block, dict) and ("stdout" in block or "logs" in block) for block in given):
        told = (block.get(key) for block in given for key in ("stdout", "stderr", "logs"))
        return "\n".join(text for text in told if optional_text(text)), ()
    parts = [content_part(block) for block in given]
    if not all(isinstance(part, Text | Image) or getattr(part, "kind", "") == "file" for part in parts):
        return given, ()
    texts = [part.text for part in parts if isinstance(part, Text)]
    return "\n".join(texts), tuple(part for part in parts if not isinstance(part, Text))
