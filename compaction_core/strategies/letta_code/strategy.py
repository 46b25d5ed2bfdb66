"""Letta Code as one strategy: trigger, search, summarizer input and wrapper together."""

from collections.abc import Iterator

from compaction_core.session import Message, Session
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.letta_code import alert, ladder, search, transcript, trigger
from compaction_core.strategies.letta_code.parameters import LettaCodeParameters
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_json, changed
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Fail, Ladder, Smaller
from compaction_core.summarizers.prompts import prompt


class LettaCode(Released):
    """The local backend of Letta Code 0.30.29."""

    name = "letta-code"
    label = "Letta Code"
    family = "Letta"
    version = "0.30.29"
    date = "2026-08-22"
    source = "letta-code 1f4d3e3e, compaction.ts:575-641"
    counter = "letta-code"
    own_list = True
    parameters: type[Parameters] = LettaCodeParameters
    listing = search.LISTING
    released_ladder = Ladder(rungs=(Smaller(), Fail()), accept_blank=True)

    def mode(self, parameters: LettaCodeParameters) -> str:
        """The mode asked for."""
        return parameters.mode

    def threshold(self, context_window: int | None, parameters: LettaCodeParameters) -> int | None:
        """W − min(16,384, W / 5), of the trigger window if that differs."""
        if parameters.threshold_tokens is not None:
            return parameters.threshold_tokens
        window = context_window if parameters.trigger_window is None else parameters.trigger_window
        return trigger.threshold(window)

    def watched(self, context: Context) -> tuple[int, ...]:
        """The last reported usage plus an estimate of what came later."""
        return trigger.watched(context)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """Before the model is called for a user message, and after each answer."""
        return trigger.looks(context.messages)

    def steps(self, context: Context) -> Iterator[Step]:
        """The search for a cut."""
        return search.steps(context, context.parameters.mode)

    def request(self, session: Session, parameters: LettaCodeParameters, plan: Plan) -> SummaryRequest:
        """One user message with the transcript; the prompt stands as the system message."""
        messages = session.messages
        indexes = plan.indexes("summarize")
        lines = transcript.lines((i, messages[i]) for i in indexes)
        preset = prompt(f"letta_code_{plan.mode_used}")
        own = parameters.prompt if plan.fallback_reason is None else None
        return SummaryRequest(
            prompt="own" if own is not None else preset.name,
            instructions=own if own is not None else preset.filled(),
            transcript=transcript.transcript(lines),
            lines=lines,
            indexes=indexes,
            messages=tuple(messages[i] for i in indexes),
            previous_summary=next((messages[i].summary for i in indexes if messages[i].summary), None),
            clip_chars=parameters.clip_chars,
        )

    def rungs(self, request: SummaryRequest, parameters: LettaCodeParameters) -> Iterator[SummaryRequest]:
        """Ten smaller transcripts, down to 2,000 characters."""
        return ladder.rungs(request)

    def wrapper(self, plan: Plan) -> Wrapper:
        """A user message in front of the kept ones: a JSON alert whose count is one too low."""
        return alert.wrapper(plan)

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """The JSON alert, or the plain template where the wrapper says so."""
        return alert.message(wrapper, summary, plan, session, trigger)

    def snippet(self, parameters: LettaCodeParameters, context_window: int | None) -> Snippet | None:
        """An agent's settings, as the agents API takes them."""
        names = ("mode", "sliding_window_percentage", "clip_chars", "prompt")
        found = changed(parameters)
        settings = {name: found[name] for name in names if name in found}
        data = {"context_window_limit": context_window, "compaction_settings": settings}
        return as_json("the agent's settings", {k: v for k, v in data.items() if v not in (None, {})})

    def again(self, plan: Plan, summary: Summary) -> Parameters | None:
        """A sliding window whose result still fills the planner's window: everything, with the default prompt."""
        after = alert.stats(plan, summary, "")["context_tokens_after"]
        if plan.mode_used != "sliding_window" or plan.context_window is None or after < plan.context_window:
            return None
        return self.parameters.model_validate({**plan.parameters, "mode": "all", "prompt": None})


strategies.add(LettaCode())
