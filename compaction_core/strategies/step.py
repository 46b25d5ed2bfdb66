"""What an algorithm did, step by step, and what became of the messages."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from compaction_core.session import Message, Record
from compaction_core.turns import runs

Fate = Literal["keep", "summarize", "clear", "truncate", "drop"]
FATES: tuple[Fate, ...] = ("keep", "summarize", "clear", "truncate", "drop")
Scalar = int | float | str | bool | None


class Effect(Record):
    """The fate a step gives to messages[start:stop] of the session.

    A message that is cleared or truncated still stands in the view: with ``text`` in place of its tool output, or as
    the whole message ``instead`` (for an effect on one message).
    """

    fate: Fate
    start: int
    stop: int
    text: str | None = None
    instead: Message | None = None
    tokens: int | None = None
    """Tokens of what is left of the one message, by the context's counter, where the strategy has counted it."""


class Rejected(Record):
    """Candidates messages[start:stop] that could not start the kept part, all for the same reason."""

    start: int
    stop: int
    reason: str


class Decision(Record):
    """What the last step settles.

    ``cut`` is the first message kept behind what goes, ``end`` when nothing is kept, ``start`` when nothing goes but
    some messages are cleared, None when nothing was done.
    """

    cut: int | None
    mode_used: str
    summary_at: int | None = None
    """The summary stands in front of this message (``end``: behind all); None: in front of the cut."""
    merged_into: int | None = None
    """The kept message that the summary is put into, for systems that do not send it as a message of its own."""
    fallback_reason: str | None = None
    error: str | None = None


class Step(Record):
    """One thing the algorithm did, with what it saw. Indexes are those of ``session.messages``."""

    index: int = 0
    kind: Literal["start", "try", "candidate", "measure", "fallback", "apply", "decide"]
    text: str
    """One plain sentence with the numbers in it."""
    line: int
    """0-based line of the strategy's listing that this step stands for."""
    attempt: int | None = None
    ratio: float | None = None
    index_limit: int | None = None
    candidate: int | None = None
    valid: bool | None = None
    reason: str | None = None
    rejected: tuple[Rejected, ...] = ()
    kept_tokens: int | None = None
    goal: float | None = None
    effects: tuple[Effect, ...] = ()
    variables: dict[str, Scalar] = Field(default_factory=dict)
    """The algorithm's variables after this step, in the system's own numbering."""
    decision: Decision | None = None


def effects(rows: Iterable[int], fate: Fate, text: str | None = None) -> tuple[Effect, ...]:
    """The same fate for these messages, in ranges."""
    return tuple(Effect(fate=fate, start=start, stop=stop, text=text) for start, stop in runs(sorted(rows)))
