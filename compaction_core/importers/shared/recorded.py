"""Compactions that a file records: their places, what stayed in the context, and notes for lost summaries."""

from collections.abc import Iterable, Sequence

from compaction_core.session import Message, RecordedCompaction, Text

_MOST_KEPT = 1_000_000
_FEW = 20  # prompts stand at the front; looking further would make many compactions cost their square


def note(text: str, timestamp: float | None = None, line: int | None = None) -> Message:
    """A message at the place of a compaction that left no summary in the file; ``text`` says so."""
    return Message(
        role="user", parts=(Text(text=text),), summary="", timestamp=timestamp, flags=("synthetic",), line=line
    )


def prompts_before(messages: Sequence[Message], index: int) -> tuple[int, ...]:
    """Indexes of the prompts at the front of the list and before ``index``: a compaction does not hide them."""
    return tuple(at for at, message in enumerate(messages[: min(index, _FEW)]) if message.is_prompt)


def marked(messages: Sequence[Message], details: Iterable[tuple[int, dict[str, object]]]) -> list[RecordedCompaction]:
    """Compactions at their places, in order of the list; the prompts before each were kept, as far as is known."""
    return [
        RecordedCompaction.model_validate({"index": index, "kept": prompts_before(messages, index), **more})
        for index, more in sorted(details, key=lambda detail: detail[0])
    ]


class Kept:
    """Hands out the indexes that stayed, up to a million of all compactions together; then none."""

    def __init__(self) -> None:
        self._room = _MOST_KEPT
        self.cut = False
        """Whether some compaction did not get its indexes."""

    def of(self, indexes: Iterable[int]) -> tuple[int, ...]:
        """The indexes, or none where there are too many of them in the file."""
        if self._room <= 0:
            self.cut = True
            return ()
        found = tuple(indexes)
        self._room -= len(found)
        return found
