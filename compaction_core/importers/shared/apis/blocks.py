"""Anthropic content blocks (Messages API, Claude Code) as parts, and a message's blocks as messages."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from compaction_core.importers.shared.apis.call_ids import is_result
from compaction_core.importers.shared.apis.images import image_of_source
from compaction_core.importers.shared.values import arguments, json_text, optional_text, whole
from compaction_core.session import File, Opaque, Part, Reasoning, Role, Text, ToolCall, ToolResult, Usage


class Piece(NamedTuple):
    """What becomes one message; ``summary`` is set on the text of a native ``compaction`` block."""

    role: Role
    parts: tuple[Part, ...]
    summary: str | None = None


def block_list(content: Any) -> list[Any]:
    """A message's content as a list of blocks, whatever it was."""
    if isinstance(content, list):
        return content
    return [] if content is None else [content]


def part_of(block: Any) -> Part:
    """One block as a part; what is not known is kept as Opaque with its JSON."""
    if isinstance(block, str):
        return Text(text=block)
    kind = block.get("type") if isinstance(block, dict) else None
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    return (reader(block) if reader else None) or opaque(block)


def opaque(block: Any, kind: str | None = None) -> Opaque:
    """A block kept as its JSON."""
    named = kind or (block.get("type") if isinstance(block, dict) else None)
    return Opaque(type=named if isinstance(named, str) else "untyped", raw=json_text(block))


def result_parts(block: dict[str, Any]) -> tuple[Part, ...]:
    """A result block as one ToolResult and, beside it, the images and unknown blocks it holds."""
    content = block.get("content")
    if content is None and isinstance(block.get("text"), str):
        content = block["text"]
    texts, others = result_text(content)
    failed = block.get("is_error") is True or (isinstance(content, dict) and "error_code" in content)
    result = ToolResult(call_id=block.get("tool_use_id") or "", text="\n".join(texts), is_error=failed)
    return (result, *others)


def result_text(content: Any) -> tuple[list[str], list[Part]]:
    """The readable texts of a result and the parts that are none."""
    if content is None:
        return [], []
    if isinstance(content, str):
        return [content], []
    if isinstance(content, dict) and "type" in content:
        return [_provider_result(content)], []
    if not isinstance(content, list):
        return [json_text(content)], []
    texts: list[str] = []
    others: list[Part] = []
    for item in content:
        if isinstance(item, dict) and item.get("type") in ("web_search_result", "web_fetch_result"):
            texts.append(_provider_result(item))
            continue
        part = part_of(item)
        if isinstance(part, Text):
            texts.append(part.text)
        else:
            others.append(part)
    return texts, others


def _provider_result(content: dict[str, Any]) -> str:
    """What a provider's own tool gave back, as text: its output, or its title and address, or its JSON."""
    lines = [content[key] for key in ("stdout", "stderr", "title", "url") if optional_text(content.get(key))]
    return "\n".join(str(line) for line in lines) or json_text(content)


def user_pieces(blocks: list[Any], role: Role = "user") -> Iterator[Piece]:
    """A user message: one tool message for each result first, then the rest of it."""
    rest: list[Part] = []
    for block in blocks:
        if is_result(block):
            yield Piece("tool", result_parts(block))
        else:
            rest.append(part_of(block))
    if rest:
        yield Piece(role, tuple(rest))


def assistant_pieces(blocks: list[Any]) -> Iterator[Piece]:
    """An assistant message, cut where a provider's tool answered or a native compaction stands."""
    parts: list[Part] = []
    for block in blocks:
        compacted = isinstance(block, dict) and block.get("type") == "compaction"
        summary = block.get("content") if compacted else None
        if not is_result(block) and not isinstance(summary, str):
            parts.append(part_of(block))
            continue
        if parts:
            yield Piece("assistant", tuple(parts))
            parts = []
        if isinstance(summary, str):
            yield Piece("assistant", (Text(text=summary),), summary)
        else:
            yield Piece("tool", result_parts(block))
    if parts:
        yield Piece("assistant", tuple(parts))


def usage_of(value: Any) -> Usage | None:
    """Anthropic usage; ``input_tokens`` already excludes the cache. None where nothing was counted."""
    if not isinstance(value, dict):
        return None
    details = value.get("output_tokens_details")
    found = Usage(
        input=whole(value.get("input_tokens")),
        cache_read=whole(value.get("cache_read_input_tokens")),
        cache_write=whole(value.get("cache_creation_input_tokens")),
        output=whole(value.get("output_tokens")),
        reasoning=whole(details.get("thinking_tokens")) if isinstance(details, dict) else 0,
    )
    return found if found.total else None


def _text(block: dict[str, Any]) -> Part | None:
    return Text(text=block["text"]) if isinstance(block.get("text"), str) else None


def _thinking(block: dict[str, Any]) -> Part | None:
    if not isinstance(block.get("thinking"), str):
        return None
    return Reasoning(text=block["thinking"], signature=optional_text(block.get("signature")))


def _call(block: dict[str, Any]) -> Part | None:
    identity, name = block.get("id"), block.get("name")
    if not isinstance(identity, str) or not isinstance(name, str):
        return None
    return ToolCall(id=identity, name=name, arguments=arguments(block.get("input")))


def _image(block: dict[str, Any]) -> Part | None:
    return image_of_source(block.get("source"))


def _document(block: dict[str, Any]) -> Part | None:
    source = block.get("source")
    if not isinstance(source, dict):
        return None
    name = optional_text(block.get("title")) or optional_text(source.get("url")) or "document"
    plain = source.get("type") in ("text", "content")
    text = _plain(source.get("data") if "data" in source else source.get("content")) if plain else None
    return File(name=name, media_type=optional_text(source.get("media_type")), text=text)


def _search_result(block: dict[str, Any]) -> Part | None:
    name = optional_text(block.get("title")) or optional_text(block.get("source")) or "search result"
    return File(name=name, media_type="text/plain", text=_plain(block.get("content")))


def _plain(content: Any) -> str | None:
    """The text of a document; what stands in it deeper than one level is no text of it."""
    texts = [item.get("text") if isinstance(item, dict) else item for item in block_list(content)]
    return "\n".join(text for text in texts if isinstance(text, str)) or None


_READERS: dict[str, Callable[[dict[str, Any]], Part | None]] = {
    "text": _text,
    "thinking": _thinking,
    "tool_use": _call,
    "server_tool_use": _call,
    "mcp_tool_use": _call,
    "image": _image,
    "document": _document,
    "search_result": _search_result,
}
