"""The vocabulary of planning: a strategy yields Steps, and the Plan is computed from them.

A decision that left no step cannot exist: ``Plan`` reads its cut, fates, mode and error from the steps alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from compaction_core.registry import Registry
from compaction_core.session import Message, Record, Session
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper
from compaction_core.tokens import Measured

Fate = Literal["keep", "summarize", "clear", "truncate", "drop"]
FATES: tuple[Fate, ...] = ("keep", "summarize", "clear", "truncate", "drop")
Scalar = int | float | str | bool | None


class Parameters(BaseModel):
    """A strategy's own settings, in the system's own names. Field metadata feeds the generated controls."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Effect(Record):
    """The fate a step gives to messages[start:stop] of the session; ``text`` replaces cleared content."""

    fate: Fate
    start: int
    stop: int
    text: str | None = None


class Rejected(Record):
    """Candidates messages[start:stop] that could not start the kept part, all for the same reason."""

    start: int
    stop: int
    reason: str


class Decision(Record):
    """What the last step settles. ``cut`` is the first kept message, ``end`` when nothing is kept."""

    cut: int | None
    mode_used: str
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


@dataclass(frozen=True)
class Context:
    """What a strategy plans over: messages[start:end] of a session, counted its own way."""

    session: Session
    start: int
    end: int
    measured: Measured
    context_window: int | None
    parameters: Any
    overhead: int | None = None
    """Tokens of system prompt and tools, where the file does not hold them and someone typed them in."""

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """Session indexes of the planned messages that are not system or developer prompts."""
        messages = self.session.messages
        return tuple(i for i in range(self.start, self.end) if not messages[i].is_prompt)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The planned messages."""
        return self.session.messages[self.start : self.end]

    def tokens(self, start: int, stop: int) -> int:
        """Tokens of rows[start:stop] by the strategy's counter, in O(1)."""
        return self._prefix[stop] - self._prefix[start]

    @cached_property
    def _prefix(self) -> tuple[int, ...]:
        counts, total, prefix = self.measured.counts, 0, [0]
        for row in self.rows:
            total += counts[row]
            prefix.append(total)
        return tuple(prefix)


class Plan(Record):
    """What would happen to messages[start:end], and every step that led there."""

    strategy: str
    version: str
    parameters: dict[str, Any]
    as_released: bool
    """False where a parameter was set that the release does not offer."""
    counter: str
    context_window: int | None
    start: int
    end: int
    mode: str
    steps: tuple[Step, ...]
    stats: dict[str, int] = Field(default_factory=dict)
    """By the plan's own counter, system prompts left out: tokens and messages before, and those that stay."""

    @cached_property
    def decision(self) -> Decision:
        """The last step's decision."""
        decision = self.steps[-1].decision
        assert decision is not None, "the planner refuses a strategy whose last step decides nothing"  # noqa: S101
        return decision

    @property
    def cut(self) -> int | None:
        """Index of the first kept message; ``end`` when nothing is kept; None when nothing was done."""
        return self.decision.cut

    @property
    def mode_used(self) -> str:
        """The mode that decided, after any fallback."""
        return self.decision.mode_used

    @property
    def fallback_reason(self) -> str | None:
        """Why another mode than the one asked for decided."""
        return self.decision.fallback_reason

    @property
    def error(self) -> str | None:
        """Set only where the system itself would give up."""
        return self.decision.error

    @cached_property
    def effects(self) -> tuple[Effect | None, ...]:
        """One effect per planned message, None where no step touched it; the last one wins."""
        found: list[Effect | None] = [None] * (self.end - self.start)
        for step in self.steps:
            for effect in step.effects:
                span = slice(effect.start - self.start, effect.stop - self.start)
                found[span] = [effect] * (effect.stop - effect.start)
        return tuple(found)

    @cached_property
    def fates(self) -> tuple[Fate, ...]:
        """One fate per planned message: keep, unless a step gave it another."""
        return tuple("keep" if effect is None else effect.fate for effect in self.effects)

    def indexes(self, *fates: Fate) -> tuple[int, ...]:
        """Session indexes of the planned messages with one of these fates."""
        return tuple(i for i, fate in enumerate(self.fates, self.start) if fate in fates)

    @property
    def attempts(self) -> int:
        """How many ratios were tried."""
        return sum(step.kind == "try" for step in self.steps)


class Strategy(Protocol):
    """One system's way of choosing, at one release."""

    name: str
    label: str
    version: str
    date: str
    source: str
    counter: str
    """The system's own estimator (a token counter's name)."""
    parameters: type[Parameters]
    listing: tuple[str, ...]
    """The algorithm in a few lines of our own words; steps name the line they stand for."""

    def mode(self, parameters: Any) -> str:
        """The mode asked for."""
        ...

    def threshold(self, context_window: int | None, parameters: Any) -> int | None:
        """Tokens that the context must exceed to trigger a compaction; None without a window."""
        ...

    def watched(self, context: Context) -> tuple[int, ...]:
        """For each planned message, the context tokens the system itself would see once it stands in the list."""
        ...

    def looks(self, context: Context) -> tuple[bool, ...]:
        """For each planned message, whether the trigger is looked at right after it."""
        ...

    def steps(self, context: Context) -> Iterator[Step]:
        """Choose what to keep, step by step; the last step carries the decision."""
        ...

    def request(self, session: Session, parameters: Any, plan: Plan) -> SummaryRequest:
        """The exact input of the summarizer."""
        ...

    def rungs(self, request: SummaryRequest) -> Iterator[SummaryRequest]:
        """The request, then the smaller ones the system sends when its summarizer says that it is too long."""
        ...

    def wrapper(self, plan: Plan) -> Wrapper:
        """The text and place the system gives the summary."""
        ...

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """The summary as the model sees it; ``trigger`` is the system's word for why it compacted."""
        ...


strategies: Registry[Strategy] = Registry("strategy", "compaction_core.strategies")
