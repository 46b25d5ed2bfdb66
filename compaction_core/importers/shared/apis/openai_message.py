"""One OpenAI-style message dict, with what other servers add to it, as a Message."""

from dataclasses import replace
from typing import Any

from compaction_core.importers.shared.apis import any_usage
from compaction_core.importers.shared.apis.blocks import block_list, part_of, result_text
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.importers.shared.values import arguments, optional_text, seconds, whole
from compaction_core.session import (
    File,
    Flag,
    Message,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Usage,
    Warning,
)

_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "model": "assistant",
    "tool": "tool",
    "function": "tool",
}


def message_of(value: Any, line: int | None, ids: CallIds) -> tuple[Message | None, Warning | None]:
    """The message, and a warning where its role is unknown (shown as an injected user message) or it is none."""
    if not isinstance(value, dict):
        return None, Warning(code="no_message", text="Left out an entry of the list: no object.", line=line)
    named = value.get("role")
    role = _ROLES.get(named) if isinstance(named, str) else None
    flags: tuple[Flag, ...] = () if role else ("meta",)
    warning = None
    if role is None:
        text = f"The role {str(named)[:40]!r} is not known; the message is shown as an injected user message."
        warning = Warning(code="unknown_role", text=text, line=line)
    name = optional_text(value.get("name"))
    parts = _result(value, ids, name) if role == "tool" else _parts(value, ids)
    moments = (seconds(value.get(key)) for key in ("timestamp", "created_at", "created", "ts"))
    made = Message(
        role=role or "user",
        parts=parts,
        name=name or (optional_text(named) if role is None else None),
        id=optional_text(value.get("id")),
        timestamp=next((moment for moment in moments if moment is not None), None),
        model=optional_text(value.get("model")) if role == "assistant" else None,
        usage=usage_of(value.get("usage")) if role == "assistant" else None,
        stop_reason=optional_text(value.get("finish_reason")),
        flags=flags,
        line=line,
    )
    summary = _summary(value, made)
    return (made if summary is None else replace(made, summary=summary)), warning


def usage_of(value: Any) -> Usage | None:
    """OpenAI usage: ``prompt_tokens`` includes the cached part, which a record keeps apart. None if all is 0."""
    if not isinstance(value, dict):
        return None
    prompt_details, output_details = value.get("prompt_tokens_details"), value.get("completion_tokens_details")
    cached = whole(prompt_details.get("cached_tokens")) if isinstance(prompt_details, dict) else 0
    written = whole(value.get("cache_creation_input_tokens"))
    reasoning = whole(output_details.get("reasoning_tokens")) if isinstance(output_details, dict) else 0
    prompt, output = whole(value.get("prompt_tokens")), whole(value.get("completion_tokens"))
    return any_usage.made(prompt, cached, written, output, reasoning)


def _summary(value: dict[str, Any], made: Message) -> str | None:
    """The raw summary, if the message says that it is the summary of an earlier compaction."""
    metadata = value.get("metadata")
    compaction = metadata.get("compaction") if isinstance(metadata, dict) else None
    told = compaction.get("summary") if isinstance(compaction, dict) else None
    if isinstance(told, str):
        return told
    return made.text if value.get("x_kind") == "summary" else None


def _result(value: dict[str, Any], ids: CallIds, name: str | None) -> tuple[Part, ...]:
    texts, others = result_text(value.get("content"))
    legacy = value.get("role") == "function"
    call = ids.of_result(value.get("tool_call_id"), (name or "") if legacy else "")
    return (ToolResult(call_id=call, text="\n".join(texts)), *others)


def _parts(value: dict[str, Any], ids: CallIds) -> tuple[Part, ...]:
    """Thinking, content, refusal and calls, in the order they were made."""
    parts: list[Part] = list(thinking_parts(value))
    parts += [content_part(block) for block in ids.named(block_list(value.get("content"))) if block != ""]
    refusal = optional_text(value.get("refusal"))
    if refusal is not None:
        parts.append(Text(text=refusal))
    calls = value.get("tool_calls")
    parts += [call_part(call, ids) for call in (calls if isinstance(calls, list) else ())]
    legacy = value.get("function_call")
    if isinstance(legacy, dict):
        parts.append(call_part({"function": legacy}, ids))
    return tuple(parts)


def thinking_parts(value: dict[str, Any]) -> list[Part]:
    """Readable thinking, once: servers often send it in several fields."""
    blocks = value.get("thinking_blocks")
    if isinstance(blocks, list) and blocks:
        return [part_of(block) for block in blocks]
    for key in ("reasoning_content", "reasoning"):
        told = value.get(key)
        if isinstance(told, dict):
            told = told.get("content") or told.get("text")
        if isinstance(told, str) and told:
            return [Reasoning(text=told)]
    return []


def call_part(value: Any, ids: CallIds) -> Part:
    """One entry of ``tool_calls``: a function, a custom tool, or a flat one (``id``, ``name``, ``arguments``)."""
    if not isinstance(value, dict):
        return part_of({"type": "tool_call", "value": value})
    function, custom = value.get("function"), value.get("custom")
    body = function if isinstance(function, dict) else custom if isinstance(custom, dict) else value
    name = optional_text(body.get("name")) or "unnamed"
    told = body.get("arguments") if "arguments" in body else body.get("input")
    return ToolCall(id=ids.of_call(value.get("id"), name), name=name, arguments=arguments(told))


def content_part(block: Any) -> Part:
    """One part of a content list; Anthropic-style blocks are read as what they are."""
    kind = block.get("type") if isinstance(block, dict) else None
    if kind in ("input_text", "output_text") and isinstance(block.get("text"), str):
        return Text(text=block["text"])
    if kind == "refusal" and isinstance(block.get("refusal"), str):
        return Text(text=block["refusal"])
    if kind in ("image_url", "input_image"):
        address = block.get("image_url")
        url = address.get("url") if isinstance(address, dict) else address
        return image_of_address(url) if isinstance(url, str) else part_of(block)
    if kind == "input_audio" and isinstance(block.get("input_audio"), dict):
        suffix = optional_text(block["input_audio"].get("format")) or "unknown"
        return File(name="audio", media_type=f"audio/{suffix}")
    if kind in ("file", "input_file"):
        inner = block.get("file")
        file = inner if isinstance(inner, dict) else block
        told = (optional_text(file.get(key)) for key in ("filename", "name", "path", "file_id"))
        return File(name=next((n for n in told if n), "file"), text=optional_text(file.get("content")))
    return part_of(block)
