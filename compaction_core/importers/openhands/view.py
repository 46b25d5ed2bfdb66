"""The message list of an OpenHands event log, and what each condensation left of it."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from compaction_core.importers.shared import recorded
from compaction_core.importers.shared.values import optional_text, seconds
from compaction_core.session import Message, Part, RecordedCompaction, Text

_COMPARED = 64


class View:
    """Takes messages with the events they came from; a condensation hides the messages of forgotten events.

    An earlier summary does not outlive the next condensation (OpenHands SDK 1.58, OpenHands 0.5x).
    """

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self._joined: dict[int, list[Part]] = {}
        self.compactions: list[RecordedCompaction] = []
        self.unknown_events = 0
        self.kept = recorded.Kept()
        self._of_event: dict[str, int] = {}
        self._numbers: list[int] = []
        self._live: dict[int, None] = {}
        self._summary: int | None = None

    @property
    def messages(self) -> list[Message]:
        """All messages so far."""
        for index, parts in self._joined.items():
            self._messages[index] = replace(self._messages[index], parts=tuple(parts))
        self._joined.clear()
        return self._messages

    def add(self, message: Message, event: Any) -> int:
        """Append the message of an event; its index."""
        self._messages.append(message)
        index = len(self._messages) - 1
        self._live[index] = None
        self.own(index, event)
        return index

    def join(self, index: int, parts: Iterable[Part], event: Any) -> None:
        """Give the parts of a further event to a message, as for parallel calls of one reply; repeated ones once."""
        known = self._joined.setdefault(index, list(self._messages[index].parts))
        recent = known[-_COMPARED:]  # bounded: a damaged file may give thousands of events one reply
        known += [part for part in parts if part not in recent]
        self.own(index, event)

    def own(self, index: int, event: Any) -> None:
        """Note that a message also stands for this event."""
        if isinstance(event, int | str):
            self._of_event[str(event)] = index
        if type(event) is int:
            insort(self._numbers, event)

    def condense(self, details: dict[str, Any], event: dict[str, Any], line: int | None) -> None:
        """A condensation: ids of forgotten events (a list, or first and last), and the summary put in their place."""
        forgotten = details.get("forgotten_event_ids")
        ids = forgotten if isinstance(forgotten, list) else self._between(details)
        for one in ids:
            index = self._of_event.get(str(one)) if isinstance(one, int | str) else None
            if index is not None:
                self._live.pop(index, None)
            elif not str(one).endswith("-summary"):
                self.unknown_events += 1
        if self._summary is not None:
            self._live.pop(self._summary, None)
        summary, moment = optional_text(details.get("summary")), seconds(event.get("timestamp"))
        made = recorded.note("Events were forgotten here; the file holds no summary of them.", moment, line)
        if summary is not None:
            made = Message(role="user", parts=(Text(text=summary),), summary=summary, timestamp=moment, line=line)
        kept = self.kept.of(self._live)
        reason = optional_text(details.get("reason")) or "condensation"
        self.compactions.append(
            RecordedCompaction(index=len(self._messages), kept=kept, trigger=reason, timestamp=moment)
        )
        self._summary = self.add(made, f"{event.get('id')}-summary")

    def _between(self, details: dict[str, Any]) -> list[str]:
        """Ids from the first to the last forgotten event, both inclusive (OpenHands 0.x numbers its events)."""
        first, last = details.get("forgotten_events_start_id"), details.get("forgotten_events_end_id")
        if type(first) is not int or type(last) is not int:
            return []
        start, end = bisect_left(self._numbers, first), bisect_right(self._numbers, last)
        found = [str(number) for number in self._numbers[start:end]]
        del self._numbers[start:end]  # an event is forgotten once
        return found
