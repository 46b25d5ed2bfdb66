"""The condenser as a whole: what comes of a view, also when its summarizer fails.

Source: openhands-sdk 1.58.2, ``RollingCondenser.condense``, ``LLMSummarizingCondenser.hard_context_reset``. A request
or too many tokens make a condensation a hard requirement: if none is available, everything behind the system prompt is
forgotten for one summary, and each failure shortens what the summarizer reads of an event. Too many events alone are a
soft one: the agent goes on as before.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from compaction_core.strategies.openhands.choose import HARD, Choice, Reason, Settings, choose, protected
from compaction_core.strategies.openhands.events import Event


class Outcome(NamedTuple):
    """view[start:end] is forgotten where ``way`` says so."""

    way: Literal["condensed", "hard_reset", "kept", "failed"]
    reasons: tuple[Reason, ...]
    choice: Choice | None = None
    start: int = 0
    end: int = 0
    failure: str | None = None
    """Why the planned condensation did not come about."""
    attempts: int = 0
    """Requests of the hard reset."""

    @property
    def forgets(self) -> bool:
        """Whether a condensation came about."""
        return self.way in ("condensed", "hard_reset")


def condense(
    view: Sequence[Event],
    settings: Settings,
    why: tuple[Reason, ...],
    failures: int = 0,
    max_retries: int = 5,
    extra_tokens: int = 0,
) -> Outcome:
    """Choose, and reset where that is needed; the first ``failures`` requests of the summarizer fail."""
    if not why:
        return Outcome("kept", why)
    choice = choose(view, settings, why, extra_tokens)
    failure = choice.refused
    if failure is None and choice.start is not None and choice.end is not None:
        if not failures:
            return Outcome("condensed", why, choice, choice.start, choice.end)
        failure, failures = "the summarizer failed", failures - 1
    if not any(reason in HARD for reason in why):
        return Outcome("kept", why, choice, failure=failure)
    start = protected(view)
    if start >= len(view):
        return Outcome("failed", why, choice, failure="there is no event to summarize")
    if failures >= max_retries:
        return Outcome("failed", why, choice, failure=failure, attempts=max_retries)
    return Outcome("hard_reset", why, choice, start, len(view), failure, failures + 1)
