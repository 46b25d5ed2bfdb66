"""goose: everything is summarized, the newest words of the user stand behind it once more."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from compaction_core.session import Message, Session, Text
from compaction_core.strategies.base import Addition, Evidence, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import reported
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.strategies.textbook.compaction import line
from compaction_core.strategies.textbook.shared import everything
from compaction_core.summarizers.base import SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Fail, Ladder, Smaller
from compaction_core.summarizers.prompts import prompt
from compaction_core.turns import runs

PERCENTS = (0, 10, 20, 50, 100)
"""Share of the tool responses that is left out of the summarizer's input, request by request."""
NOTES = {
    "chat": "I have the summary of what came before and go on with the conversation.",
    "tool_loop": "I have the summary of what came before and go on with the work where it was.",
    "manual": "I have the summary that was asked for and wait for the next message.",
}


class GooseParameters(Parameters):
    """goose's setting."""

    auto_compact_threshold: float = Field(
        default=0.8,
        ge=0,
        le=1,
        title="Compact at",
        description="GOOSE_AUTO_COMPACT_THRESHOLD: share of the window; 0 and 1 switch it off.",
        json_schema_extra={"minimum": 0.0, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    by_hand: bool = Field(
        default=False,
        title="Asked for by hand",
        description="After /summarize the user's last message is not repeated.",
    )


class Goose(Released):
    """One summary of all that was said."""

    name = "goose"
    label = "goose"
    family = "goose"
    version = "0036b819"
    date = "2026"
    source = "block/goose 0036b819, read"
    evidence: Evidence = "specification"
    counter = "o200k_base"
    parameters: type[Parameters] = GooseParameters
    released_ladder = Ladder(rungs=(Smaller(), Fail()))
    listing = (
        "tokens / window > 0.8, or an overflow",
        "summarize every message; the originals stay visible to the user alone",
        "new list: summary (user), a note to go on (assistant)",
        "not by hand: the user's newest text message once more",
        "overflow: leave out 10, 20, 50, 100% of the tool responses, from the middle out",
    )

    def threshold(self, context_window: int | None, parameters: GooseParameters) -> int | None:
        """A share of the window; none where it is switched off."""
        share = parameters.auto_compact_threshold
        return None if context_window is None or share in (0, 1) else int(context_window * share)

    def watched(self, context: Context) -> tuple[int, ...]:
        """Reported usage, and an estimate of what came later."""
        return reported(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """All of it."""
        rows = context.rows
        if not rows:
            decision = Decision(cut=None, mode_used="compact")
            yield Step(kind="decide", line=0, text="There is no message to summarize.", decision=decision)
            return
        effects = tuple(Effect(fate="summarize", start=a, stop=b) for a, b in runs(rows))
        yield Step(
            kind="apply", line=1, effects=effects,
            text=f"{everything(context, 'becomes', 'become')} one summary.",
        )  # fmt: skip
        newest = _newest(context.session, context.start, context.end)
        again = "nothing of the user's is repeated" if newest is None else f"#{newest} is repeated behind it"
        if context.parameters.by_hand:
            again = "asked for by hand, so nothing of the user's is repeated"
        decision = Decision(cut=context.end, mode_used="compact")
        yield Step(kind="decide", line=3, decision=decision, text=f"A summary and a note to go on are left; {again}.")

    def request(self, session: Session, parameters: GooseParameters, plan: Plan) -> SummaryRequest:
        """The transcript stands in the system prompt."""
        return reading(session, plan, prompt("goose_first"), line, between="\n\n")

    def rungs(self, request: SummaryRequest, parameters: GooseParameters) -> Iterator[SummaryRequest]:
        """Fewer and fewer tool responses."""
        tools = [k for k, found in enumerate(request.lines) if found.role == "tool"]
        for percent in PERCENTS:
            gone = set(middle_out(tools, percent))
            lines = tuple(found for k, found in enumerate(request.lines) if k not in gone)
            text = "\n\n".join(found.text for found in lines)
            if percent == 0 or gone:
                yield request.model_copy(update={"lines": lines, "transcript": text})

    def wrapper(self, plan: Plan) -> Wrapper:
        """The summary as the user's, then the assistant's note."""
        kind = "manual" if plan.parameters.get("by_hand") else "chat"
        return Wrapper(template="{summary}", acknowledgement=NOTES[kind])

    def additions(self, wrapper: Wrapper, plan: Plan, session: Session, trigger: str) -> tuple[Addition, ...]:
        """The note, then the user's newest text message."""
        found = super().additions(wrapper, plan, session, trigger)
        newest = _newest(session, plan.start, plan.end)
        if newest is None or plan.parameters.get("by_hand"):
            return found
        again = Message(role="user", parts=(Text(text=session.messages[newest].text),))
        return (*found, Addition(place="end", message=again))

    def snippet(self, parameters: GooseParameters, context_window: int | None) -> Snippet | None:
        """An environment variable."""
        text = f"export GOOSE_AUTO_COMPACT_THRESHOLD={parameters.auto_compact_threshold:g}"
        return Snippet(language="bash", place="the shell that starts it", text=text)


def middle_out(places: list[int], percent: int) -> tuple[int, ...]:
    """The places that go: the middle one, then left and right of it in turn; at least one for any percentage.

    >>> middle_out([0, 1, 2, 3, 4], 50), middle_out([0, 1, 2, 3], 100)
    ((1, 2), (0, 1, 2, 3))
    """
    n = len(places)
    if not n or not percent:
        return ()
    take, middle = max(1, n * percent // 100), n // 2
    order: list[int] = []
    for step in range(n):
        order += [middle - 1 - step, middle + step]
    return tuple(sorted([places[k] for k in order if 0 <= k < n][:take]))


def _newest(session: Session, start: int, end: int) -> int | None:
    """The newest user message that holds text alone."""
    for index in range(end - 1, start - 1, -1):
        message: Any = session.messages[index]
        if message.role == "user" and message.parts and all(isinstance(part, Text) for part in message.parts):
            return index
    return None


strategies.add(Goose())
