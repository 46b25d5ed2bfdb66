"""What a token counter is.

A counter works in two moves, because real systems round once per message and not once per part:
``units`` of a part add up, ``tokens`` turns a sum of units into tokens. A tokenizer's unit is the token
itself; an estimator's unit is a character or a byte, and its ``tokens`` divides and rounds.
"""

from typing import Literal, Protocol, runtime_checkable

from compaction_core.registry import Registry
from compaction_core.session import Message, Part

Basis = Literal["measured", "estimated", "reported", "recorded", "given"]


class TokenCounter(Protocol):
    """One way to count."""

    name: str
    label: str
    basis: Basis
    source: str
    """Where the rule comes from: the tokenizer, or the system and release that estimates so."""

    def units(self, part: Part) -> int:
        """Units of one part; they add up over the parts of a message."""
        ...

    def tokens(self, units: int) -> int:
        """Tokens of a message whose parts have so many units in all; for an estimator with an overhead, with it."""
        ...


@runtime_checkable
class FramedCounter(TokenCounter, Protocol):
    """A counter that also counts what stands around the parts: a role, a name, an id."""

    def frame(self, message: Message) -> int:
        """Units of a message besides its parts. The text of a tool result does not change them, but in a summary."""
        ...


counters: Registry[TokenCounter] = Registry("token counter", "compaction_core.tokens")
