"""What a file says beside its messages: its own compactions, sub-agents, and what became of its bytes."""

from typing import Literal

from compaction_core.session.message import Message
from compaction_core.session.record import Record


class RecordedCompaction(Record):
    """A compaction that the file itself records.

    ``index`` is the message that stands first in the context afterwards (the summary, where there is one):
    all messages before it were hidden. For ``kind="clear"`` nothing is hidden, old tool results were blanked.
    """

    index: int
    kind: Literal["compact", "clear"] = "compact"
    kept: tuple[int, ...] = ()
    """Messages before ``index`` that stayed in the context word for word; their place in it is taken to be the file's
    order, so in front of the summary."""
    trigger: str | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None
    timestamp: float | None = None


class Thread(Record):
    """A sub-agent's own messages, never part of the main list."""

    id: str
    messages: tuple[Message, ...]


class Warning(Record):
    """Something an importer skipped, mended or could not read; ``line`` is 0-based, that of the first."""

    code: str
    text: str
    line: int | None = None
    count: int | None = None
    """How many messages, rows or entries it is about, where that is a number."""


class Integrity(Record):
    """What became of the bytes of the file."""

    detected_by: str = ""
    """Why the importer took the file, in one clause."""
    lines: int = 0
    unreadable: tuple[int, ...] = ()
    """0-based numbers of the lines that are not JSON objects."""
    merged_rows: int = 0
    """Rows that joined an earlier row of the same message."""
    skipped_rows: int = 0
    """Readable rows that hold no message (bookkeeping)."""
    broken_parents: tuple[int, ...] = ()
    """0-based numbers of the lines whose parent row is not in the file; the row before stands for it."""
    warnings: tuple[Warning, ...] = ()

    @property
    def leaves_out_results(self) -> bool:
        """Whether the file shows calls and not every result, as its importer found."""
        return any(warning.code == "no_results" for warning in self.warnings)
