"""Strands' two conversation managers as strategies."""

from collections.abc import Iterator
from typing import Any

from compaction_core.session import Session
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import before_calls, reported
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import labelled, reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_call, changed
from compaction_core.strategies.step import Step
from compaction_core.strategies.strands import sliding, summarizing, trigger
from compaction_core.strategies.strands.parameters import (
    ManagerParameters,
    SlidingWindowParameters,
    SummarizingParameters,
)
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.ladder import Fail, Ladder
from compaction_core.summarizers.prompts import prompt


class _Manager(Released):
    """What both managers share."""

    family = "Strands"
    version = "1.62.0"
    date = "2026-10-21"
    counter = "strands"

    def mode(self, parameters: ManagerParameters) -> str:
        """Why it is called, as asked for."""
        return parameters.mode


class StrandsSummarizing(_Manager):
    """SummarizingConversationManager."""

    name = "strands-summarizing"
    label = "Strands, summarizing"
    source = "strands-agents 1.62.0, summarizing_conversation_manager.py"
    parameters: type[Parameters] = SummarizingParameters
    listing = summarizing.LISTING
    released_ladder = Ladder(rungs=(Fail(),))

    def threshold(self, context_window: int | None, parameters: SummarizingParameters) -> int | None:
        """The window, which the provider refuses to exceed; one below the proactive share where that is on."""
        return trigger.line(context_window, parameters)

    def watched(self, context: Context) -> tuple[int, ...]:
        """The last reported total plus an estimate of what came later."""
        return reported(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Count messages, keep pairs whole."""
        return summarizing.steps(context)

    def request(self, session: Session, parameters: SummarizingParameters, plan: Plan) -> SummaryRequest:
        """The messages as they are, and the request to summarize them."""
        found = reading(session, plan, prompt("strands_first"), labelled, between="\n\n")
        own = parameters.summarization_system_prompt
        return found if own is None else found.model_copy(update={"prompt": "own", "instructions": own})

    def snippet(self, parameters: SummarizingParameters, context_window: int | None) -> Snippet | None:
        """The manager's constructor."""
        return _constructor("SummarizingConversationManager", parameters)


class StrandsSlidingWindow(_Manager):
    """SlidingWindowConversationManager, what an agent has that is told nothing else."""

    name = "strands-sliding-window"
    label = "Strands, sliding window"
    source = "strands-agents 1.62.0, sliding_window_conversation_manager.py"
    unit = "messages"
    parameters: type[Parameters] = SlidingWindowParameters
    listing = sliding.LISTING

    def threshold(self, context_window: int | None, parameters: SlidingWindowParameters) -> int | None:
        """The window's number of messages."""
        return parameters.window_size

    def watched(self, context: Context) -> tuple[int, ...]:
        """Messages of Strands' list."""
        return trigger.messages_so_far(context)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """At the messages when a turn has ended; at the tokens before every call."""
        both = zip(trigger.window_looks(context), before_calls(context), strict=True)
        return tuple(ended or called for ended, called in both)

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """Too many messages when a turn has ended, or before a call more tokens than fit."""
        return tuple(trigger.window_fires(context, watched))

    def steps(self, context: Context) -> Iterator[Step]:
        """Shorten or delete."""
        return sliding.steps(context)

    def snippet(self, parameters: SlidingWindowParameters, context_window: int | None) -> Snippet | None:
        """The manager's constructor."""
        return _constructor("SlidingWindowConversationManager", parameters)


def _constructor(name: str, parameters: ManagerParameters) -> Snippet:
    """``Agent(conversation_manager=…)``; a share of its own turns the switch into a dictionary."""
    found: dict[str, Any] = changed(parameters)
    found.pop("mode", None)
    threshold = found.pop("compression_threshold", None)
    if parameters.proactive_compression and threshold is not None:
        found["proactive_compression"] = {"compression_threshold": threshold}
    return as_call(
        "Agent(conversation_manager=…)", name, found, f"from strands.agent.conversation_manager import {name}"
    )


strategies.add(StrandsSummarizing())
strategies.add(StrandsSlidingWindow())
