"""What comes of comparing a provider's count with ours: the calls, the fit over them, and where it breaks."""

from typing import NamedTuple

from compaction_core.findings import Finding
from compaction_core.session import Record
from compaction_core.tokens.base import Basis

FEWEST_CALLS = 5
"""Fewer calls tell no constant part from a tokenizer's difference."""


class Call(NamedTuple):
    """One call of the model whose tokens the provider reported. All numbers are tokens.

    A tuple and no record: a session has thousands of calls, and to make so many records takes longer than to count.
    """

    message: int
    """The message that carries the usage."""
    first: int
    """The first message of the answer: the model had the list before it."""
    start: int
    """Where the context of the call starts: 0, or the summary of a recorded compaction."""
    model: str | None
    context: int
    """Reported for the request, cache included; 0 where only the answer is reported."""
    counted: int
    """Our count of the same list, with the system prompt and the tool schemas that the file holds."""
    output: int
    """Reported for the answer, reasoning included."""
    output_counted: int
    """Our count of the answer, as far as the file holds it."""
    reasoning: int
    """Reported reasoning, a part of ``output``; 0 where it is not told apart."""

    @property
    def gap(self) -> int:
        """What the provider counted beyond us; negative where it counted less."""
        return self.context - self.counted


class Jump(Record):
    """A call before which the gap steps up or down by more than the messages between can explain."""

    message: int
    before: int | None
    """The message of the call it is compared with; None for a new context, which is compared with the constant."""
    tokens: int
    """The step; negative for a drop."""
    cause: str
    """What stands there, or what it may be: a clause."""


class Fit(Record):
    """``context = unseen + ratio * counted + each * calls before``, of one model, with the jumps taken out."""

    model: str | None
    calls: int
    """How many it rests on."""
    unseen: int
    """Tokens that every request carries and the file does not hold; negative where we count more."""
    low: int
    """Of the smallest requests, which tell ``unseen``: what the lowest of them says,"""
    high: int
    """and what the highest."""
    smallest: int
    """How many those are: of one context, FEWEST_CALLS at most."""
    ratio: float
    """The provider's tokens for one of ours; 1 where the calls are too alike in size to tell."""
    each: int
    """Unseen tokens that each call adds: reasoning, reminders, what stands around a message."""
    told_ratio: bool
    """Whether ``ratio`` comes from the calls."""


class Reported(Record):
    """Every reported call against our count, what explains the gap, and what cannot be right."""

    counter: str
    basis: Basis
    calls: tuple[Call, ...]
    found: int
    """Tokens of system prompt and tool schemas in the file, by our counter."""
    fit: Fit | None
    why: str
    """Why there is no fit; empty where there is one."""
    expected: tuple[float | None, ...]
    """For each call what the fit says of it, the jumps before it included; None without a fit or left out of it."""
    jumps: tuple[Jump, ...]
    findings: tuple[Finding, ...]

    @property
    def overhead(self) -> int | None:
        """Tokens of a request before the first message, by the provider's count; None where it cannot be told.

        System prompt and tool schemas in the file are in it, so that it can stand for all of them. Never below 0.
        """
        return None if self.fit is None else max(0, round(self.fit.unseen + self.fit.ratio * self.found))

    @property
    def ratio(self) -> float | None:
        """The provider's tokens for one of ours; None where the calls do not tell."""
        return self.fit.ratio if self.fit is not None and self.fit.told_ratio else None

    @property
    def contexts(self) -> tuple[Call, ...]:
        """The calls whose request was reported."""
        return tuple(call for call in self.calls if call.context)
