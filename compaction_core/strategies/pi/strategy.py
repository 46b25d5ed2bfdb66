"""pi as one strategy: trigger, cut, both requests, file lists and placement together."""

from collections.abc import Iterator, Sequence

from compaction_core.session import Message, Session, Text
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import reported
from compaction_core.strategies.pi import steps, transcript, trigger
from compaction_core.strategies.pi.files import appended, file_lists
from compaction_core.strategies.pi.parameters import PiParameters
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_json, changed
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper, filled
from compaction_core.summarizers.ladder import Fail, Ladder
from compaction_core.summarizers.prompts import prompt
from compaction_core.summarizers.turn_prefix import joined

NO_HISTORY = "(nothing stood before this turn)"


class Pi(Released):
    """The pi coding agent 0.73.1; the setting ``release`` goes back to 0.58.3."""

    name = "pi"
    label = "pi"
    family = "pi"
    version = "0.73.1"
    date = "2026"
    source = "npm @mariozechner/pi-coding-agent 0.73.1, compaction.js, utils.js"
    counter = "pi"
    parameters: type[Parameters] = PiParameters
    listing = steps.LISTING
    released_ladder = Ladder(rungs=(Fail(),), accept_blank=True)

    def threshold(self, context_window: int | None, parameters: PiParameters) -> int | None:
        """W − reserve, strictly exceeded; none where it is switched off."""
        if context_window is None or not parameters.enabled:
            return None
        return trigger.threshold(context_window, parameters.reserve_tokens)

    def watched(self, context: Context) -> tuple[int, ...]:
        """The last reported usage plus an estimate of what came later."""
        return reported(context)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """After the answer that ends a turn."""
        return trigger.looks(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """The walk from the end."""
        return steps.steps(context)

    def request(self, session: Session, parameters: PiParameters, plan: Plan) -> SummaryRequest:
        """The history's request with that of the cut turn's start in ``turn_prefix``.

        Where nothing stands before the turn, the turn's is the only one, as pi asks for no other.
        """
        history, prefix = _halves(session, plan)
        if prefix and not history:
            return _turn(session, plan, prefix)
        earlier = _previous(session, plan)
        focus = parameters.custom_instructions
        found = reading(
            session,
            plan,
            prompt("pi_first" if earlier is None else "pi_update"),
            transcript.line,
            indexes=history,
            between=transcript.BETWEEN,
            frame=transcript.FRAME,
            variables={"focus": f"Pay special attention to: {focus}" if focus else ""},
            previous=earlier,
        )
        return found.model_copy(update={"turn_prefix": _turn(session, plan, prefix)}) if prefix else found

    def snippet(self, parameters: PiParameters, context_window: int | None) -> Snippet | None:
        """pi's settings file."""
        names = {"enabled": "enabled", "reserve_tokens": "reserveTokens", "keep_recent_tokens": "keepRecentTokens"}
        found = {names[name]: value for name, value in changed(parameters).items() if name in names}
        return as_json(".pi/settings.json", {"compaction": found})

    def wrapper(self, plan: Plan) -> Wrapper:
        """A user message in front of the kept ones."""
        template = (
            "What stood before this point is compacted. This summary holds it:\n\n<summary>\n{summary}\n</summary>"
        )
        return Wrapper(template=template)

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """The summary with the lists of files behind it; its time is that of the last planned message that has one."""
        history, prefix = _halves(session, plan)
        text = joined(NO_HISTORY, summary.text) if prefix and not history else summary.text
        files = file_lists((session.messages[i] for i in (*history, *prefix)), _previous(session, plan))
        stored = summary.model_copy(update={"text": appended(text, files)})
        times = (m.timestamp for m in reversed(session.messages[: plan.end]) if m.timestamp is not None)
        return Message(
            role=wrapper.role,
            parts=(Text(text=filled(wrapper, stored)),),
            summary=stored.text,
            timestamp=next(times, None),
        )


def _halves(session: Session, plan: Plan) -> tuple[list[int], list[int]]:
    """Session indexes of the history and of the cut turn's start."""
    turn = plan.steps[-1].variables.get("turn_start")
    gone = [i for i in plan.indexes("summarize") if session.messages[i].summary is None]
    split = len(gone) if turn is None else sum(i < int(turn) for i in gone)
    return gone[:split], gone[split:]


def _previous(session: Session, plan: Plan) -> str | None:
    """The text of the last summary among the planned messages."""
    summaries = (session.messages[i].summary for i in range(plan.end - 1, plan.start - 1, -1))
    return next((text for text in summaries if text is not None), None)


def _turn(session: Session, plan: Plan, prefix: Sequence[int]) -> SummaryRequest:
    found = reading(
        session,
        plan,
        prompt("pi_turn_prefix"),
        transcript.line,
        indexes=prefix,
        between=transcript.BETWEEN,
        frame=transcript.FRAME,
    )
    messages = tuple(session.messages[i] for i in prefix)
    return found.model_copy(update={"indexes": tuple(prefix), "messages": messages})


strategies.add(Pi())
