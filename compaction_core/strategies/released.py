"""What most released strategies share, so that a strategy's file holds only what is its own."""

from collections.abc import Iterator
from typing import Any

from compaction_core.session import Message, Session, Text
from compaction_core.strategies.base import Addition, Evidence, Parameters
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import before_calls, counted
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.snippet import Snippet
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper, filled
from compaction_core.summarizers.ladder import Ladder


class Released:
    """A strategy with the usual answers; ``steps`` and what the system does otherwise are the subclass's.

    The subclass gives name, label, family, version, date, source, counter, parameters, listing and ``steps``.
    """

    counter: str
    evidence: Evidence = "vectors"
    unit = "tokens"
    parameters: type[Parameters] = Parameters
    listing: tuple[str, ...] = ()
    own_list = False
    """Whether the variables of its steps number the system's own list, which has no system prompt."""
    released_ladder: Ladder | None = None
    """What the system does when its summarizer fails; None where no summary is asked for."""

    def mode(self, parameters: Any) -> str:
        """There is one mode."""
        return "compact"

    def estimator(self, parameters: Any) -> str:
        """The system's own counter."""
        return self.counter

    def threshold(self, context_window: int | None, parameters: Any) -> int | None:
        """No line of its own."""
        return None

    def watched(self, context: Context) -> tuple[int, ...]:
        """Everything in the list, by the strategy's counter."""
        return counted(context)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """Before every call of the model."""
        return before_calls(context)

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """Above the line, where it is looked at."""
        line = self.threshold(context.context_window, context.parameters)
        if line is None:
            return (False,) * len(watched)
        return tuple(look and seen > line for seen, look in zip(watched, looked, strict=True))

    def request(self, session: Session, parameters: Any, plan: Plan) -> SummaryRequest:
        """No model is asked: nothing to read."""
        return SummaryRequest(prompt="none", instructions="", transcript="", lines=(), indexes=(), messages=())

    def rungs(self, request: SummaryRequest, parameters: Any) -> Iterator[SummaryRequest]:
        """One request, and no smaller one."""
        yield request

    def ladder(self, parameters: Any) -> Ladder | None:
        """``released_ladder``, whatever the settings."""
        return self.released_ladder

    def wrapper(self, plan: Plan) -> Wrapper:
        """The bare summary as a user message."""
        return Wrapper(template="{summary}")

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """The template with the summary in it."""
        return Message(role=wrapper.role, parts=(Text(text=filled(wrapper, summary)),), summary=summary.text)

    def snippet(self, parameters: Any, context_window: int | None) -> Snippet | None:
        """The settings as the system reads them; None where it reads none."""
        return None

    def additions(self, wrapper: Wrapper, plan: Plan, session: Session, trigger: str) -> tuple[Addition, ...]:
        """The wrapper's acknowledgement, where it has one."""
        if not wrapper.acknowledgement:
            return ()
        answer = Message(role="assistant", parts=(Text(text=wrapper.acknowledgement),))
        return (Addition(place="after_summary", message=answer),)

    def again(self, plan: Plan, summary: Summary) -> Parameters | None:
        """One pass."""
        return None
