"""The vocabulary of planning: a strategy yields Steps, and the Plan is computed from them.

A decision that left no step cannot exist: ``Plan`` reads its cut, fates, mode and error from the steps alone.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from compaction_core.registry import Registry
from compaction_core.session import Message, Part, Record, Session, ToolResult
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper
from compaction_core.tokens import Measured, TokenCounter, counters
from compaction_core.tokens.measure import count_message

if TYPE_CHECKING:
    from compaction_core.strategies.snippet import Snippet

Fate = Literal["keep", "summarize", "clear", "truncate", "drop"]
FATES: tuple[Fate, ...] = ("keep", "summarize", "clear", "truncate", "drop")
Scalar = int | float | str | bool | None


class Parameters(BaseModel):
    """A strategy's own settings, in the system's own names. Field metadata feeds the generated controls."""

    model_config = ConfigDict(frozen=True, extra="forbid")


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


def standing(message: Message, effect: Effect | None) -> Message:
    """What stands in the view of a message that is not gone: itself, or what the effect leaves of it.

    A blanked tool result keeps its id and loses its content and images.
    """
    if effect is None or effect.fate == "keep":
        return message
    if effect.instead is not None:
        return effect.instead
    return message if effect.text is None else message.model_copy(update={"parts": _blanked(message, effect.text)})


def _count_blanked(message: Message, text: str, counter: TokenCounter) -> int:
    """Tokens of a message with ``text`` as its tool output; thousands of them are counted in one plan."""
    parts = _blanked(message, text)
    if len(parts) < len(message.parts) or message.summary is not None:  # then the frame may be another one too
        return count_message(message.model_copy(update={"parts": parts}), counter)
    return count_message(message, counter, parts)


def _blanked(message: Message, text: str) -> tuple[Part, ...]:
    parts: list[Part] = [
        # made anew: copying so small a record takes longer
        ToolResult(call_id=part.call_id, text=text, is_error=part.is_error) if part.kind == "tool_result" else part
        for part in message.parts
        if part.kind != "image"
    ]
    return tuple(parts)


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
        return _count_blanked(self.session.messages[row], text or "", counter)

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

    def rungs(self, request: SummaryRequest) -> Iterator[SummaryRequest]:
        """The request, then the smaller ones the system sends when its summarizer says that it is too long."""
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


strategies: Registry[Strategy] = Registry("strategy", "compaction_core.strategies")
