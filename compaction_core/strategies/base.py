"""What a strategy is: the questions that every system's way of choosing answers, and the registry of all."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from compaction_core.registry import Registry
from compaction_core.session import Message, Record, Session
from compaction_core.strategies.context import Context
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Ladder

if TYPE_CHECKING:
    from compaction_core.strategies.snippet import Snippet


class Parameters(BaseModel):
    """A strategy's own settings, in the system's own names. Field metadata feeds the generated controls."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Evidence = Literal["vectors", "specification", "documentation", "article", "baseline"]


class Addition(Record):
    """A message the system adds beside the summary: an acknowledgement, a question before it, a note to go on."""

    place: Literal["before_summary", "after_summary", "end"]
    message: Message


class Strategy(Protocol):
    """One system's way of choosing, at one release. ``released.Released`` holds what most of them share."""

    name: str
    label: str
    family: str
    """The system the strategy belongs to, as the menu groups them."""
    version: str
    date: str
    source: str
    evidence: Evidence
    """How we know: cases recorded from the real code, its source read, its documentation, an article, or a baseline
    that copies nobody."""
    counter: str
    """The system's own estimator (a token counter's name); the one of its default settings."""
    unit: str
    """What the trigger counts: ``tokens``, or for instance ``messages``."""

    own_list: bool
    """Whether the variables of its steps number the system's own list, which has no system prompt."""

    @property
    def parameters(self) -> type[Parameters]:
        """The strategy's settings."""
        ...

    @property
    def listing(self) -> tuple[str, ...]:
        """The algorithm in a few lines of our own words; steps name the line they stand for."""
        ...

    def mode(self, parameters: Any) -> str:
        """The mode asked for."""
        ...

    def estimator(self, parameters: Any) -> str:
        """The counter it decides by under these settings."""
        ...

    def threshold(self, context_window: int | None, parameters: Any) -> int | None:
        """What must be exceeded to trigger a compaction, in ``unit``; None where there is no such line.

        A system that compacts at *or above* N has the line N - 1.
        """
        ...

    def watched(self, context: Context) -> tuple[int, ...]:
        """For each planned message, what the system itself would see in ``unit`` once it stands in the list."""
        ...

    def looks(self, context: Context) -> tuple[bool, ...]:
        """For each planned message, whether the trigger is looked at right after it."""
        ...

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """For each planned message, whether the trigger fires right after it."""
        ...

    def steps(self, context: Context) -> Iterator[Step]:
        """Choose what to keep, step by step; the last step carries the decision."""
        ...

    def request(self, session: Session, parameters: Any, plan: Plan) -> SummaryRequest:
        """The exact input of the summarizer."""
        ...

    def rungs(self, request: SummaryRequest, parameters: Any) -> Iterator[SummaryRequest]:
        """The request, then the smaller ones the system sends when its summarizer says that it is too long."""
        ...

    def ladder(self, parameters: Any) -> Ladder | None:
        """What the system does when its summarizer fails; None where no summary is asked for."""
        ...

    def wrapper(self, plan: Plan) -> Wrapper:
        """The text and place the system gives the summary."""
        ...

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """The summary as the model sees it; ``trigger`` is the system's word for why it compacted."""
        ...

    def snippet(self, parameters: Any, context_window: int | None) -> "Snippet | None":
        """The settings as the system itself reads them; None where it reads none."""
        ...

    def additions(self, wrapper: Wrapper, plan: Plan, session: Session, trigger: str) -> tuple[Addition, ...]:
        """What the system adds beside the summary, in order."""
        ...

    def again(self, plan: Plan, summary: Summary) -> Parameters | None:
        """The settings of another pass that the system makes at once over the new list; None where it stops."""
        ...


def titled(strategy: Strategy, version: str | None = None) -> str:
    """Its label, with the release that it copies, its own or ``version``; what copies none has no release to name."""
    if strategy.evidence in ("baseline", "article"):
        return strategy.label
    return f"{strategy.label} {version or strategy.version}"


strategies: Registry[Strategy] = Registry("strategy", "compaction_core.strategies")
