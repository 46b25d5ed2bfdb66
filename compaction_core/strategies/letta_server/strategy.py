"""The Letta server as one strategy: trigger, search, modes, summarizer input and wrapper together."""

from collections.abc import Iterator

from compaction_core.session import Message, Session
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.letta_server import alert, planning, requests, transcript, trigger
from compaction_core.strategies.letta_server.parameters import LettaServerParameters
from compaction_core.strategies.letta_server.running import PROMPTS
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_json, changed
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Fail, Ladder, Smaller
from compaction_core.summarizers.prompts import Prompt, prompt


class LettaServer(Released):
    """The Python server of Letta 0.16.8."""

    name = "letta-server"
    label = "Letta server"
    family = "Letta"
    version = "0.16.8"
    date = "2026-08-13"
    source = "letta 56ba9c25, services/summarizer: compact.py:42-424, summarizer_sliding_window.py:130-232"
    counter = "letta-server"
    parameters: type[Parameters] = LettaServerParameters
    listing = planning.LISTING
    # Any error of the second request leads to the third, which this ladder cannot say; ``carried`` does it so.
    released_ladder = Ladder(rungs=(Smaller(), Fail()), accept_blank=True)

    def mode(self, parameters: LettaServerParameters) -> str:
        """The mode asked for."""
        return parameters.mode

    def threshold(self, context_window: int | None, parameters: LettaServerParameters) -> int | None:
        """90% of the window, or as an earlier version had it."""
        return trigger.threshold(context_window, parameters.threshold_rule, parameters.agent_handle)

    def watched(self, context: Context) -> tuple[int, ...]:
        """The last total that a provider reported."""
        return trigger.watched(context)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """After each step: an answer and the results of its calls."""
        return trigger.looks(context.messages)

    def steps(self, context: Context) -> Iterator[Step]:
        """Routing, search, check and result."""
        return planning.steps(context)

    def snippet(self, parameters: LettaServerParameters, context_window: int | None) -> Snippet | None:
        """An agent's settings, as the agents API takes them."""
        names = ("mode", "model", "sliding_window_percentage", "clip_chars", "prompt", "prompt_acknowledgement")
        settings = {name: value for name, value in changed(parameters).items() if name in names}
        window = {} if context_window is None else {"llm_config": {"context_window": context_window}}
        return as_json("the agent", {**window, "compaction_settings": settings})

    def request(self, session: Session, parameters: LettaServerParameters, plan: Plan) -> SummaryRequest:
        """A transcript between tags for a separate model; for a self mode the agent's messages as bare lines.

        The agent itself is sent its messages as they are, with the prompt as a last user message; a request that is
        shown and sent here holds text only.
        """
        gone, messages = plan.indexes("summarize"), session.messages
        by_itself = plan.mode_used.startswith("self_")
        again = plan.steps[-1].variables.get("passes") == 2  # the second pass keeps the first one's prompt
        mode = plan.mode if again else plan.mode_used
        preset = prompt(PROMPTS[mode])
        if parameters.prompt is not None and mode == plan.mode:
            preset = Prompt(name="own", title="Own prompt", kind="either", role=preset.role, text=parameters.prompt)
        return reading(
            session,
            plan,
            preset,
            transcript.line,
            frame=("", "") if by_itself else (transcript.PREFIX, transcript.SUFFIX),
            previous=next((messages[i].summary for i in gone if messages[i].summary), None),
            clip_chars=parameters.clip_chars,
        )

    def rungs(self, request: SummaryRequest, parameters: LettaServerParameters) -> Iterator[SummaryRequest]:
        """Tool results of 5,000 characters, then a cut middle; a request does not tell its summarizer's window."""
        return requests.rungs(request, None, parameters.prompt_acknowledgement)

    def wrapper(self, plan: Plan) -> Wrapper:
        """A user message behind the system message: a JSON alert whose count is one too low."""
        return alert.wrapper(plan)

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """The JSON alert, or the plain template where the wrapper says so."""
        return alert.message(wrapper, summary, plan, session, trigger)


strategies.add(LettaServer())
