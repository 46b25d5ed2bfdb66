"""What OpenHands' summarizer reads of an event: at most its first 500 characters, and no arguments of a call.

Source: openhands-sdk 1.58.2, ``event/`` (``__str__`` of the events), ``utils/truncate.py``. The labels are our own; the
lengths are the release's: a message or a summary over 500 characters is 497 of them and three dots, a thought or a
result 500 and three dots. After a failed hard reset each text is cut in its middle as well.
"""

from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.session import Message
from compaction_core.strategies.openhands.events import Event

PREVIEW = 500
DOTS = "..."
CLIPPED = "[The rest of this text is left out, because the whole was longer than may be shown.]"


class Preview(NamedTuple):
    """A text and the characters that are left out of it."""

    text: str
    dropped: int


def preview(event: Event, message: Message) -> Preview:
    """One event as the summarizer reads it, before any middle is cut."""
    said = _said(message)
    if event.type == "action":
        call = message.calls[event.call or 0]
        thought = _first(said if not event.call else "", PREVIEW)
        return Preview(f"action (agent)\n  thought: {thought.text}\n  tool: {call.name}", thought.dropped)
    if event.type == "observation":
        shown = _first(said, PREVIEW)
        return Preview(f"observation (environment)\n  result: {shown.text}", shown.dropped)
    shown = _first(said or "[no text]", PREVIEW - len(DOTS) if len(said) > PREVIEW else PREVIEW)
    kind, source = ("summary", "environment") if event.type == "summary" else ("message", message.role)
    role = "user" if event.type == "summary" else message.role
    return Preview(f"{kind} ({source})\n  {role}: {shown.text}", shown.dropped)


def middle_cut(text: str, limit: int | None) -> str:
    """The text with its middle left out so that it has ``limit`` characters, our note among them.

    >>> len(middle_cut("x" * 1_000, 400)), middle_cut("short", 400), len(middle_cut("x" * 1_000, 10))
    (400, 'short', 10)
    """
    if not limit or len(text) <= limit:
        return text
    if len(CLIPPED) >= limit:
        return CLIPPED[:limit]
    room = limit - len(CLIPPED)
    head, tail = room - room // 2, room // 2
    return text[:head] + CLIPPED + (text[-tail:] if tail else "")


def caps(texts: Sequence[str], attempts: int, scaling: float) -> int | None:
    """Characters of an event that the last of so many requests of a hard reset shows; None for the first.

    >>> caps(("x" * 1_000,), 1, 0.8), caps(("x" * 1_000,), 3, 0.8)
    (None, 640)
    """
    limit: int | None = None
    for _ in range(attempts - 1):
        limit = int((max(map(len, texts)) if limit is None else limit) * scaling)
    return limit


def _first(text: str, limit: int) -> Preview:
    if len(text) <= limit:
        return Preview(text, 0)
    return Preview(text[:limit] + DOTS, len(text) - limit)


def _said(message: Message) -> str:
    """The text of a message; of an earlier summary what is stored."""
    if message.summary is not None:
        return message.summary
    # By kind and not by class: pydantic's instance check is ten times as slow.
    texts = [
        p.text for p in message.parts if (p.kind == "text" or p.kind == "tool_result" or p.kind == "file") and p.text
    ]
    images = sum(part.kind == "image" for part in message.parts)
    return " ".join([*texts, *([f"[{images} images]"] if images else [])])
