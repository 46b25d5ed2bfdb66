"""What pi's summarizer reads: the messages as labelled text in tags; only tool results are cut, to 2,000 characters.

Source: pi-coding-agent 0.73.1, compaction/utils.js. Thinking, text and calls of one answer stand in this order; images
are left out. Call arguments are written as name=value with compact JSON values.
"""

import json
from collections.abc import Iterator

from compaction_core.js import compact_json
from compaction_core.session import File, Image, Message, Reasoning, Text, ToolCall, ToolResult
from compaction_core.strategies.reading import shortened
from compaction_core.summarizers.base import Line

TOOL_LIMIT = 2_000
"""UTF-16 units of a tool result that are read."""
BETWEEN = "\n\n"
FRAME = ("<conversation>\n", "\n</conversation>")


def line(index: int, message: Message) -> Line | None:
    """One message; None where nothing of it can be read."""
    dropped = 0
    if message.role == "tool":
        whole = "\n".join(p.text for p in message.parts if isinstance(p, ToolResult | Text) and p.text)
        text, dropped = shortened(whole, TOOL_LIMIT)
        blocks = [f"[tool result] {text}"] if text else []
    elif message.role == "assistant":
        blocks = list(_answer(message))
    else:
        text = "".join(p.text or "" for p in message.parts if isinstance(p, Text | File))
        blocks = [f"[user] {text}"] if text else []
    if not blocks:
        return None
    images = sum(isinstance(part, Image) for part in message.parts)
    return Line(
        index=index, role=message.role, text=BETWEEN.join(blocks), dropped_chars=dropped, omitted_images=images
    )  # fmt: skip


def _answer(message: Message) -> Iterator[str]:
    thinking = "\n".join(p.text for p in message.parts if isinstance(p, Reasoning) and p.text)
    text = "\n".join(p.text for p in message.parts if isinstance(p, Text) and p.text)
    if thinking:
        yield f"[assistant, thinking] {thinking}"
    if text:
        yield f"[assistant] {text}"
    if message.calls:
        yield f"[assistant, calls] {'; '.join(map(_call, message.calls))}"


def _call(call: ToolCall) -> str:
    try:
        given = json.loads(call.arguments)
        if isinstance(given, dict):
            return f"{call.name}({', '.join(f'{name}={compact_json(value)}' for name, value in given.items())})"
    except (ValueError, RecursionError, OverflowError):
        pass
    return f"{call.name}({call.arguments})"
