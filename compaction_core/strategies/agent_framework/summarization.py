"""Agent Framework's strategy that asks a model."""

from collections.abc import Iterator, Mapping
from typing import Any

from compaction_core.session import Session, Text
from compaction_core.strategies.agent_framework import summarizing, transcript
from compaction_core.strategies.agent_framework.groups import Group, grouped
from compaction_core.strategies.agent_framework.parameters import SummarizationParameters
from compaction_core.strategies.agent_framework.shared import AgentFramework, constructor
from compaction_core.strategies.agent_framework.standing import Material, material
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import numbered
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.snippet import Snippet, changed
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Keep, Ladder
from compaction_core.summarizers.prompts import prompt
from compaction_core.tokens import counters


def estimated(characters: int) -> int:
    """The release's estimate of a text: a quarter of the characters, rounded down, at least 1."""
    return max(1, characters // 4)


class Summarization(AgentFramework):
    """Summarize old groups."""

    name = "agent-framework-summarization"
    label = "Agent Framework, summarization"
    word = summarizing.MODE
    unit = "messages"
    parameters: type[Parameters] = SummarizationParameters
    listing = summarizing.LISTING
    released_ladder = Ladder(rungs=(Keep(),))

    def threshold(self, context_window: int | None, parameters: SummarizationParameters) -> int | None:
        """More messages than those kept and the threshold together."""
        return parameters.target_count + parameters.threshold

    def watched(self, context: Context) -> tuple[int, ...]:
        """Messages so far."""
        return numbered(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Select and place, with the size of a request by the context's counter."""
        found, parameters = material(context), context.parameters
        own = parameters.prompt
        if context.measured.counter not in counters.names() or context.measured.counter == self.counter:
            tokens = summarizing.RELEASED_PROMPT_TOKENS if own is None else estimated(len(own))
            return summarizing.steps(found, parameters, _by_characters(found), tokens)
        counter = counters.get(context.measured.counter)

        def size(text: str) -> int:
            return counter.tokens(counter.units(Text(text=text)))

        def cost(group: Group, first: int) -> int:
            told = (found.messages[place] for place in group.places)
            text = (f"{number}{transcript.body(message)}" for number, message in enumerate(told, start=first))
            return size(transcript.BETWEEN.join(text))

        instructions = prompt("agent_framework_first").filled() if own is None else own
        return summarizing.steps(found, parameters, cost, size(instructions), size(transcript.BETWEEN))

    def request(self, session: Session, parameters: SummarizationParameters, plan: Plan) -> SummaryRequest:
        """The selected groups, one after another: a result that stands apart is read behind its call."""
        messages, gone = session.messages, set(plan.indexes("summarize"))
        rows = [i for i in range(plan.start, plan.end) if not messages[i].is_prompt]
        groups = grouped([messages[row] for row in rows]) if gone else ()
        order = [rows[place] for group in groups for place in group.places if rows[place] in gone]
        lines = tuple(transcript.lines((i, messages[i]) for i in order))
        asked = prompt("agent_framework_first")
        own = parameters.prompt
        return SummaryRequest(
            prompt=asked.name if own is None else "own",
            instructions=asked.filled() if own is None else own,
            transcript=transcript.BETWEEN.join(line.text for line in lines),
            lines=lines,
            indexes=tuple(sorted(order)),
            messages=tuple(messages[i] for i in sorted(order)),
        )

    def wrapper(self, plan: Plan) -> Wrapper:
        """The bare summary as an assistant message, where the first selected group stood."""
        return Wrapper(role="assistant", template="{summary}")

    def snippet(self, parameters: SummarizationParameters, context_window: int | None) -> Snippet | None:
        """The constructor; the summarizer's client is required."""
        arguments: Mapping[str, Any] = {"client": "raw:client", **changed(parameters)}
        return constructor("SummarizationStrategy", arguments)


def _by_characters(found: Material) -> summarizing.Cost:
    """The release's estimate of a group's lines."""

    def cost(group: Group, first: int) -> int:
        sizes = (len(transcript.body(found.messages[place])) for place in group.places)
        return estimated(transcript.chars(sizes, first))

    return cost


strategies.add(Summarization())
