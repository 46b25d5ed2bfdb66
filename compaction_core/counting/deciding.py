"""What decides a line: a provider's report, a tokenizer, or an estimate with its error."""

from compaction_core.counting.band import Band, band
from compaction_core.session import Message, Session, Text, Usage
from compaction_core.strategies.base import Parameters, Strategy
from compaction_core.strategies.context import Context
from compaction_core.tokens import Measured, measure

_PROBE = 777_777
"""Tokens reported in a list of two words: a trigger that reads reports cannot overlook them."""


def reads_reports(strategy: Strategy, settings: Parameters) -> bool:
    """Whether the trigger goes by what the provider reports, wherever a message reports something."""
    asked = Message(role="user", parts=(Text(text="Hello"),))
    seen: list[tuple[int, ...]] = []
    for usage in (None, Usage(input=_PROBE, output=1)):
        told = Message(role="assistant", parts=(Text(text="Yes"),), usage=usage)
        made = Session(format="probe", messages=(asked, told))
        own = measure(made, strategy.estimator(settings))
        seen.append(strategy.watched(Context(made, 0, 2, own, None, settings)))
    return seen[0] != seen[1]


def reported(session: Session, strategy: Strategy, settings: Parameters) -> bool:
    """Whether reports decide the trigger on this session: it reads them, and there are some."""
    return session.reports and reads_reports(strategy, settings)


def errors(
    session: Session,
    strategy: Strategy,
    settings: Parameters,
    own: Measured,
    real: Measured,
    threshold: float | None,
    goal: float | None,
) -> tuple[Band | None, Band | None]:
    """The bands around trigger and goal; None around a line that no estimate decides."""
    by_reports = threshold is None or reported(session, strategy, settings)
    return None if by_reports else band(own, real, threshold), None if goal is None else band(own, real, goal)
