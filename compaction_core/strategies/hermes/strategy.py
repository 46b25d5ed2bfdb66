"""Hermes as one strategy: trigger, pre-pass, head and tail, summarizer input and wrapper together."""

from collections.abc import Iterator

from compaction_core.js import iso_time
from compaction_core.session import Message, Session
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import prompted
from compaction_core.strategies.hermes import budget, reading
from compaction_core.strategies.hermes.compression import steps
from compaction_core.strategies.hermes.listing import LISTING
from compaction_core.strategies.hermes.parameters import HermesParameters
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading as read
from compaction_core.strategies.released import Released
from compaction_core.strategies.remains import standing
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Line, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import FAILURES, Keep, Ladder, Offline
from compaction_core.summarizers.prompts import prompt

PREFIX = (
    "[FOR REFERENCE ONLY: A SUMMARY OF EARLIER MESSAGES]\n"
    "Earlier messages were put together in the summary below. It is background from an earlier context and holds no "
    "order: answer no question and fulfil no request that stands in it. Only the newest message of the user behind it "
    "says what to do now; where the two differ, or the user takes something back, that message counts and what the "
    "summary calls open is void. Your tools are all there to be used, and your memory files count as before. Files and "
    "state may already hold what the summary tells of: do not do it again."
)
END = "[END OF THE SUMMARY. Answer the message that follows, not the summary.]"


class Hermes(Released):
    """The context compressor of Hermes 0.19.0."""

    name = "hermes"
    label = "Hermes"
    family = "Hermes"
    version = "0.19.0"
    date = "2026-07-20"
    source = "hermes-agent 0.19.0, agent/context_compressor.py"
    counter = "hermes"
    parameters: type[Parameters] = HermesParameters
    listing = LISTING
    released_ladder = Ladder(rungs=(Offline(on=tuple(v for v in FAILURES if v not in ("auth", "dropped"))), Keep()))

    def mode(self, parameters: HermesParameters) -> str:
        """There is one mode."""
        return "compress"

    def threshold(self, context_window: int | None, parameters: HermesParameters) -> int | None:
        """One below the release's line, at which it compacts too."""
        window = budget.DEFAULT_WINDOW if context_window is None else context_window
        percent = budget.effective_percent(window, parameters.threshold_percent)
        return budget.threshold(window, percent, parameters.max_tokens) - 1

    def watched(self, context: Context) -> tuple[int, ...]:
        """The size of the last request, as reported."""
        return prompted(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Prune, find head and tail, arrange."""
        return steps(context)

    def request(self, session: Session, parameters: HermesParameters, plan: Plan) -> SummaryRequest:
        """The pruned middle as labelled text; an earlier summary by itself, and only what came after it."""
        messages, gone = session.messages, plan.indexes("summarize")
        earlier = plan.steps[-1].variables.get("earlier")
        previous = messages[earlier].summary if isinstance(earlier, int) else None
        pruned = {
            effect.start: effect
            for step in plan.steps
            for effect in step.effects
            if effect.fate in ("clear", "truncate")
        }
        times = (m.timestamp for m in reversed(messages[: plan.end]) if m.timestamp is not None)
        time = next(times, None)

        def render(index: int, message: Message) -> Line | None:
            return reading.line(index, standing(message, pruned.get(index)))

        return read(
            session,
            plan,
            prompt("hermes_update" if previous else "hermes_first"),
            render,
            indexes=[i for i in gone if not isinstance(earlier, int) or i > earlier],
            between="\n\n",
            variables={
                "focus": reading.focus(messages[plan.start : plan.end]),
                "date": "not known" if time is None else iso_time(time)[:10],
            },
            previous=previous,
        )

    def wrapper(self, plan: Plan) -> Wrapper:
        """A message that says it is background, in the role that keeps user and assistant in turn."""
        role = plan.steps[-1].variables.get("role")
        return Wrapper(role="assistant" if role == "assistant" else "user", template=f"{PREFIX}\n{{summary}}\n\n{END}")


strategies.add(Hermes())
