"""What one speaker says in a chat saved as Markdown, as messages: text, thinking, calls and their results."""

import html
import re
from collections.abc import Iterator

from compaction_core.importers.cursor_specstory_md.lines import Block
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.values import seconds
from compaction_core.session import Message, Part, Reasoning, Text, ToolCall, ToolResult

_TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?Z?")
_NAME = re.compile(r'data-tool-name="([^"]{0,200})"')
_FENCE = "```"
_TAGS = re.compile(r"</?(?:tool-use|details|summary|think)\b[^>]{0,500}>|<summary>.{0,500}?</summary>")


def messages_of_block(block: Block, ids: CallIds) -> Iterator[Message]:
    """The messages of one block: an assistant message ends with each call, its result follows."""
    moment, model = _about(block.about)
    role = "user" if block.typed else "assistant"
    parts: list[Part] = []
    for part, result in _parts(block, ids):
        parts.append(part)
        if isinstance(part, ToolCall):
            yield _message(role, parts, moment, model, block.line)
            parts = []
            if result is not None:
                yield Message(role="tool", parts=(result,), timestamp=moment, line=block.line)
    if parts:
        yield _message(role, parts, moment, model, block.line)


def _message(role: str, parts: list[Part], moment: float | None, model: str | None, line: int) -> Message:
    if role == "user" and not any(isinstance(part, ToolCall) for part in parts):
        return Message(role="user", parts=tuple(parts), timestamp=moment, line=line)
    return Message(role="assistant", parts=tuple(parts), timestamp=moment, model=model, line=line)


def _about(text: str) -> tuple[float | None, str | None]:
    """Time and model of a mark: ``(name 2026-01-31 12:00:00Z)`` or ``(model name, mode Agent)``."""
    time = _TIME.search(text)
    model = _TIME.sub("", text).partition(",")[0].strip().removeprefix("model ").strip()
    return (seconds(time[0]) if time else None), model or None


def _parts(block: Block, ids: CallIds) -> Iterator[tuple[Part, ToolResult | None]]:
    """Text between blocks, and the blocks: thinking, or a call with the result that the file shows."""
    lines = block.lines
    at, start = 0, 0
    while at < len(lines):
        end = block.closed.get(at)
        if end is None or end < at or end >= len(lines):
            at += 1
            continue
        yield from _text(lines[start:at])
        if lines[at].startswith("<think"):
            yield Reasoning(text=_without_tags(lines[at : end + 1])), None
        else:
            yield _tool(lines[at : end + 1], ids)
        at = start = end + 1
    yield from _text(lines[start:])


def _text(lines: tuple[str, ...]) -> Iterator[tuple[Part, None]]:
    """Text without the rule and the blank lines that part it from what follows."""
    kept = list(lines)
    while kept and not kept[-1].strip():
        kept.pop()
    if kept and kept[-1].strip() == "---":
        kept.pop()
    text = "\n".join(kept).strip("\n").rstrip()
    if text.strip():
        yield Text(text=text), None


def _tool(lines: tuple[str, ...], ids: CallIds) -> tuple[ToolCall, ToolResult | None]:
    """A tool block: what stands in front of its text fence is the call, the fence is the result."""
    found = _NAME.search(lines[0])
    name = html.unescape(found[1]) if found and found[1] else "unnamed"
    fence = next((n for n, line in enumerate(lines) if line.rstrip() in ("```text", "```")), len(lines))
    last = next((n for n in range(len(lines) - 1, fence, -1) if lines[n].rstrip() == _FENCE), None)
    call = ids.of_call(None, name)
    arguments = _without_tags(lines if last is None else lines[:fence])
    result = None
    if last is not None:
        result = ToolResult(call_id=call, text="\n".join(lines[fence + 1 : last]))
    return ToolCall(id=call, name=name, arguments=arguments or "{}"), result


def _without_tags(lines: tuple[str, ...]) -> str:
    """The words of a block without the tags around them."""
    kept = [_TAGS.sub("", line) for line in lines if not line.startswith("<summary>")]
    kept = [line.removeprefix("Thought Process") if n == 0 else line for n, line in enumerate(kept)]
    return html.unescape("\n".join(kept).strip())
