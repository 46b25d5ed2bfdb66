"""The second core of opencode 1.18.34 as a strategy."""

from collections.abc import Iterator

from compaction_core.session import Message, Session
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.opencode import second_core
from compaction_core.strategies.opencode.parameters import SecondCoreParameters
from compaction_core.strategies.opencode.rendering import line
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Line, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Keep, Ladder
from compaction_core.summarizers.prompts import prompt

TEMPLATE = "Summary of the earlier part of this session:\n{summary}"
RECENT = "\n\nWhat follows is its newest part, as text."


class OpencodeSecondCore(Released):
    """The other runner inside 1.18.34."""

    name = "opencode-v2"
    label = "opencode, second core"
    family = "opencode"
    version = "1.18.34"
    date = "2026-11-29"
    source = "opencode-linux-x64 1.18.34 (npm), core session/compaction"
    counter = "opencode"
    parameters: type[Parameters] = SecondCoreParameters
    listing = second_core.LISTING
    released_ladder = Ladder(rungs=(Keep(),))

    def threshold(self, context_window: int | None, parameters: SecondCoreParameters) -> int | None:
        """The window without the longest answer, or without the buffer if that is more."""
        if not parameters.auto or context_window is None:
            return None
        answer = parameters.max_tokens or parameters.output_limit or 0
        return context_window - max(answer, parameters.buffer)

    def steps(self, context: Context) -> Iterator[Step]:
        """What goes on as text, and what is summarized."""
        return second_core.steps(context)

    def request(self, session: Session, parameters: SecondCoreParameters, plan: Plan) -> SummaryRequest:
        """The older entries as text, the earlier summary beside them."""
        messages = session.messages
        found = plan.steps[0].variables.get("previous")
        previous = messages[found].summary if isinstance(found, int) else None

        def render(index: int, message: Message) -> Line | None:
            return line(index, message, second_core.HOW)

        return reading(
            session, plan, prompt("opencode_update_d" if previous else "opencode_first_d"), render,
            indexes=[i for i in plan.indexes("summarize") if messages[i].summary is None], between="\n\n",
            previous=previous,
        )  # fmt: skip

    def wrapper(self, plan: Plan) -> Wrapper:
        """A user message. The release puts the recent texts into it too; here each stays a message of its own."""
        return Wrapper(template=TEMPLATE + (RECENT if plan.indexes("truncate") else ""))


strategies.add(OpencodeSecondCore())
