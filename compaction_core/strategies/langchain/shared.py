"""What the steps of all three ways share."""

from collections.abc import Iterable, Sequence

from compaction_core.session import Message, Part, Text
from compaction_core.strategies.step import Decision, Effect, Fate, Step
from compaction_core.tokens import counters
from compaction_core.tokens.base import FramedCounter
from compaction_core.turns import runs


def effects(rows: Sequence[int], places: Iterable[int], fate: Fate, text: str | None = None) -> tuple[Effect, ...]:
    """The fate of the list's places, in the session's numbers and in ranges."""
    found = runs(sorted(rows[place] for place in places))
    return tuple(Effect(fate=fate, start=start, stop=stop, text=text) for start, stop in found)


class Recount:
    """Counts changed messages by the strategy's counter; one whose counts were handed in cannot count again."""

    def __init__(self, counter: str) -> None:
        self._counter = counters.get(counter) if counter in counters.names() else None
        self._framed = (
            self._counter if isinstance(self._counter, FramedCounter) else None
        )  # a slow question: asked once

    def __call__(self, message: Message) -> int:
        """Tokens of a message."""
        return self._tokens(message, message.parts)

    def blanked(self, message: Message, placeholder: str) -> int:
        """Tokens of a result with the placeholder as its content and without images, the message not being made."""
        text = Text(text=placeholder)
        left = (text if part.kind == "tool_result" else part for part in message.parts if part.kind != "image")
        return self._tokens(message, left)

    def _tokens(self, message: Message, parts: Iterable[Part]) -> int:
        if self._counter is None:
            return 0
        frame = 0 if self._framed is None else self._framed.frame(message)
        return self._counter.tokens(frame + sum(map(self._counter.units, parts)))


def nothing(mode: str, line: int, text: str, error: str | None = None) -> Step:
    """The last step where nothing is done."""
    return Step(kind="decide", line=line, text=text, decision=Decision(cut=None, mode_used=mode, error=error))
