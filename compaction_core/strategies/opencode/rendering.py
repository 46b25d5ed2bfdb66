"""Entries as labelled text: what the summarizer reads, and what the second core counts and keeps.

Source: opencode 1.18.34. Generations A to C send the messages themselves; they are shown here as the same text, whole
in A and B, with tool outputs cut and a note of what is missing in C. Media are named, not sent. The labels are as long
as the release's, because the second core counts them.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from compaction_core.js import recompacted, utf16_length, utf16_slice
from compaction_core.session import File, Image, Message, Part
from compaction_core.strategies.opencode.entries import Entry
from compaction_core.summarizers.base import Line

CUT = "\n[truncated]"


class Reading(NamedTuple):
    """How tool outputs are read."""

    limit: int | None = 2_000
    """The longest one, in UTF-16 units; None: whole."""
    counted: bool = False
    """Whether the note of a cut says how many are left out."""
    blanked: Mapping[int, str] = {}
    """What stands in place of cleared ones, by message."""


def entry_text(entry: Entry, messages: Sequence[Message], how: Reading) -> str:
    """A whole entry, each call with its result behind it; a compaction as what the assistant said."""
    index = entry.indexes[0]
    head = messages[index]
    if head.summary is not None:
        return _said(head)
    answers = {output.call: output.message for output in entry.outputs}
    who, call, lines = _who(head), 0, []
    for part in head.parts:
        lines.append(_part(part, who))
        if part.kind == "tool_call":
            if call in answers:
                lines.append(_output(messages[answers[call]], answers[call], how)[0])
            call += 1
    return "\n".join(filter(None, lines))


def line(index: int, message: Message, how: Reading) -> Line | None:
    """One message as labelled lines; None where there is nothing to read."""
    dropped = images = 0
    if message.summary is not None:
        text = _said(message)
    elif message.role == "tool":
        text, dropped = _output(message, index, how)
    else:
        text = "\n".join(filter(None, (_part(part, _who(message)) for part in message.parts)))
    if not text:
        return None
    if index not in how.blanked and message.summary is None:
        images = sum(part.kind == "image" for part in message.parts)
    role = "assistant" if message.summary is not None else message.role
    return Line(index=index, role=role, text=text, dropped_chars=dropped, omitted_images=images)


def label(part: Image | File) -> str:
    """What stands in place of a picture or a file.

    >>> label(Image(source="data:image/png;base64,AA==", media_type="image/png"))
    '[image/png left out: file]'
    """
    kind = part.media_type or ("image" if part.kind == "image" else "file")
    return f"[{kind} left out: {part.name if part.kind == 'file' else 'file'}]"


def cut(text: str, how: Reading) -> tuple[str, int]:
    """A tool output and how many UTF-16 units of it are gone."""
    dropped = 0 if how.limit is None else max(0, utf16_length(text) - how.limit)
    if not dropped or how.limit is None:
        return text, 0
    note = f"\n[{dropped} more characters left out]" if how.counted else CUT
    return utf16_slice(text, 0, how.limit) + note, dropped


def _who(message: Message) -> str:
    return "User" if message.role == "user" else "Assistant"


def _said(message: Message) -> str:
    return f"[Assistant]: {message.summary}" if message.summary else ""


def _part(part: Part, who: str) -> str:
    match part.kind:
        case "reasoning":
            return f"[{who} reasoning]: {part.text}" if part.text else ""
        case "tool_call":
            return f"[{who} tool call]: {part.name}({recompacted(part.arguments)})"
        case "image":
            return label(part)
        case "file" if part.text is None:
            return label(part)
        case "text" | "file" | "tool_result":
            return f"[{who}]: {part.text}" if part.text else ""
        case _:
            return ""


def _output(message: Message, index: int, how: Reading) -> tuple[str, int]:
    """A tool's output with its label, and what was cut from it."""
    result = message.result
    failed = result is not None and result.is_error
    media = [] if index in how.blanked else [label(part) for part in message.parts if part.kind == "image"]
    text = how.blanked.get(index, message.text)
    shown, dropped = cut("\n".join([*([text] if text else []), *media]), how)
    return f"[Tool {'error' if failed else 'result'}]: {shown}", dropped
