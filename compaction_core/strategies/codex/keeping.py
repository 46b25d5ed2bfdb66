"""Which user messages Codex keeps, and how it shortens the one that does not fit.

Source: openai/codex compact.rs (0100b103), truncate.rs (b24d7f3c).
"""

from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.session import Message, Text

PREFIX = (
    "Another model worked on this task before you and left the note below. The tools are as that model left them: go "
    "on from its work, and do not do again what is done."
)
"""Our sentence in front of a summary; a message that starts with it is an earlier summary."""
SESSION_NOTES = ("<environment_context>", "<user_instructions>", "# AGENTS.md instructions")
"""How the user-role messages start that Codex itself puts in front of a session."""


class Selection(NamedTuple):
    """Positions in the list of candidates: those from ``first`` on stay whole, ``shortened`` to ``left`` tokens."""

    first: int
    shortened: int | None
    left: int


class Shortened(NamedTuple):
    """A text cut in the middle: what stays on both sides, and how many tokens are left out."""

    head: str
    tail: str
    removed_tokens: int

    @property
    def text(self) -> str:
        """Both sides with our note between them; the note is not counted."""
        return f"{self.head}[{self.removed_tokens:,} tokens left out]{self.tail}"


def is_session_note(message: Message) -> bool:
    """Whether a user-role message was put there by the program and not by the user."""
    return "meta" in message.flags or said(message).lstrip().startswith(SESSION_NOTES)


def is_candidate(message: Message) -> bool:
    """Whether the user wrote it: no session note, no earlier summary."""
    if message.role != "user" or message.summary is not None:
        return False
    return not is_session_note(message) and not said(message).startswith(PREFIX)


def said(message: Message) -> str:
    """The text of a user message: its text parts, with nothing between them."""
    return "".join(part.text for part in message.parts if isinstance(part, Text))


def select(tokens: Sequence[int], budget: int) -> Selection:
    """Keep the newest candidates while they fit; shorten the first that does not. ``tokens`` is oldest first.

    >>> select((50, 30, 20), 60), select((50, 30, 20), 50), select((50,), 0)
    (Selection(first=1, shortened=0, left=10), Selection(first=1, shortened=None, left=0), Selection(first=1, \
shortened=None, left=0))
    """
    first, left = len(tokens), budget
    while first > 0 and left > 0:
        if tokens[first - 1] > left:
            return Selection(first, first - 1, left)
        first -= 1
        left -= tokens[first]
    return Selection(first, None, left)


def shorten(text: str, tokens: int) -> Shortened | None:
    """The text with its middle left out, so that 4 × ``tokens`` bytes stay; None where it is not longer.

    Half of the bytes stay on each side, cut inwards to whole characters.

    >>> shorten("abcdefghij", 1)
    Shortened(head='ab', tail='ij', removed_tokens=2)
    """
    raw = text.encode("utf-8", "surrogatepass")
    room = 4 * tokens
    if len(raw) <= room:
        return None
    stop, start = room // 2, len(raw) - (room - room // 2)
    while stop > 0 and _inside(raw, stop):
        stop -= 1
    while start < len(raw) and _inside(raw, start):
        start += 1
    head, tail = raw[:stop].decode("utf-8", "surrogatepass"), raw[start:].decode("utf-8", "surrogatepass")
    return Shortened(head, tail, -(-(len(raw) - room) // 4))


def _inside(raw: bytes, index: int) -> bool:
    """Whether a character goes on at this byte."""
    return raw[index] & 0xC0 == 0x80
