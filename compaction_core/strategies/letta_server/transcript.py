"""What the server's separate summarizer reads: one line a message between two tags, and two ways to make it smaller.

Source: summarizer.py:346-460 (0.16.8). Nothing is cut at first. Reasoning is not shown; call arguments stand as the
model wrote them; an earlier summary stands with its whole wrapper; system messages and empty lines vanish. The labels
are the release's: on Python 3.11 and later it prints the names of enum members for users and for tool results that
carry their tool's name.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from compaction_core.session import Message
from compaction_core.strategies.letta_server.listed import kind_of
from compaction_core.summarizers.base import Line

SHARE_KEPT = 0.3
PREFIX = "<transcript_start>\n"
SUFFIX = "\n<transcript_end>\nWrite its summary next."


def lines(messages: Iterable[tuple[int, Message]]) -> tuple[Line, ...]:
    """The transcript lines of numbered messages, nothing cut."""
    rendered = (line(index, message) for index, message in messages)
    return tuple(each for each in rendered if each is not None)


def line(index: int, message: Message) -> Line | None:
    """One message as a line; None where nothing of it is shown."""
    kind = kind_of(message)
    if kind == "system":
        return None
    text, images = _content(message)
    calls = ", ".join(f"{call.name}({call.arguments})" for call in message.calls)
    if calls:
        text = f"{text} -> {calls}" if text else f"-> {calls}"
    if not text:
        return None
    return Line(index=index, role=kind, text=f"[{_label(message, kind)}] {text}", omitted_images=images)


def transcript(rendered: Iterable[Line]) -> str:
    """The whole text of the user message."""
    return PREFIX + "\n".join(each.text for each in rendered) + SUFFIX


def limited(each: Line, limit: int) -> Line:
    """A tool result cut to ``limit`` characters; other lines as they are."""
    label, _, text = each.text.partition("] ")
    dropped = len(text) - limit
    if each.role != "tool" or dropped <= 0:
        return each
    cut = f"{label}] {text[:limit]}... [{dropped} more characters]"
    return each.model_copy(update={"text": cut, "dropped_chars": dropped})


class MiddleCut(NamedTuple):
    """Characters that stay in front and behind, and how many the note says were dropped."""

    head: int
    tail: int
    dropped: int
    tail_start: int
    """The part behind starts here; where the note needs room it loses its end, the last words of the text."""


def middle_cut(chars: int, size: int, budget: int, note_chars: Callable[[int], int]) -> MiddleCut | None:
    """How to bring a text of so many characters and UTF-8 bytes under a budget of bytes; None where nothing is cut.

    The budget becomes characters by the text's mean bytes a character; 30% of them stay in front and 30% behind.
    ``note_chars(dropped)`` is the length of the note between them.
    """
    if budget <= 0 or size <= budget:
        return None
    room = max(1, int(budget / (size / chars)))
    head = tail = int(room * SHARE_KEPT)
    dropped = chars - head - tail
    over = max(0, note_chars(dropped) - (room - head - tail))
    return MiddleCut(head, max(0, tail - over), dropped, chars - tail)


def note(dropped: int) -> str:
    """What stands in place of the middle."""
    return f"\n[{dropped} characters in the middle left out to fit the context]\n"


def shortened(text: str, budget: int) -> str:
    """The text with its middle cut to a budget of UTF-8 bytes."""
    cut = middle_cut(len(text), len(text.encode("utf-8", "surrogatepass")), budget, lambda n: len(note(n)))
    if cut is None:
        return text
    return text[: cut.head] + note(cut.dropped) + text[cut.tail_start : cut.tail_start + cut.tail]


def _content(message: Message) -> tuple[str, int]:
    """Text with blank lines between its parts, images as a count in its place or behind it."""
    texts, images = list[str](), 0
    for part in message.parts:
        if part.kind == "image":
            images += 1
        elif part.kind == "text" or part.kind == "tool_result" or part.kind == "file":
            texts.append(part.text or "")
    text = "\n\n".join(texts)
    if not images:
        return text, 0
    left_out = "[1 image left out]" if images == 1 else f"[{images} images left out]"
    return (f"{text} {left_out}" if text else left_out), images


def _label(message: Message, kind: str) -> str:
    if kind == "user" and message.summary is None:
        return "MessageRole.user"
    if kind == "tool" and message.name:
        return "MessageRole.tool"
    return "assistant" if kind == "approval" else kind
