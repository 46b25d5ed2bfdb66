"""Parts of the Gemini API (google.genai ``Content``), as the API, Gemini CLI and Qwen Code write them."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.shared.apis.any_usage import with_reasoning
from compaction_core.importers.shared.apis.blocks import Piece, opaque
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address, image_of_base64
from compaction_core.importers.shared.values import arguments, json_text, optional_text, whole
from compaction_core.session import File, Part, Reasoning, Role, Text, ToolCall, ToolResult, Usage


def part_list(content: Any) -> list[Any]:
    """A ``PartListUnion`` (a string, a part, a list of both) as a list."""
    if isinstance(content, list):
        return content
    return [] if content is None or content == "" else [content]


_CAMEL = {
    "code_execution_result": "codeExecutionResult",
    "display_name": "displayName",
    "executable_code": "executableCode",
    "file_data": "fileData",
    "file_uri": "fileUri",
    "function_call": "functionCall",
    "function_response": "functionResponse",
    "inline_data": "inlineData",
    "mime_type": "mimeType",
    "thought_signature": "thoughtSignature",
}


def plain(part: Any) -> Any:
    """A part as REST writes it: Python's ``model_dump`` has keys in snake_case and null for all that is not there."""
    if not isinstance(part, dict) or not any(value is None or key in _CAMEL for key, value in part.items()):
        return part
    found = {_CAMEL.get(key, key): value for key, value in part.items() if value is not None}
    for key in ("inlineData", "fileData"):
        if isinstance(found.get(key), dict):
            found[key] = {_CAMEL.get(name, name): value for name, value in found[key].items() if value is not None}
    return found


def pieces(content: Any, role: Role, ids: CallIds) -> Iterator[Piece]:
    """A message: one tool message for each response, with the images after it; then the rest of it."""
    result: list[Part] = []
    rest: list[Part] = []
    for part in map(plain, part_list(content)):
        response = part.get("functionResponse") if isinstance(part, dict) else None
        if isinstance(response, dict):
            if result:
                yield Piece("tool", tuple(result))
            result = [result_of(response, ids)]
            continue
        made = part_of(part, ids)
        (result if result and not isinstance(made, Text) else rest).append(made)
    if result:
        yield Piece("tool", tuple(result))
    if rest:
        yield Piece(role, tuple(rest))


def part_of(part: Any, ids: CallIds) -> Part:
    """One part; what is not known is kept as Opaque with its JSON."""
    if isinstance(part, str):
        return Text(text=part)
    if not isinstance(part, dict):
        return opaque(part)
    part = plain(part)
    signature = optional_text(part.get("thoughtSignature"))
    if isinstance(part.get("text"), str):
        thought = part.get("thought")
        return Reasoning(text=part["text"], signature=signature) if thought else Text(text=part["text"])
    if isinstance(part.get("thought"), str):
        return Reasoning(text=part["thought"], signature=signature)
    call = part.get("functionCall")
    if isinstance(call, dict):
        return call_of(call, ids)
    return _media(part) or opaque(part, next(iter(part), None))


def call_of(call: dict[str, Any], ids: CallIds) -> ToolCall:
    """A ``functionCall``, or a tool call as Gemini CLI records it."""
    name = optional_text(call.get("name")) or "unnamed"
    return ToolCall(id=ids.of_call(call.get("id"), name), name=name, arguments=arguments(call.get("args")))


def result_of(response: dict[str, Any], ids: CallIds) -> ToolResult:
    """A ``functionResponse``."""
    name = optional_text(response.get("name")) or ""
    text, failed = _response(response.get("response"))
    return ToolResult(call_id=ids.of_result(response.get("id"), name), text=text, is_error=failed)


def usage_of(value: Any) -> Usage | None:
    """``usageMetadata`` as Qwen Code writes it: the prompt includes its cached part. None where nothing was counted.

    Gemini counts thoughts beside the candidates; the OpenAI-compatible models of Qwen Code count them in.
    """
    if not isinstance(value, dict):
        return None
    prompt = whole(value.get("promptTokenCount"))
    cached = min(prompt, whole(value.get("cachedContentTokenCount")))
    answer, thoughts = whole(value.get("candidatesTokenCount")), whole(value.get("thoughtsTokenCount"))
    answer = with_reasoning(answer, thoughts, prompt, whole(value.get("totalTokenCount")), beside=False)
    found = Usage(input=prompt - cached, cache_read=cached, output=answer, reasoning=thoughts)
    return found if found.total else None


def _response(value: Any) -> tuple[str, bool]:
    """The text of a response, and whether it is an error: one of ``output`` and ``error``, else all of it as JSON."""
    if not isinstance(value, dict):
        return (value if isinstance(value, str) else "" if value is None else json_text(value)), False
    for key in ("output", "error", "result", "content"):
        if isinstance(value.get(key), str):
            return value[key], key == "error"
    return json_text(value), "error" in value


def _media(part: dict[str, Any]) -> Part | None:
    inline, file = part.get("inlineData"), part.get("fileData")
    if isinstance(inline, dict) and isinstance(inline.get("data"), str):
        kind = optional_text(inline.get("mimeType"))
        if kind is None or kind.startswith("image/"):
            return image_of_base64(inline["data"], kind)
        return File(name=optional_text(inline.get("displayName")) or "file", media_type=kind)
    if isinstance(file, dict) and isinstance(file.get("fileUri"), str):
        kind = optional_text(file.get("mimeType"))
        if kind and kind.startswith("image/"):
            return image_of_address(file["fileUri"], kind)
        return File(name=file["fileUri"], media_type=kind)
    return None
