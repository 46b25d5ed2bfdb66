"""LangChain's three ways as strategies: trigger, steps, request, placement and settings together."""

from collections.abc import Iterator
from typing import Any

from compaction_core.session import Message, Session
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import numbered
from compaction_core.strategies.langchain import (
    clearing_steps,
    summarization,
    summarization_listing,
    transcript,
    trigger,
    trimming_steps,
)
from compaction_core.strategies.langchain.parameters import (
    ClearToolUsesParameters,
    SummarizationParameters,
    TrimMessagesParameters,
)
from compaction_core.strategies.langchain.reported import plain, watched
from compaction_core.strategies.langchain.snippets import clear_tool_uses, summarization_middleware, trim_messages
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Line, Summary, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Fail, Ladder, Retry, Smaller
from compaction_core.summarizers.prompts import prompt

UNREAD = "(The conversation so far was too long to be summarized.)"
"""The fixed sentence where nothing reaches the summarizer."""


class _LangChain(Released):
    """What the three share."""

    family = "LangChain"
    date = "2026"
    counter = "langchain"
    own_list = True


class LangChainSummarization(_LangChain):
    """``SummarizationMiddleware``: one summary in front of the newest messages."""

    name = "langchain"
    label = "LangChain, summarization"
    version = "1.5.2"
    source = "langchain 1.5.2, agents/middleware/summarization.py; langchain-core 1.8.3, messages/utils.py"
    parameters: type[Parameters] = SummarizationParameters
    listing = summarization_listing.LISTING
    released_ladder = Ladder(
        rungs=(Retry(times=2, on=("timeout", "rate_limit", "server_error", "dropped", "garbage")), Smaller(), Fail()),
        accept_blank=True,
    )

    def mode(self, parameters: Any) -> str:
        """Its own name."""
        return summarization_listing.MODE

    def threshold(self, context_window: int | None, parameters: SummarizationParameters) -> int | None:
        """One below the tokens of the lowest trigger that asks for tokens alone."""
        return trigger.line(parameters.clauses, context_window)

    def watched(self, context: Context) -> tuple[int, ...]:
        """The list without system prompt and tools, or the newest answer's report if that is more."""
        return watched(context)

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """Where any clause is met."""
        needed = trigger.needs(context.parameters.clauses, context.context_window)
        return tuple(
            look and trigger.reached(needed, size, seen)
            for seen, size, look in zip(watched, numbered(context), looked, strict=True)
        )

    def steps(self, context: Context) -> Iterator[Step]:
        """Look, cut, read, place."""
        return summarization.steps(context)

    def request(self, session: Session, parameters: SummarizationParameters, plan: Plan) -> SummaryRequest:
        """What is left of the messages that go, after the trimming."""
        gone = plan.indexes("summarize")
        values = plan.steps[-1].variables
        first = values.get("read_from")
        blocks, chars = values.get("part_blocks"), values.get("part_chars")
        read = () if first is None else tuple(i for i in gone if i >= int(first))

        def render(index: int, message: Message) -> Line | None:
            if blocks is None or chars is None or index != first:
                return transcript.line(index, message)
            return transcript.line(index, *transcript.tail(message, int(blocks), int(chars)))

        return reading(
            session,
            plan,
            prompt("langchain_first"),
            render,
            indexes=read,
            between=transcript.BETWEEN,
            frame=transcript.FRAME if read else ("", ""),
        )

    def rungs(self, request: SummaryRequest, parameters: SummarizationParameters) -> Iterator[SummaryRequest]:
        """One smaller request, without the middle."""
        return transcript.rungs(request)

    def wrapper(self, plan: Plan) -> Wrapper:
        """A user message in front of the kept ones, with a line in front."""
        return Wrapper(template="This is a summary of the conversation so far:\n\n{summary}")

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """The template; a fixed sentence where nothing was left to read and no model is asked."""
        if plan.steps[-1].variables.get("read") == 0:
            summary = summary.model_copy(update={"text": UNREAD})
        return super().message(wrapper, summary, plan, session, trigger)

    def snippet(self, parameters: SummarizationParameters, context_window: int | None) -> Snippet | None:
        """The middleware's constructor."""
        return summarization_middleware(parameters, context_window)


class LangChainClearToolUses(_LangChain):
    """``ContextEditingMiddleware`` with ``ClearToolUsesEdit``: old tool results leave a placeholder in each request."""

    name = "langchain-clear-tool-uses"
    label = "LangChain, clear tool uses"
    version = "1.5.2"
    source = "langchain 1.5.2, agents/middleware/context_editing.py"
    parameters: type[Parameters] = ClearToolUsesParameters
    listing = clearing_steps.LISTING

    def mode(self, parameters: Any) -> str:
        """There is one."""
        return clearing_steps.MODE

    def threshold(self, context_window: int | None, parameters: ClearToolUsesParameters) -> int | None:
        """The number itself: the window does not matter."""
        return parameters.trigger

    def watched(self, context: Context) -> tuple[int, ...]:
        """The list without system prompt and tools."""
        return plain(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Look, go through the results, clear."""
        return clearing_steps.steps(context)

    def snippet(self, parameters: ClearToolUsesParameters, context_window: int | None) -> Snippet | None:
        """The middleware's constructor."""
        return clear_tool_uses(parameters)


class LangChainTrimMessages(_LangChain):
    """``trim_messages`` before each call of the model: what does not fit is gone."""

    name = "langchain-trim-messages"
    label = "LangChain, trim messages"
    version = "1.8.3"
    source = "langchain-core 1.8.3, messages/utils.py, trim_messages"
    parameters: type[Parameters] = TrimMessagesParameters
    listing = trimming_steps.LISTING

    def mode(self, parameters: Any) -> str:
        """There is one."""
        return trimming_steps.MODE

    def threshold(self, context_window: int | None, parameters: TrimMessagesParameters) -> int | None:
        """What may stay."""
        return context_window if parameters.max_tokens is None else parameters.max_tokens

    def watched(self, context: Context) -> tuple[int, ...]:
        """The list without system prompt and tools."""
        return plain(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Search, cut, drop."""
        return trimming_steps.steps(context)

    def snippet(self, parameters: TrimMessagesParameters, context_window: int | None) -> Snippet | None:
        """The call."""
        return trim_messages(parameters, context_window)


strategies.add(LangChainSummarization())
strategies.add(LangChainClearToolUses())
strategies.add(LangChainTrimMessages())
