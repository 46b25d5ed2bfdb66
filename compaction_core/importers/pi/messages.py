"""Entries of a pi session file as messages (pi-coding-agent, formats 1 to 3; OpenClaw and OMP write the same)."""

from dataclasses import replace
from typing import Any

from compaction_core.importers.shared.apis.blocks import block_list, part_of
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_base64
from compaction_core.importers.shared.values import arguments, optional_text, seconds, whole
from compaction_core.session import Flag, Message, Part, Reasoning, Text, ToolCall, ToolResult, Usage

_CALLS = ("toolCall", "toolUse", "tool_use")
_RESULTS = ("toolResult", "tool_result", "tool")
_FAILED = ("error", "aborted")


def message_of(entry: dict[str, Any], line: int, model: str | None, ids: CallIds) -> Message | None:
    """The message of an entry, None if it adds nothing to the context; ``model`` is the one chosen last."""
    kind, value = entry.get("type"), entry.get("message")
    if kind == "message" and isinstance(value, dict):
        made = _spoken(value, model, ids)
    elif kind == "custom_message":
        made = _injected(entry)
    elif kind == "branch_summary" and optional_text(entry.get("summary")):
        made = _injected({"content": entry["summary"]})
    else:
        return None
    if made is None:
        return None
    moment = seconds(entry.get("timestamp"))
    if moment is None and isinstance(value, dict):
        moment = seconds(value.get("timestamp"))
    return replace(made, id=optional_text(entry.get("id")), timestamp=moment, line=line)


def summary_of(entry: dict[str, Any], line: int) -> Message:
    """The summary that a compaction entry puts at the start of the context."""
    text = optional_text(entry.get("summary")) or ""
    return Message(
        role="user",
        parts=(Text(text=text),),
        id=optional_text(entry.get("id")),
        timestamp=seconds(entry.get("timestamp")),
        summary=text,
        line=line,
    )


def _spoken(value: dict[str, Any], model: str | None, ids: CallIds) -> Message | None:
    role = value.get("role")
    if role == "assistant":
        return _answer(value, model, ids)
    if role in _RESULTS:
        return Message(role="tool", parts=_result(value, ids))
    if role == "user":
        return Message(role="user", parts=_parts(value.get("content"), ids))
    if role == "system":
        return Message(role="system", parts=_parts(value.get("content"), ids))
    if role == "bashExecution":
        return _shell(value)
    if role in ("branchSummary", "compactionSummary"):
        text = optional_text(value.get("summary")) or ""
        made = _injected({"content": text})
        return replace(made, summary=text, flags=()) if role == "compactionSummary" else made
    return _injected(value)  # custom, hookMessage, and whatever an extension adds


def _answer(value: dict[str, Any], model: str | None, ids: CallIds) -> Message:
    reason = optional_text(value.get("stopReason"))
    parts = _parts(value.get("content"), ids)
    flags: tuple[Flag, ...] = ("error",) if reason in _FAILED else ()
    return Message(
        role="assistant",
        parts=parts,
        model=optional_text(value.get("model")) or model,
        usage=usage_of(value.get("usage")),
        stop_reason=reason,
        flags=flags,
    )


def _injected(value: dict[str, Any]) -> Message:
    """What an extension or the program itself puts into the user's role."""
    parts = tuple(_part(block) for block in block_list(value.get("content")))
    name = optional_text(value.get("customType"))
    return Message(role="user", parts=parts, name=name, flags=("meta",))


def _shell(value: dict[str, Any]) -> Message | None:
    """A command the user ran, with its output; pi sends both as one text, unless it was run apart (``!!``)."""
    if value.get("excludeFromContext") is True:
        return None
    command, output = optional_text(value.get("command")) or "", optional_text(value.get("output")) or ""
    return Message(role="user", parts=(Text(text=f"$ {command}\n{output}"),), flags=("meta",))


def _result(value: dict[str, Any], ids: CallIds) -> tuple[Part, ...]:
    parts = [_part(block) for block in block_list(value.get("content"))]
    text = "\n".join(part.text for part in parts if isinstance(part, Text))
    name = optional_text(value.get("toolName")) or ""
    identity = ids.of_result(value.get("toolCallId") or value.get("toolUseId"), name)
    result = ToolResult(call_id=identity, text=text, is_error=value.get("isError") is True)
    return (result, *(part for part in parts if not isinstance(part, Text)))


def _parts(content: Any, ids: CallIds) -> tuple[Part, ...]:
    return tuple(_call(block, ids) or _part(block) for block in block_list(content))


def _call(block: Any, ids: CallIds) -> ToolCall | None:
    if not isinstance(block, dict) or block.get("type") not in _CALLS:
        return None
    name = optional_text(block.get("name")) or "unnamed"
    told = block.get("arguments", block.get("input"))
    return ToolCall(id=ids.of_call(block.get("id"), name), name=name, arguments=arguments(told))


def _part(block: Any) -> Part:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "thinking" and isinstance(block.get("thinking"), str):
        signature = optional_text(block.get("thinkingSignature")) or optional_text(block.get("signature"))
        return Reasoning(text=block["thinking"], signature=signature)
    if kind == "image" and isinstance(block.get("data"), str):
        return image_of_base64(block["data"], optional_text(block.get("mimeType")))
    return part_of(block)


def usage_of(value: Any) -> Usage | None:
    """pi's usage; ``input`` already excludes the cache. None where nothing was counted."""
    if not isinstance(value, dict):
        return None
    found = Usage(
        input=whole(value.get("input")),
        cache_read=whole(value.get("cacheRead")),
        cache_write=whole(value.get("cacheWrite")),
        output=whole(value.get("output")),
        reasoning=whole(value.get("reasoning")),
    )
    return found if found.total else None
