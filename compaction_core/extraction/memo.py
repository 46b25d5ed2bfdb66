"""What was read before: one note a message, found again by the message's content.

A memo holds pieces of transcripts, so it belongs to the one person whose transcripts they are: whoever asks for
summaries makes one, passes it in, and drops it with the session. The library keeps none.
"""

import weakref
from collections.abc import Iterable
from hashlib import blake2b
from threading import Lock

from compaction_core.extraction.identifiers import Runs
from compaction_core.extraction.notes import Note, take
from compaction_core.session import File, Message, Text, ToolCall, ToolResult

LIMIT = 60_000_000
"""Characters kept (``Note.size``); the notes used longest ago go first. A 20,000-message session is 30 million."""
MOST_KNOWN = 200_000


class Memo:
    """The notes of the messages summarized so far; equal messages share one. Safe to use from several threads."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._lock = Lock()
        self._notes: dict[bytes, Note] = {}
        self._size = 0
        self._runs: Runs = {}
        # A message that is the same object need not be hashed again; weak, so that nothing is kept alive by it.
        self._known: dict[int, tuple[weakref.ref[Message], bytes]] = {}

    def __len__(self) -> int:
        return len(self._notes)

    @property
    def size(self) -> int:
        """Characters kept."""
        return self._size

    def notes(self, messages: Iterable[Message]) -> list[Note]:
        """The note of each message, read now or remembered."""
        with self._lock:
            return list(map(self._note, messages))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._notes.clear()
            self._known.clear()
            self._runs.clear()
            self._size = 0

    def _note(self, message: Message) -> Note:
        known = self._known.get(id(message))
        if known is not None and known[0]() is message:
            key = known[1]
        else:
            key = digest(message)
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[id(message)] = weakref.ref(message), key
        note = self._notes.pop(key, None)  # back to the end of the order: the first is the one used longest ago
        if note is None:
            note = take(message, self._runs)
            self._size += note.size
            self._make_room()
        self._notes[key] = note
        return note

    def _make_room(self) -> None:
        while self._size > self._limit and self._notes:
            self._size -= self._notes.pop(next(iter(self._notes))).size


def digest(message: Message) -> bytes:
    """16 bytes of all that a note depends on; each piece stands behind its length, so that no two contents meet."""
    pieces: list[str] = [message.role, *message.flags]
    for part in message.parts:
        if isinstance(part, Text):
            pieces += ("text", part.text)
        elif isinstance(part, ToolResult):
            pieces += ("result", part.call_id, part.text, "error" if part.is_error else "")
        elif isinstance(part, ToolCall):
            pieces += ("call", part.id, part.name, part.arguments)
        elif isinstance(part, File):
            pieces += ("file", part.text or "")
    lengths = ",".join([str(len(piece)) for piece in pieces])
    # Lone surrogates may stand in a transcript.
    return blake2b("".join([lengths, "\n", *pieces]).encode("utf-8", "surrogatepass"), digest_size=16).digest()
