"""One bubble of a Cursor chat as parts: what a person typed, or a thought, an answer, a call with its result."""

from dataclasses import replace
from typing import Any, NamedTuple

from compaction_core.importers.shared.apis.blocks import opaque
from compaction_core.importers.shared.apis.images import image_of_address, image_of_base64
from compaction_core.importers.shared.files.sqlite_store import value_of
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.values import arguments, json_text, optional_text, whole
from compaction_core.session import File, Part, Reasoning, Text, ToolCall, ToolResult, Usage

_USER = (1, "1", "user")
_ENDED = ("completed", "complete", "error", "failed", "failure", "rejected")
_FAILED = ("error", "failed", "failure", "rejected")
_MOST_NODES = 100_000

Bubble = dict[str, Any]


class Summary(NamedTuple):
    """What a compaction left: its text, the last bubble it stands for, the first that was sent beside it."""

    text: str
    last: str | None
    first_sent: str | None


def is_user(bubble: Bubble) -> bool:
    """Whether a person wrote the bubble."""
    return bubble.get("type") in _USER


def typed(bubble: Bubble) -> list[Part]:
    """The text of a person's bubble, and the code and images attached to it."""
    text = _text(bubble)
    found: list[Part] = [Text(text=text)] if text else []
    for chunk in objects_in(bubble.get("attachedCodeChunks")):
        lines = [line for line in as_list(chunk.get("lines")) if isinstance(line, str)]
        path = optional_text(chunk.get("relativeWorkspacePath")) or _path(chunk.get("uri")) or "code"
        found.append(File(name=path, text="\n".join(lines) or None))
    found += [
        File(name=_path(selection.get("uri")) or "selection", text=selection["text"])
        for selection in objects_in(bubble.get("selections"))
        if optional_text(selection.get("text"))
    ]
    return found + [_image(image) for image in objects_in(bubble.get("images"))]


def answered(bubble: Bubble) -> list[Part]:
    """The thoughts and the text of an assistant's bubble."""
    thoughts = [bubble.get("thinking"), *as_list(bubble.get("allThinkingBlocks"))]
    told = list(dict.fromkeys(text for thought in thoughts if (text := _thought(thought))))
    text = _text(bubble)
    found: list[Part] = [Reasoning(text=thought) for thought in told]
    found += [Text(text=text)] if text else []
    loose = objects_in(bubble.get("toolResults"))
    return found + ([opaque(loose, "toolResults")] if loose and not bubble.get("toolFormerData") else [])


def call_of(bubble: Bubble) -> tuple[ToolCall, ToolResult | None] | None:
    """The call in a bubble, and its result when it ended; None where it holds none."""
    tool = as_object(bubble.get("toolFormerData"))
    name = optional_text(tool.get("name"))
    if name is None and optional_text(tool.get("toolCallId")) is None:
        return None
    identity = optional_text(tool.get("toolCallId")) or optional_text(bubble.get("bubbleId")) or "call"
    told = tool.get("rawArgs") if tool.get("rawArgs") not in (None, "", {}) else tool.get("params")
    call = ToolCall(id=identity, name=name or "unnamed", arguments=arguments(told))
    status = str(tool.get("status") or "").lower()
    failed = status in _FAILED or tool.get("error") not in (None, "", {})
    output = next((tool[key] for key in ("result", "error") if tool.get(key) not in (None, "", {})), None)
    if output is None and status not in _ENDED:
        return call, None
    shown = as_object(value_of(output) if isinstance(output, str) else output).get("modelVisibleErrorMessage")
    text = optional_text(shown) or (output if isinstance(output, str) else "" if output is None else json_text(output))
    return call, ToolResult(call_id=identity, text=text, is_error=failed)


def model_call_of(bubble: Bubble) -> str | None:
    """Which answer of the model a call belongs to: calls of one answer were made at once."""
    return optional_text(as_object(bubble.get("toolFormerData")).get("modelCallId"))


def model_of(info: Any) -> str | None:
    """A model's name; ``default`` is Cursor's own choice and names none."""
    name = optional_text(as_object(info).get("modelName"))
    return None if name == "default" else name


def usage_of(bubble: Bubble) -> Usage | None:
    """The tokens of a bubble, where Cursor kept any: later releases write zeros."""
    count = as_object(bubble.get("tokenCount"))
    found = Usage(input=whole(count.get("inputTokens")), output=whole(count.get("outputTokens")))
    return found if found.total else None


def error_of(bubble: Bubble) -> str | None:
    """What went wrong, in a bubble that holds nothing else."""
    error = as_object(bubble.get("errorDetails"))
    return optional_text(error.get("message")) or optional_text(error.get("title"))


def summary_of(value: Any) -> Summary | None:
    """A ``conversationSummary``: an object, its JSON, or the text alone."""
    inner = as_object(value_of(value)) if isinstance(value, str) else as_object(value)
    text = optional_text(inner.get("summary")) if inner else optional_text(value)
    last = optional_text(inner.get("truncationLastBubbleIdInclusive"))
    if text is None and last is None:
        return None
    return Summary(text or "", last, optional_text(inner.get("clientShouldStartSendingFromInclusiveBubbleId")))


def _text(bubble: Bubble) -> str:
    told = (bubble.get(key) for key in ("text", "rawText"))
    plain = next((text for text in told if optional_text(text)), None)
    if plain is not None:
        return str(plain)
    rich = next((bubble[key] for key in ("richText", "initText") if bubble.get(key)), None)
    return _rich_text(value_of(rich) if isinstance(rich, str) else rich)


def _rich_text(value: Any) -> str:
    """The words of an editor's tree, a line for each paragraph."""
    written: list[str] = []
    pending: list[Any] = [as_object(value).get("root")]
    for _ in range(_MOST_NODES):
        if not pending:
            break
        node = as_object(pending.pop())
        if node.get("type") == "paragraph" and written:
            written.append("\n")
        if isinstance(node.get("text"), str):
            written.append(node["text"])
        pending += reversed(objects_in(node.get("children")))
    return "".join(written)


def _thought(value: Any) -> str | None:
    if isinstance(value, str):
        return optional_text(value)
    inner = as_object(value)
    return optional_text(inner.get("text")) or optional_text(inner.get("thinking"))


def _path(uri: Any) -> str | None:
    inner = as_object(uri)
    told = uri if isinstance(uri, str) else inner.get("fsPath") or inner.get("path")
    return optional_text(told)


def _image(image: dict[str, Any]) -> Part:
    kind = optional_text(image.get("mimeType")) or optional_text(image.get("mime"))
    if isinstance(image.get("data"), str) and image["data"]:
        return image_of_base64(image["data"], kind)
    name = optional_text(image.get("path")) or optional_text(image.get("uuid")) or "image"
    made = image_of_address(name, kind)
    size = as_object(image.get("dimension"))
    width, height = whole(size.get("width")), whole(size.get("height"))
    return replace(made, width=width, height=height) if width and height else made
