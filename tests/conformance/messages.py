"""From a case's messages to our records."""

from typing import Any

from compaction_core.session import (
    Image,
    Message,
    Part,
    Reasoning,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Usage,
)


def session(case: dict[str, Any]) -> Session:
    """The case's conversation."""
    return Session(format="vectors", messages=tuple(map(message, case.get("messages", ()))))


def message(row: dict[str, Any]) -> Message:
    """One message of a case."""
    return Message(
        role=row["role"],
        parts=tuple(_parts(row)),
        timestamp=row.get("x_timestamp"),
        stop_reason=row.get("x_stop"),
        usage=_usage(row.get("x_usage")),
        summary=_summary(row),
    )


def _parts(row: dict[str, Any]) -> list[Part]:
    parts: list[Part] = []
    if row.get("reasoning_content"):
        parts.append(Reasoning(text=row["reasoning_content"]))
    text, images = _content(row)
    if row["role"] == "tool":
        parts.append(ToolResult(call_id=row.get("tool_call_id", ""), text="\n".join(text)))
    else:
        parts.extend(Text(text=piece) for piece in text)
    parts.extend(images)
    for call in row.get("tool_calls") or ():
        function = call["function"]
        parts.append(ToolCall(id=call["id"], name=function["name"], arguments=function["arguments"]))
    return parts


def _content(row: dict[str, Any]) -> tuple[list[str], list[Image]]:
    if "content_repeat" in row:
        repeat = row["content_repeat"]
        return [repeat["text"] * repeat["times"]], []
    content = row.get("content")
    if content is None:
        return [], []
    if isinstance(content, str):
        return [content], []
    images = [Image(source=block["image_url"]["url"]) for block in content if block["type"] == "image_url"]
    return [block["text"] for block in content if block["type"] == "text"], images


def _usage(row: dict[str, Any] | None) -> Usage | None:
    if row is None:
        return None
    if row.get("totalTokens"):
        return Usage(input=row["totalTokens"])
    return Usage(
        input=row.get("input", 0),
        output=row.get("output", 0),
        cache_read=row.get("cacheRead", 0),
        cache_write=row.get("cacheWrite", 0),
    )


def _summary(row: dict[str, Any]) -> str | None:
    if row.get("x_kind") == "summary":
        return "\n".join(_content(row)[0])
    compaction = (row.get("metadata") or {}).get("compaction")
    return None if compaction is None else str(compaction.get("summary", ""))
