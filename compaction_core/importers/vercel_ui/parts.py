"""The parts of one message of the Vercel AI SDK (versions 4 to 6, for screens and for models) as pieces.

A tool part is a call and, when it ended, its result; ``step-start`` begins another answer of the model.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.shared.apis.blocks import Piece, opaque
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address, image_of_base64
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.values import arguments, json_text, optional_text
from compaction_core.session import File, Part, Reasoning, Role, Text, ToolCall, ToolResult

_NOT_SENT = ("source-url", "source-document", "source", "step-start")


@dataclass
class Parts:
    """Reads the parts of messages in order; counts those that are not sent to a model."""

    ids: CallIds = field(default_factory=CallIds)
    skipped: Counter[str] = field(default_factory=Counter)

    def pieces(self, value: dict[str, Any], role: Role) -> list[Piece]:
        """The message as one piece a step and one a result."""
        found: list[Piece] = []
        said: list[Part] = []
        results: list[Piece] = []
        for part in _parts(value):
            kind = _kind(part)
            if kind == "step-start" and results:
                found += _step(said, results, role)
                said, results = [], []
            call, result = self._tool(part, kind)
            said += [call] if call is not None else []
            results += [Piece("tool", result)] if result else []
            if call is None and not result:
                said += self._said(part, kind)
        return [*found, *_step(said, results, role)]

    def _said(self, part: Any, kind: str) -> list[Part]:
        if kind in _NOT_SENT or kind.startswith("data-"):
            self.skipped[kind] += kind != "step-start"
            return []
        made = _plain(part, kind)
        return [made] if made is not None else []

    def _tool(self, part: Any, kind: str) -> tuple[ToolCall | None, tuple[Part, ...]]:
        """The call of a part and the parts of its result; for a result alone only these."""
        if kind == "tool-result":  # of a message for models
            answered = self.ids.of_result(part.get("toolCallId"), optional_text(part.get("toolName")) or "")
            return None, _model_result(part, answered)
        inner = as_object(part.get("toolInvocation")) if kind == "tool-invocation" else part
        if kind in ("dynamic-tool", "tool-call", "tool-invocation"):
            name = optional_text(inner.get("toolName")) or "unnamed"
        elif kind.startswith("tool-") and ("toolCallId" in part or "state" in part):
            name = kind.removeprefix("tool-")
        else:
            return None, ()
        identity = self.ids.of_call(inner.get("toolCallId"), name)
        told = inner.get("input") if inner.get("input") is not None else inner.get("args")
        told = inner.get("rawInput") if told is None else told
        call = ToolCall(id=identity, name=name, arguments=arguments(told))
        result = _screen_result(inner, identity)
        if result is not None and not inner.get("toolCallId"):
            self.ids.of_result(None, name)  # it has its result, so it waits for none
        return call, (result,) if result is not None else ()


def _parts(value: dict[str, Any]) -> Iterator[Any]:
    """All parts of a message: of version 5 and later, or the fields that version 4 had beside ``content``."""
    if isinstance(value.get("parts"), list):
        yield from value["parts"]
    else:
        if optional_text(value.get("reasoning")):
            yield {"type": "reasoning", "text": value["reasoning"]}
        yield from as_list(value.get("content"))
        for call in objects_in(value.get("toolInvocations")):
            yield {"type": "tool-invocation", "toolInvocation": call}
    for file in objects_in(value.get("experimental_attachments")):
        yield {
            "type": "file",
            "filename": file.get("name"),
            "mediaType": file.get("contentType"),
            "url": file.get("url"),
        }


def _kind(part: Any) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    return kind if isinstance(kind, str) else ""


def _step(said: list[Part], results: list[Piece], role: Role) -> list[Piece]:
    if role == "assistant" or not any(isinstance(part, ToolCall) for part in said):
        return [*([Piece(role, tuple(said))] if said else []), *results]
    calls = tuple(part for part in said if isinstance(part, ToolCall))  # only a model calls tools
    rest = tuple(part for part in said if not isinstance(part, ToolCall))
    return [*([Piece(role, rest)] if rest else []), Piece("assistant", calls), *results]


def _plain(part: Any, kind: str) -> Part | None:
    if isinstance(part, str):
        return Text(text=part) if part else None
    told = part.get("text") if isinstance(part, dict) else None
    if kind == "reasoning":
        told = told if isinstance(told, str) else part.get("reasoning")
        return Reasoning(text=told) if isinstance(told, str) and told else None
    if kind == "text" and isinstance(told, str):
        return Text(text=told) if told else None
    if kind in ("file", "image"):
        return _file(part, kind)
    return opaque(part)


def _file(part: dict[str, Any], kind: str) -> Part:
    media = next((m for key in ("mediaType", "mimeType") if (m := optional_text(part.get(key)))), None)
    address = next((a for key in ("url", "image", "data") if (a := optional_text(part.get(key)))), "")
    if kind == "image" or (media and media.startswith("image/")):
        if address.startswith(("data:", "http:", "https:", "file:", "blob:")):
            return image_of_address(address, media)
        return image_of_base64(address, media) if address else opaque(part, kind)
    return File(name=optional_text(part.get("filename")) or address[:200].partition(";")[0] or "file", media_type=media)


def _screen_result(part: dict[str, Any], call: str) -> ToolResult | None:
    """The result inside a tool part, by its state; None while there is none."""
    state = part.get("state")
    if state in ("output-available", "result"):
        told = part.get("output") if "output" in part else part.get("result")
        return ToolResult(call_id=call, text=told if isinstance(told, str) else json_text(told))
    if state == "output-error":
        return ToolResult(call_id=call, text=optional_text(part.get("errorText")) or "error", is_error=True)
    if state == "output-denied":
        reason = optional_text(as_object(part.get("approval")).get("reason"))
        return ToolResult(call_id=call, text=reason or "denied", is_error=True)
    return None


def _model_result(part: dict[str, Any], call: str) -> tuple[Part, ...]:
    output = part.get("output") if "output" in part else part.get("result")
    kind = _kind(output)
    value = output.get("value") if kind and isinstance(output, dict) and "value" in output else output
    failed = kind.startswith("error") or part.get("isError") is True
    if kind != "content":
        text = value if isinstance(value, str) else json_text(value)
        return (ToolResult(call_id=call, text=text, is_error=failed),)
    made = [(item, _plain(item, _kind(item).replace("media", "file"))) for item in as_list(value)]
    text = "\n".join(part.text for _, part in made if isinstance(part, Text))
    others = [part for _, part in made if part is not None and not isinstance(part, Text)]
    return (ToolResult(call_id=call, text=text, is_error=failed), *others)
