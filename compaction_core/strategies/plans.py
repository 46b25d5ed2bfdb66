"""The plan, computed from its steps: a decision that left no step cannot exist.

``Plan`` reads its cut, fates, mode and error from the steps alone.
"""

from functools import cached_property
from typing import Any

from pydantic import Field

from compaction_core.session import Record
from compaction_core.strategies.step import Decision, Effect, Fate, Step


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
    retained: tuple[int, ...] = ()
    """Messages before ``start`` that are in the list too, because an earlier recorded compaction kept them, ascending.
    They have fates as well: see ``fate``."""
    protected: tuple[int, ...] = ()
    """Messages that someone protected by hand, ascending; their partners stay with them (see ``protecting``)."""

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
    def summary_at(self) -> int:
        """Index of the message that the summary stands in front of; ``end`` when it stands behind all."""
        at = self.decision.summary_at
        at = self.decision.cut if at is None else at
        return self.end if at is None else at

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

    @property
    def numbers(self) -> tuple[int, ...]:
        """The session's numbers of everything in the list, ascending."""
        return (*self.retained, *range(self.start, self.end))

    @cached_property
    def _touched(self) -> tuple[Effect | None, ...]:
        """For messages[:end] the last effect that a step gave it."""
        found: list[Effect | None] = [None] * self.end
        for step in self.steps:
            for effect in step.effects:
                start, stop = effect.start, effect.stop
                if stop - start == 1:
                    found[start] = effect
                else:
                    found[start:stop] = [effect] * (stop - start)
        return tuple(found)

    def effect(self, number: int) -> Effect | None:
        """What the steps do to a message; None where they do nothing, or it is not in the list."""
        return self._touched[number] if 0 <= number < self.end else None

    def fate(self, number: int) -> Fate:
        """The fate of a message of the list, ``retained`` or not."""
        effect = self.effect(number)
        return "keep" if effect is None else effect.fate

    @cached_property
    def effects(self) -> tuple[Effect | None, ...]:
        """One effect per message of messages[start:end], None where no step touched it; the last one wins."""
        return self._touched[self.start :]

    @cached_property
    def fates(self) -> tuple[Fate, ...]:
        """One fate per message of messages[start:end]: keep, unless a step gave it another."""
        return tuple("keep" if effect is None else effect.fate for effect in self.effects)

    def indexes(self, *fates: Fate) -> tuple[int, ...]:
        """Session indexes of the messages of the list with one of these fates."""
        further_back = tuple(i for i in self.retained if self.fate(i) in fates)
        return further_back + tuple(i for i, fate in enumerate(self.fates, self.start) if fate in fates)

    @property
    def attempts(self) -> int:
        """How many ratios were tried."""
        return sum(step.kind == "try" for step in self.steps)
