"""The rows of one Hermes session, or of those that continue each other, as messages with their compactions.

Compacting writes the whole new list again: the first messages, the summary and the newest messages are copies of rows
that stand before them (``agent/conversation_compression.py`` of release 0.19.0). A copy is no message of its own; the
one it repeats was kept.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from compaction_core.importers.hermes.messages import key_of, messages_of, state_of, summary_of
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.left_out import branches
from compaction_core.importers.shared.recorded import Kept, note, prompts_before
from compaction_core.importers.shared.values import optional_text
from compaction_core.session import Message, RecordedCompaction, Text, Warning

_NOTE = "The context was compacted about here. The file does not hold the summary."
_HIDDEN = ("compacted", "rewound")
_MOST_HEAD = 12
"""Rows in front of a summary that may be copies; Hermes keeps the first three and the results that belong to them."""
_MOST_COMPARED = 1_000_000

Conversation = tuple[tuple[Message, ...], tuple[RecordedCompaction, ...], tuple[Warning, ...]]


class _Entry(NamedTuple):
    """A row of the context: what its copies have in common, its messages, whether it was compacted away later."""

    key: str
    start: int
    end: int
    hidden: bool


class _Reader:
    def __init__(self, rows: Sequence[dict[str, Any]], messages: list[Message]) -> None:
        self.rows = rows
        self.messages = messages
        self.compactions: list[RecordedCompaction] = []
        self._keys = [key_of(row) for row in rows]
        self._ids = CallIds()
        self._context: list[_Entry] = []
        self._kept = Kept()
        self._room = _MOST_COMPARED

    def take(self, at: int) -> int:
        """Add row ``at``; how many of the rows after it repeat earlier ones."""
        made = messages_of(self.rows[at], self._ids)
        if not made:
            return 0
        hidden = state_of(self.rows[at]) in _HIDDEN
        is_new = made[0].summary is not None and all(entry.key != self._keys[at] for entry in self._context)
        repeated = self._compact(at, hidden, made[0].timestamp) if is_new else 0
        entry = _Entry(self._keys[at], len(self.messages), len(self.messages) + len(made), hidden)
        self.messages += made
        self._context.insert(len(self._context) - repeated, entry)
        return repeated

    def lost(self) -> None:
        """A compaction whose summary is not in the file."""
        self._context = [entry for entry in self._context if not entry.hidden]
        self._mark(None)
        self.messages.append(note(_NOTE))

    def _compact(self, at: int, hidden: bool, moment: float | None) -> int:
        """Cut the context to what row ``at``, a summary, left of it; how many of that is written again after it."""
        head, tail = self._repeated_head(), self._repeated_tail(at)
        if head:
            del self.messages[self._context[-head].start :]
            del self._context[-head:]
            tail = self._repeated_tail(at)
        self._room -= len(self._context)
        first = len(self._context) - tail
        front = [e for i, e in enumerate(self._context[:first]) if i < head or not (hidden or e.hidden)]
        stayed = [*(front if self._room >= 0 else []), *self._context[first:]]
        self._context = [entry._replace(hidden=hidden) for entry in stayed]
        self._mark(moment)
        return tail

    def _mark(self, moment: float | None) -> None:
        index = len(self.messages)
        stayed = {at for entry in self._context for at in range(entry.start, entry.end)}
        kept = self._kept.of(sorted(stayed.union(prompts_before(self.messages, index))))
        self.compactions.append(RecordedCompaction(index=index, kept=kept, timestamp=moment))

    def _repeated_head(self) -> int:
        """How many of the oldest rows of the context stand again at its end."""
        for length in range(min(_MOST_HEAD, len(self._context) // 2), 0, -1):
            if all(a.key == b.key for a, b in zip(self._context[-length:], self._context[:length], strict=True)):
                return length
        return 0

    def _repeated_tail(self, at: int) -> int:
        """How many of the newest rows of the context stand again after row ``at``."""
        following = self._keys[at + 1 : at + 2]
        for place, entry in enumerate(self._context):
            if [entry.key] != following:
                continue
            newest = [other.key for other in self._context[place:]]
            self._room -= len(newest)
            if self._room < 0:
                return 0
            if newest == self._keys[at + 1 : at + 1 + len(newest)]:
                return len(newest)
        return 0


def conversation_of(value: dict[str, Any]) -> Conversation:
    """The messages of a session with its compactions; rewound ones are left out, or hidden with the compacted."""
    rows = [row for row in value["messages"] if isinstance(row, dict)]
    states = [state_of(row) for row in rows]
    boundary = max((at for at, state in enumerate(states) if state == "compacted"), default=-1) + 1
    while 0 < boundary < len(rows) and states[boundary] == "rewound":
        boundary += 1
    shown = [row for at, row in enumerate(rows) if states[at] != "rewound" or at < boundary]
    prompt = optional_text(value.get("system_prompt"))
    told = prompt and not any(row.get("role") == "system" for row in rows)
    reader = _Reader(shown, [Message(role="system", parts=(Text(text=prompt),))] if prompt and told else [])
    lost = boundary > 0 and not any(summary_of(row) is not None for row in shown[boundary:])
    at = 0
    while at < len(shown):
        if lost and at >= boundary:
            reader.lost()
            lost = False
        at += 1 + reader.take(at)
    if lost:
        reader.lost()
    return tuple(reader.messages), tuple(reader.compactions), tuple(branches(len(rows) - len(shown)))
