"""The messages of one range, put together from what each says: calls with their ends, asks, turns."""

import re
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from compaction_core.extraction.earlier import Earlier, read_earlier
from compaction_core.extraction.identifiers import Runs
from compaction_core.extraction.language import Words, detect, phrases
from compaction_core.extraction.memo import Memo
from compaction_core.extraction.notes import Note, take
from compaction_core.extraction.outcomes import NO_RESULT, Outcome
from compaction_core.extraction.tools import Call
from compaction_core.session import Message

PROSE_LOOKED_AT = 20_000
"""Characters from which the language is told."""
_ABSOLUTE = re.compile(r"/|[A-Za-z]:[/\\]")
_SEPARATOR = re.compile(r"[/\\]")


class Done(NamedTuple):
    """A call, the number of the message that makes it, and how it ended."""

    number: int
    call: Call
    outcome: Outcome


class Turn(NamedTuple):
    """A user message and everything until the next; ``ask`` is None for what stands before the first."""

    ask: Note | None
    span: range
    """Positions of the messages without the ask."""


@dataclass(frozen=True)
class Reading:
    """Everything the section modules look at. A position counts the messages of the range, earlier summaries left out.

    Columns and not a record a message: ten thousand of them for every new cut would cost more than all that is read.
    """

    numbers: Sequence[int]
    """Session index of each message."""
    notes: Sequence[Note]
    calls: tuple[Done, ...]
    calls_before: Sequence[int]
    """How many of ``calls`` stand before each position; one more than there are messages."""
    earlier: Earlier

    def done(self, span: range) -> tuple[Done, ...]:
        """The calls of a run of messages."""
        return self.calls[self.calls_before[span.start] : self.calls_before[span.stop]]

    @cached_property
    def asks(self) -> tuple[Note, ...]:
        """The messages a person wrote."""
        return tuple([turn.ask for turn in self.turns if turn.ask])

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The messages by turn."""
        asks = [position for position, note in enumerate(self.notes) if note.is_ask]
        stops = [*asks, len(self.notes)]
        turns = [Turn(self.notes[ask], range(ask + 1, stop)) for ask, stop in zip(asks, stops[1:], strict=True)]
        return (Turn(None, range(stops[0])), *turns) if stops[0] else tuple(turns)

    @cached_property
    def root(self) -> str:
        """The deepest folder that holds three of five absolute paths the calls work on, with its slash; else ``""``."""
        named = {file for done in self.calls for file in done.call.files}
        files = [file for file in named if _ABSOLUTE.match(file)]
        holds: Counter[str] = Counter()
        for file in files:
            ends = [m.end() for m in _SEPARATOR.finditer(file)]
            holds.update(file[:end] for end in ends[2:])
        enough = [folder for folder, n in holds.items() if n > 1 and 5 * n >= 3 * len(files)]
        return max(enough, key=lambda folder: (len(folder), folder), default="")

    @cached_property
    def files(self) -> dict[str, list[str]]:
        """The files that successful calls read or changed, in order, by ``Call.effect``; the same file again counts."""
        named: dict[str, list[str]] = {"edit": [], "read": []}
        for done in self.calls:
            if done.call.files and done.call.effect != "none" and done.outcome.status == "ok":
                named[done.call.effect] += done.call.files
        return named

    def short(self, text: str) -> str:
        """A path, or a call's argument, without the folder that most paths share."""
        return text.replace(self.root, "") or text if self.root else text

    @cached_property
    def labels(self) -> Words:
        """The fixed words in the language of the user's prose (the assistant's, if the user hardly wrote)."""
        prose = _joined(self.asks)
        if sum(1 for _ in islice(filter(str.isalpha, prose), 20)) < 20:
            prose = f"{prose} {_joined([note for note in self.notes if note.role == 'assistant'])}"[:PROSE_LOOKED_AT]
        return phrases(detect(prose))


def _joined(notes: Sequence[Note]) -> str:
    """The first sentences of the notes."""
    told: list[str] = []
    size = 0
    for note in notes:
        told += note.sentences
        size += sum(map(len, note.sentences))
        if size >= PROSE_LOOKED_AT:
            break
    return " ".join(told)[:PROSE_LOOKED_AT]


def read(
    indexes: Sequence[int],
    messages: Sequence[Message],
    previous_summary: str | None = None,
    memo: Memo | None = None,
) -> Reading:
    """Read messages with their numbers; messages that an importer marked as injected are no user asks.

    ``memo`` remembers each message for the next range that holds it; None remembers nothing.
    """
    told = [message.summary for message in messages]
    earlier = list(dict.fromkeys([text for text in (previous_summary, *told) if text]))
    numbers = [number for number, summary in zip(indexes, told, strict=True) if summary is None]
    kept = [message for message, summary in zip(messages, told, strict=True) if summary is None]
    runs: Runs = {}
    notes = [take(message, runs) for message in kept] if memo is None else memo.notes(kept)
    done, before = _calls(numbers, notes)
    return Reading(numbers, notes, done, before, read_earlier(earlier))


def _calls(numbers: Sequence[int], notes: Sequence[Note]) -> tuple[tuple[Done, ...], list[int]]:
    """Every call with its end, and how many stand before each message; a result ends the oldest open call of its id."""
    made: list[int] = []
    calls: list[Call] = []
    outcomes: list[Outcome] = []
    before = [0]
    open_: dict[str, deque[int]] = {}
    for number, note in zip(numbers, notes, strict=True):
        for id_, call in note.calls:
            open_.setdefault(id_, deque()).append(len(calls))
            made.append(number)
            calls.append(call)
            outcomes.append(NO_RESULT)
        for result in note.results:
            waiting = open_.get(result.call_id)
            if waiting:
                position = waiting.popleft()
                outcomes[position] = result.ends(calls[position])
                if not waiting:
                    del open_[result.call_id]
        before.append(len(calls))
    return tuple(map(Done, made, calls, outcomes)), before
