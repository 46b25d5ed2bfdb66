"""What a strategy plans over."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from compaction_core.session import Message, Session
from compaction_core.strategies.remains import count_blanked
from compaction_core.tokens import Measured, TokenCounter, counters
from compaction_core.tokens.measure import count_message


@dataclass(frozen=True)
class Context:
    """What a strategy plans over: messages[start:end] of a session, counted its own way."""

    session: Session
    start: int
    end: int
    measured: Measured
    context_window: int | None
    parameters: Any
    """The strategy's settings."""
    overhead: int | None = None
    """Tokens of system prompt and tools, where the file does not hold them and someone typed them in."""
    numbers: tuple[int, ...] | None = None
    """Where the session is a list put together without its gaps (``gathered``): the file's number of each message."""

    def place(self, number: int) -> int:
        """Where the message of that number in the file stands in the list; of a hidden one, the next that stands."""
        return number if self.numbers is None else bisect_left(self.numbers, number)

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """Session indexes of the planned messages that are not system or developer prompts."""
        messages = self.session.messages
        return tuple(i for i in range(self.start, self.end) if not messages[i].is_prompt)

    @cached_property
    def messages(self) -> tuple[Message, ...]:
        """The planned messages."""
        return self.session.messages[self.start : self.end]

    def tokens(self, start: int, stop: int) -> int:
        """Tokens of rows[start:stop] by the strategy's counter, in O(1)."""
        return self._prefix[stop] - self._prefix[start]

    @cached_property
    def counter(self) -> TokenCounter | None:
        """The strategy's counter; None where the counts were handed in, which cannot be made again."""
        name = self.measured.counter
        return counters.get(name) if name in counters.names() else None

    def left(self, row: int, text: str | None, instead: Message | None = None) -> int:
        """Tokens of what an effect leaves of a message: see there; as many as before if it cannot be counted again."""
        counter = self.counter
        if counter is None or (text is None and instead is None):
            return self.measured.counts[row]
        if instead is not None:
            return count_message(instead, counter)
        return count_blanked(self.session.messages[row], text or "", counter)

    @cached_property
    def _prefix(self) -> tuple[int, ...]:
        counts, total, prefix = self.measured.counts, 0, [0]
        for row in self.rows:
            total += counts[row]
            prefix.append(total)
        return tuple(prefix)
