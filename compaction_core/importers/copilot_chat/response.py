"""What VS Code shows of an answer (``response``), and what tools gave back, as parts."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from compaction_core.importers.shared.apis.blocks import opaque
from compaction_core.importers.shared.apis.images import image_of_address, image_of_base64
from compaction_core.importers.shared.values import arguments, json_text, optional_text
from compaction_core.session import Part, Reasoning, Text, ToolCall, ToolResult

_TEXT_NODE = 2  # of @vscode/prompt-tsx: 1 a piece with children, 2 text
_INTERFACE = frozenset(
    {
        "codeblockUri",
        "command",
        "confirmation",
        "elicitation",
        "elicitationSerialized",
        "mcpServersStarting",
        "prepareToolInvocation",
        "progressMessage",
        "progressTask",
        "progressTaskSerialized",
        "questionCarousel",
        "undoStop",
        "warning",
        "workspaceEdit",
    }
)


def shown(response: Any, left_out: Counter[str]) -> Iterator[tuple[Part, tuple[Part, ...]]]:
    """The parts of an answer whose rounds were not kept, each with the result it has if it is a call.

    Parts that are interface only are counted in ``left_out``.
    """
    for at, item in enumerate(response if isinstance(response, list) else ()):
        kind = item.get("kind") if isinstance(item, dict) else None
        if isinstance(item, str):
            yield Text(text=item), ()
        elif kind is None or kind in ("markdownContent", "markdownVuln"):
            text = _words(item.get("content") if kind else item)
            if text:
                yield Text(text=text), ()
        elif kind == "thinking":
            text = _joined(item.get("value"))
            if text.strip():
                yield Reasoning(text=text), ()
        elif kind == "inlineReference":
            yield Text(text=_reference(item)), ()
        elif kind in ("toolInvocationSerialized", "toolInvocation"):
            if item.get("presentation") != "hidden":
                yield _invocation(item, at)
        elif isinstance(kind, str) and kind in _INTERFACE:
            left_out[kind] += 1
        else:
            yield opaque(item, kind if isinstance(kind, str) else None), ()


def _words(value: Any) -> str:
    """Markdown, as a string or in an object."""
    found = value.get("value") if isinstance(value, dict) else value
    return found if isinstance(found, str) else ""


def _joined(value: Any) -> str:
    return "".join(item for item in value if isinstance(item, str)) if isinstance(value, list) else _words(value)


def _reference(item: dict[str, Any]) -> str:
    target = item.get("inlineReference")
    inner = target if isinstance(target, dict) else {}
    place = inner.get("location") or inner.get("uri") or inner
    path = place.get("path") if isinstance(place, dict) else None
    name = optional_text(item.get("name")) or optional_text(inner.get("name"))
    return name or (path.rpartition("/")[2] if isinstance(path, str) else "") or "reference"


def _invocation(item: dict[str, Any], at: int) -> tuple[Part, tuple[Part, ...]]:
    """A call as the interface kept it: its input and output only where it shows them."""
    details, special = item.get("resultDetails"), item.get("toolSpecificData")
    inner = special if isinstance(special, dict) else {}
    told = inner.get("rawInput")
    if told is None and isinstance(details, dict):
        told = details.get("input")
    if told is None and isinstance(inner.get("commandLine"), dict):
        told = {"command": inner["commandLine"].get("toolEdited") or inner["commandLine"].get("original")}
    if told is None:
        told = {"shown": _words(item.get("pastTenseMessage")) or _words(item.get("invocationMessage"))}
    identity = optional_text(item.get("toolCallId")) or f"shown-{at}"
    call = ToolCall(id=identity, name=optional_text(item.get("toolId")) or "unnamed", arguments=arguments(told))
    text = _output(details, inner)
    if text is None:
        return call, ()
    failed = isinstance(details, dict) and details.get("isError") is True
    return call, (ToolResult(call_id=identity, text=text, is_error=failed),)


def _output(details: Any, special: dict[str, Any]) -> str | None:
    terminal = special.get("terminalCommandOutput")
    if isinstance(terminal, dict) and isinstance(terminal.get("text"), str):
        return str(terminal["text"])
    if isinstance(details, dict):
        output = details.get("output")
        items = output if isinstance(output, list) else [output]
        texts = [_words(piece) for piece in items]
        return "\n".join(text for text in texts if text) or (json_text(output) if output else None)
    if isinstance(details, list) and details:
        paths = [piece.get("external") or piece.get("path") for piece in details if isinstance(piece, dict)]
        return "\n".join(path for path in paths if isinstance(path, str)) or None
    return None


def result_parts(value: Any, call: str) -> tuple[Part, ...]:
    """What a tool gave back (``toolCallResults``): texts, prompt trees, images."""
    content = value.get("content") if isinstance(value, dict) else value
    texts: list[str] = []
    others: list[Part] = []
    for item in content if isinstance(content, list) else [content]:
        inner = item.get("value") if isinstance(item, dict) else item
        node = inner.get("node") if isinstance(inner, dict) else None
        if isinstance(inner, str):
            texts.append(inner)
        elif isinstance(node, dict):
            texts.append(_tree_text(node))
        elif isinstance(item, dict) and isinstance(item.get("mimeType"), str):
            others.append(_data(item))
        elif item is not None:
            others.append(opaque(item))
    failed = isinstance(value, dict) and bool(value.get("hasError") or value.get("toolResultError"))
    return (ToolResult(call_id=call, text="\n".join(texts), is_error=failed), *others)


def _data(item: dict[str, Any]) -> Part:
    data = item.get("data")
    data = data.get("$base64") if isinstance(data, dict) else data
    if isinstance(data, str) and item["mimeType"].startswith("image/"):
        return image_of_address(data) if data.startswith("data:") else image_of_base64(data, item["mimeType"])
    return opaque(item, "data")


def _tree_text(root: dict[str, Any]) -> str:
    """The text of a prompt tree, depth first, without recursion."""
    written: list[str] = []
    pending: list[Any] = [root]
    while pending:
        node = pending.pop()
        if not isinstance(node, dict):
            continue
        if node.get("type") == _TEXT_NODE and isinstance(node.get("text"), str):
            written.append("\n" + node["text"] if node.get("lineBreakBefore") and written else node["text"])
        children = node.get("children")
        pending.extend(reversed(children if isinstance(children, list) else []))
    return "".join(written)


def rendered(value: Any) -> str:
    """The text of a rendered prompt: its text parts, or the string that older versions kept."""
    if isinstance(value, str):
        return value
    parts = value if isinstance(value, list) else []
    return "\n".join(part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str))
