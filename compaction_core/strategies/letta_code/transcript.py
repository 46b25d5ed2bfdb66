"""What Letta Code's summarizer reads: one line a message, tool results cut to 2,000 characters.

Source: compaction.ts:24, 155-173, 251-353 (0.30.29). Text and reasoning stand in order; call arguments are never
cut; images become a count; an earlier summary stands as a user line without its wrapper; empty lines vanish.
"""

from collections.abc import Iterable
from typing import NamedTuple

from compaction_core.js import recompacted, utf16_length, utf16_slice
from compaction_core.session import File, Image, Message, Reasoning, Text, ToolResult
from compaction_core.summarizers.base import Line

TOOL_LIMIT = 2000
SHARE_KEPT = 0.3
PREFIX = " \n"
SUFFIX = "\n \nNow write this summary."


def lines(messages: Iterable[tuple[int, Message]], tool_limit: int = TOOL_LIMIT) -> tuple[Line, ...]:
    """The transcript lines of numbered messages; ``tool_limit`` is in UTF-16 units."""
    rendered = (_line(index, message, tool_limit) for index, message in messages)
    return tuple(line for line in rendered if line is not None)


def transcript(rendered: Iterable[Line], max_chars: int = 0) -> str:
    """The whole text sent as the one user message, cut in the middle above ``max_chars`` (0: never)."""
    text = PREFIX + "\n".join(line.text for line in rendered) + SUFFIX
    cut = middle_cut(utf16_length(text), max_chars)
    if cut is None:
        return text
    head, tail = utf16_slice(text, 0, cut.head), utf16_slice(text, cut.total - cut.tail, cut.total)
    return f"{head}\n[{cut.dropped} characters in the middle left out]\n{tail}"


class MiddleCut(NamedTuple):
    """How many UTF-16 units of a too long text stay in front and behind, and how many go."""

    total: int
    head: int
    tail: int
    dropped: int


def middle_cut(total: int, max_chars: int) -> MiddleCut | None:
    """Keep 30% of the budget in front and 30% behind; the rest of the budget is not used."""
    if not max_chars or total <= max_chars:
        return None
    share = int(max_chars * SHARE_KEPT)
    return MiddleCut(total, share, share, total - 2 * share)


def _line(index: int, message: Message, tool_limit: int) -> Line | None:
    if message.summary is not None:
        return _labelled(index, "user", message.summary)
    if message.role == "tool":
        return _tool(index, message, tool_limit)
    if message.role == "assistant":
        prose = "\n\n".join(p.text for p in message.parts if isinstance(p, Text | Reasoning) and p.text)
        calls = ", ".join(f"{call.name}({recompacted(call.arguments)})" for call in message.calls)
        return _labelled(index, "assistant", f"{prose} -> {calls}".lstrip() if calls else prose)
    if message.role == "user":
        texts = (p.text for p in message.parts if isinstance(p, Text | File) and p.text)
        return _labelled(index, "user", "\n\n".join(texts), _images(message))
    return None


def _tool(index: int, message: Message, limit: int) -> Line | None:
    text = "\n".join(p.text for p in message.parts if isinstance(p, ToolResult | Text) and p.text)
    dropped = max(0, utf16_length(text) - limit)
    if dropped:
        text = f"{utf16_slice(text, 0, limit)}... [{dropped} more characters]"
    return _labelled(index, "tool", text, _images(message), dropped)


def _labelled(index: int, role: str, text: str, images: int = 0, dropped: int = 0) -> Line | None:
    if images:
        note = "[1 image left out]" if images == 1 else f"[{images} images left out]"
        text = f"{text} {note}" if text else note
    if not text:
        return None
    return Line(index=index, role=role, text=f"[{role}] {text}", dropped_chars=dropped, omitted_images=images)


def _images(message: Message) -> int:
    return sum(isinstance(part, Image) for part in message.parts)
