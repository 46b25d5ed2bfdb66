"""How the sliding window shortens a tool result after an overflow.

Source: strands-agents 1.62.0, sliding_window_conversation_manager.py. A text keeps its first and last 200 characters
(code points); one that was shortened before is left alone. Images beside a result become a note.
"""

from dataclasses import replace

from compaction_core.session import Image, Message, Part, Text

KEPT = 200
"""Characters on each side."""
MARK = "... [truncated:"
"""What tells a text that was shortened before; it stands in Strands' transcripts too."""


def shortened(message: Message) -> Message | None:
    """A tool message with less in it; None where nothing of it is long.

    >>> shortened(Message(role="tool", parts=(Text(text="x" * 400),))) is None
    True
    """
    parts = tuple(map(_part, message.parts))
    return None if parts == message.parts else replace(message, parts=parts)


def cut(text: str) -> str:
    """A text of more than 400 characters with its middle left out.

    >>> cut("a" * 201 + "b" * 200)[195:-195]
    'aaaaa ... [truncated: 1 characters in the middle are left out] ... bbbbb'
    """
    left_out = len(text) - 2 * KEPT
    if MARK in text or left_out <= 0:
        return text
    return f"{text[:KEPT]} {MARK} {left_out} characters in the middle are left out] ... {text[-KEPT:]}"


def _part(part: Part) -> Part:
    if isinstance(part, Image):
        return Text(text=f"[an image stood here: {part.media_type or 'of unknown type'}]")
    if part.kind == "tool_result" or part.kind == "text":
        text = cut(part.text)
        return part if text == part.text else replace(part, text=text)
    return part
