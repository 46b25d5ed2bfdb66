"""What a file adds to the context, hides from it and takes back: everything in file order, and the context now."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeVar

from compaction_core.session import Message, RecordedCompaction

T = TypeVar("T")

MOST_KEPT = 500_000
"""Kept messages that all compactions of a file may name together; more would take more memory than the file."""


@dataclass
class _Mark:
    at: int
    kind: Literal["compact", "clear"]
    kept: set[int]
    details: dict[str, Any]


class Timeline(Generic[T]):
    """Items in file order, each in a slot; ``context`` holds the slots the model sees now, in its order."""

    def __init__(self) -> None:
        self.slots: list[T] = []
        self.context: list[int] = []
        self._marks: list[_Mark] = []
        self._removed: set[int] = set()
        self._pruned: set[int] = set()
        self._floor = 0
        self._kept = 0

    @property
    def crowded(self) -> bool:
        """Whether the compactions so far name as many kept messages as they may: the next one names none."""
        return self._kept >= MOST_KEPT

    def add(self, item: T) -> int:
        """Append an item to the file and to the context; its slot."""
        self.slots.append(item)
        self.context.append(len(self.slots) - 1)
        return len(self.slots) - 1

    def compact(self, items: Sequence[T], kept: Iterable[int], **details: Any) -> None:
        """Replace the context by the kept slots and the new items, of which the first is the summary."""
        keeps = [] if self.crowded else list(kept)
        self._kept += len(keeps)
        self._marks.append(_Mark(len(self.slots), "compact", set(keeps), details))
        self.context = keeps
        for item in items:
            self.add(item)
        self._floor = len(self.slots)

    def clear(self, slots: Iterable[int], **details: Any) -> None:
        """Note that the tool results in these slots were blanked or shortened where they stand."""
        self._pruned.update(slots)
        self._marks.append(_Mark(len(self.slots), "clear", set(), details))

    def amend(self, **details: Any) -> None:
        """Add what is only known later to the last compaction, if nothing was added since."""
        if self._marks and self._floor == len(self.slots):
            self._marks[-1].details.update(details)

    def rewind(self, position: int) -> list[T]:
        """Take back the context from ``position`` on; the items that are gone from the file's list.

        What a compaction made or hid stays in the list, but counts no longer as kept.
        """
        gone = self.context[position:]
        del self.context[position:]
        for slot in gone:
            if slot >= self._floor:
                self._removed.add(slot)
            elif self._marks:
                self._marks[-1].kept.discard(slot)
        return [self.slots[slot] for slot in gone if slot >= self._floor]

    def finish(
        self, messages_of: Callable[[T], Sequence[Message]]
    ) -> tuple[tuple[Message, ...], tuple[RecordedCompaction, ...]]:
        """The messages of all items that were not taken back, and the compactions with their indexes."""
        messages: list[Message] = []
        starts: list[int] = []
        for slot, item in enumerate(self.slots):
            starts.append(len(messages))
            if slot in self._removed:
                continue
            made = messages_of(item)
            messages += map(_pruned, made) if slot in self._pruned else made
        starts.append(len(messages))
        compactions = (
            RecordedCompaction(
                index=starts[mark.at],
                kind=mark.kind,
                kept=tuple(at for slot in sorted(mark.kept) for at in range(starts[slot], starts[slot + 1])),
                **mark.details,
            )
            for mark in self._marks
        )
        return tuple(messages), tuple(compactions)


def alone(message: Message) -> tuple[Message]:
    """The message as what ``finish`` asks for, where every slot holds one."""
    return (message,)


def found_again(timeline: Timeline[Message], messages: Sequence[Message]) -> tuple[list[int], list[Message]]:
    """Slots of the context that come back word for word in a new list, and the messages of it that do not."""
    waiting: dict[Any, list[int]] = {}
    for slot in reversed(timeline.context):
        waiting.setdefault(_words(timeline.slots[slot]), []).append(slot)
    kept: list[int] = []
    new: list[Message] = []
    for message in messages:
        slots = waiting.get(_words(message))
        if slots:
            kept.append(slots.pop())
        else:
            new.append(message)
    return kept, new


def _words(message: Message) -> Any:
    return message.role, tuple(part for part in message.parts if part.kind != "reasoning")


def _pruned(message: Message) -> Message:
    return replace(message, flags=(*message.flags, "pruned")) if message.result else message
