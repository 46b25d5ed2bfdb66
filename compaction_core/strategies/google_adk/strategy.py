"""ADK's event compaction as one strategy: both triggers, the range, the request and the placement together."""

from collections.abc import Iterator
from typing import Any

from compaction_core.session import Session
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.google_adk import steps, telling, transcript, trigger
from compaction_core.strategies.google_adk.parameters import GoogleAdkParameters
from compaction_core.strategies.google_adk.sizes import tool_names
from compaction_core.strategies.growth import after_turns
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_call
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Keep, Ladder
from compaction_core.summarizers.prompts import prompt


class GoogleAdk(Released):
    """Google's Agent Development Kit 2.13.0 for Python."""

    name = "google-adk"
    label = "Google ADK"
    family = "Google ADK"
    version = "2.13.0"
    date = "2026"
    source = "google-adk 2.13.0, apps/compaction.py, flows/llm_flows/context/_compaction.py"
    counter = trigger.NAME
    parameters: type[Parameters] = GoogleAdkParameters
    listing = telling.LISTING
    released_ladder = Ladder(rungs=(Keep(),), accept_blank=True)

    def mode(self, parameters: GoogleAdkParameters) -> str:
        """The way that is tried first."""
        return "sliding_window" if parameters.event_retention_size is None else "token_threshold"

    def threshold(self, context_window: int | None, parameters: GoogleAdkParameters) -> int | None:
        """At or above the threshold: the line is one below it. Invocations have no line of tokens."""
        limit = parameters.threshold(context_window)
        return None if limit is None else limit - 1

    def watched(self, context: Context) -> tuple[int, ...]:
        """The prompt that a provider last reported, else an estimate of what would be sent."""
        return trigger.seen(context)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """After every invocation; by tokens before every call too."""
        return trigger.looks(context, context.parameters.event_retention_size is not None)

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """By tokens wherever it looks, by invocations after one has ended."""
        by_tokens = super().fires(context, watched, looked)
        interval = context.parameters.compaction_interval
        if interval is None:
            return by_tokens
        ends, new = after_turns(context), trigger.new_invocations(context)
        return tuple(a or (end and n >= interval) for a, end, n in zip(by_tokens, ends, new, strict=True))

    def steps(self, context: Context) -> Iterator[Step]:
        """The ways in turn."""
        return steps.steps(context)

    def request(self, session: Session, parameters: GoogleAdkParameters, plan: Plan) -> SummaryRequest:
        """The events of the range, an earlier summary as the first of them, behind the prompt."""
        messages = session.messages
        names = tool_names((i, messages[i]) for i in range(plan.start, plan.end))
        found = reading(
            session,
            plan,
            prompt("google_adk_first"),
            lambda index, message: transcript.line(index, message, names),
        )
        own = parameters.prompt_template
        if own is None:
            return found
        return found.model_copy(
            update={"prompt": "own", "instructions": own.replace("{conversation_history}", "").strip()}
        )

    def wrapper(self, plan: Plan) -> Wrapper:
        """The bare summary as a message of the model."""
        return Wrapper(role="assistant", template="{summary}")

    def snippet(self, parameters: GoogleAdkParameters, context_window: int | None) -> Snippet | None:
        """The constructor with the pairs that are switched on."""
        arguments: dict[str, Any] = {}
        threshold = parameters.threshold(context_window)
        if threshold is not None:
            arguments |= {"token_threshold": threshold, "event_retention_size": parameters.event_retention_size}
        if parameters.compaction_interval is not None:
            interval, overlap = parameters.compaction_interval, parameters.overlap_size
            arguments |= {"compaction_interval": interval, "overlap_size": overlap}
        imports = "from google.adk.apps.app import EventsCompactionConfig"
        if not arguments:
            return None
        if parameters.prompt_template is not None:
            template = f"raw:LlmEventSummarizer(llm=llm, prompt_template={parameters.prompt_template!r})"
            arguments["summarizer"] = template
            imports += "\nfrom google.adk.apps.llm_event_summarizer import LlmEventSummarizer"
        return as_call("the events_compaction_config of your App", "EventsCompactionConfig", arguments, imports)


strategies.add(GoogleAdk())
