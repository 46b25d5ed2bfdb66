"""Content blocks of other dialects, rewritten as the blocks that ``blocks`` and ``openai_message`` read.

Known: OpenTelemetry GenAI parts, Gemini parts, Vercel AI SDK parts, Bedrock Converse blocks, LangChain's standard
blocks, OpenAI's chat and Responses blocks. What is none of them stays as it is.
"""

from collections.abc import Callable
from typing import Any

from compaction_core.importers.shared.apis.blocks import block_list
from compaction_core.importers.shared.apis.call_ids import CALLS, CallIds, is_result
from compaction_core.importers.shared.nested import decoded
from compaction_core.importers.shared.values import json_text, optional_text

Block = dict[str, Any]


def canonical(block: Any) -> Any:
    """One block in the spelling of the Messages API or of OpenAI; a string or an unknown block as it is."""
    if not isinstance(block, dict):
        return block
    kind = block.get("type")
    if isinstance(kind, str):
        reader = _TYPED.get(kind)
        return (reader(block) if reader else None) or block
    for key, reader in _KEYED.items():
        if key in block:
            return reader(block) or block
    return block


def with_ids(blocks: list[Any], ids: CallIds) -> list[Any]:
    """The blocks in the known spelling, every call and result with an id; a result without one finds it by name."""
    made: list[Any] = []
    for block in map(canonical, blocks):
        kind = block.get("type") if isinstance(block, dict) else None
        if is_result(block):
            name = optional_text(block.get("name")) or ""
            made.append({**block, "tool_use_id": ids.of_result(block.get("tool_use_id"), name)})
        elif kind in CALLS:
            name = optional_text(block.get("name")) or "unnamed"
            made.append({**block, "id": ids.of_call(block.get("id"), name), "name": name})
        else:
            made.append(block)
    return made


def _first(block: Block, *keys: str) -> Any:
    return next((block[key] for key in keys if block.get(key) is not None), None)


def _text(block: Block) -> Block | None:
    text = _first(block, "text", "content")
    return {"type": "text", "text": text} if isinstance(text, str) else None


def _thinking(block: Block) -> Block | None:
    text = _first(block, "content", "text", "reasoning", "thinking")
    signature = optional_text(block.get("signature"))
    return {"type": "thinking", "thinking": text, "signature": signature} if isinstance(text, str) else None


def _call(block: Block) -> Block | None:
    if isinstance(block.get("function"), dict):  # an entry of OpenAI's tool_calls that stands among the blocks
        return _call({**block["function"], "id": block.get("id")})
    identity = _first(block, "toolCallId", "call_id", "toolUseId", "id")
    name = _first(block, "toolName", "name")
    given = _first(block, "arguments", "args", "input", "partial_json")
    return {"type": "tool_use", "id": identity, "name": name, "input": {} if given is None else given}


def _result(block: Block) -> Block | None:
    identity = _first(block, "toolCallId", "tool_call_id", "call_id", "tool_use_id", "toolUseId", "id")
    given = _first(block, "response", "result", "output", "content")
    failed = block.get("is_error") is True or block.get("isError") is True or block.get("status") == "error"
    if isinstance(given, dict) and "value" in given and isinstance(given.get("type"), str):  # Vercel AI SDK 5
        failed = failed or given["type"].startswith("error")
        given = given["value"]
    name = _first(block, "toolName", "name")
    return {"type": "tool_result", "tool_use_id": identity, "name": name, "content": _said(given), "is_error": failed}


def _said(given: Any) -> Any:
    """The content of a result: text, a list of blocks in the known spelling, or its JSON."""
    given = decoded(given) if isinstance(given, str) and given[:2] in ('["', '[{"') and '"type"' in given else given
    if isinstance(given, list) and given and all(_is_block(item) for item in given):
        return [canonical(item) for item in given]
    return given if isinstance(given, str) or given is None else json_text(given)


def _is_block(item: Any) -> bool:
    return isinstance(item, str) or (
        isinstance(item, dict) and (isinstance(item.get("type"), str) or isinstance(item.get("text"), str))
    )


def _media(block: Block) -> Block | None:
    """Bytes, an address or a file id: an image where its kind says so, else a file."""
    media = _first(block, "mime_type", "mimeType", "mediaType", "media_type")
    kind = media if isinstance(media, str) else optional_text(block.get("modality")) or ""
    data = _first(block, "data", "content", "image", "base64", "uri", "file_uri", "fileUri", "url", "file_id")
    if isinstance(data, dict):  # OpenInference wraps an image's address twice
        data = _first(data, "url", "image") if not isinstance(data.get("image"), dict) else data["image"].get("url")
    if not isinstance(data, str):
        return None
    address = "://" in data[:12] or data.startswith("data:")
    if block.get("type") == "image" or kind.startswith("image"):
        source = {"url": data} if address else {"data": data, "media_type": kind if "/" in kind else None}
        return {"type": "image", "source": {"type": "url" if address else "base64", **source}}
    name = _first(block, "filename", "name", "title") or (data[:200] if address and data[:5] != "data:" else "file")
    return {"type": "file", "file": {"filename": name}}


def _inner(key: str, reader: Callable[[Block], Block | None]) -> Callable[[Block], Block | None]:
    def read(block: Block) -> Block | None:
        inner = block[key]
        return reader(inner) if isinstance(inner, dict) else None

    return read


def _image(block: Block) -> Block | None:
    return None if isinstance(block.get("source"), dict) else _media(block)


def _keyed_text(block: Block) -> Block | None:
    return _thinking({"content": block["text"]}) if block.get("thought") is True else _text(block)


def _converse_result(block: Block) -> Block | None:
    content = [{"text": json_text(item["json"])} if _has_json(item) else item for item in block_list(block["content"])]
    return _result({**block, "content": content})


def _has_json(item: Any) -> bool:
    return isinstance(item, dict) and "json" in item


def _converse_reasoning(block: Block) -> Block | None:
    inner = block.get("reasoningText")
    return _thinking(inner) if isinstance(inner, dict) else None


def _code(block: Block) -> Block | None:
    """Code that the provider ran, and what came of it, as text."""
    text = _first(block, "code", "output")
    return {"type": "text", "text": text} if isinstance(text, str) else None


_TYPED: dict[str, Callable[[Block], Block | None]] = {
    "blob": _media,
    "function_call": _call,
    "function_call_output": _result,
    "image": _image,
    "media": _media,
    "output_text": _text,
    "reasoning": _thinking,
    "text": _text,
    "tool-call": _call,
    "tool-result": _result,
    "tool_call": _call,
    "tool_call_response": _result,
    "uri": _media,
}
_KEYED: dict[str, Callable[[Block], Block | None]] = {
    "function_call": _inner("function_call", _call),
    "functionCall": _inner("functionCall", _call),
    "function_response": _inner("function_response", _result),
    "functionResponse": _inner("functionResponse", _result),
    "inline_data": _inner("inline_data", _media),
    "inlineData": _inner("inlineData", _media),
    "file_data": _inner("file_data", _media),
    "fileData": _inner("fileData", _media),
    "executable_code": _inner("executable_code", _code),
    "executableCode": _inner("executableCode", _code),
    "code_execution_result": _inner("code_execution_result", _code),
    "codeExecutionResult": _inner("codeExecutionResult", _code),
    "toolUse": _inner("toolUse", _call),
    "toolResult": _inner("toolResult", lambda inner: _converse_result({"content": [], **inner})),
    "reasoningContent": _inner("reasoningContent", _converse_reasoning),
    "text": _keyed_text,
    "toolCallId": lambda block: _result(block) if "result" in block else _call(block),
}
