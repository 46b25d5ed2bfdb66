"""Full compaction: one summary of everything. And its opposite, keeping everything."""

from collections.abc import Iterator
from typing import Any

from compaction_core.session import Message, Session, Text, ToolResult
from compaction_core.strategies.base import Evidence, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading, shortened
from compaction_core.strategies.step import Step, effects
from compaction_core.strategies.textbook.shared import Textbook, ended, everything
from compaction_core.summarizers.base import Line, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Fail, Ladder
from compaction_core.summarizers.prompts import prompt

TOOL_LIMIT = 2_000
"""Characters of a tool result that the summarizer reads; ours."""


def line(index: int, message: Message) -> Line | None:
    """A message as the summarizer of a textbook way reads it."""
    said, dropped = [], 0
    for part in message.parts:
        if isinstance(part, ToolResult):
            text, dropped = shortened(part.text, TOOL_LIMIT)
            said.append(text)
        elif isinstance(part, Text) and part.text:
            said.append(part.text)
    said += [f"→ {call.name}({call.arguments})" for call in message.calls]
    if not said:
        return None
    body = "\n".join(said)
    return Line(index=index, role=message.role, text=f"[{message.role}] {body}", dropped_chars=dropped)


class Summarizing(Textbook):
    """What the two textbook ways with a summary share."""

    released_ladder = Ladder(rungs=(Fail(),))

    def request(self, session: Session, parameters: Any, plan: Plan) -> SummaryRequest:
        """The summarized messages as labelled text, tool results cut short."""
        return reading(session, plan, prompt("textbook_summary"), line, between="\n\n")

    def wrapper(self, plan: Plan) -> Wrapper:
        """A user message with one sentence in front."""
        return Wrapper(template="Summary of the conversation so far:\n\n{summary}")


class Compaction(Summarizing):
    """Everything becomes one summary."""

    name = "textbook-compaction"
    label = "Full compaction"
    word = "compaction"
    listing = (
        "a model reads the whole history",
        "its summary takes the place of every message",
    )

    def steps(self, context: Context) -> Iterator[Step]:
        """All of it."""
        rows = context.rows
        if not rows:
            yield ended(self.word, None, "There is no message to summarize.", 0)
            return
        yield Step(
            kind="apply", line=0, effects=effects(rows, "summarize"),
            text=f"{everything(context, 'becomes', 'become')} one summary.",
        )  # fmt: skip
        yield ended(self.word, context.end, "Only the summary is left.", 1)


class KeepAll(Textbook):
    """Do nothing: what a full window costs without compaction."""

    name = "keep-all"
    label = "Keep everything"
    family = "Baseline"
    date = "2026-11-30"
    source = "no system: the list as it is"
    evidence: Evidence = "baseline"
    word = "keep"
    listing = ("keep every message; the provider refuses the request that does not fit",)

    def threshold(self, context_window: int | None, parameters: Any) -> int | None:
        """It never acts."""
        return None

    def steps(self, context: Context) -> Iterator[Step]:
        """Nothing."""
        window = context.context_window
        fits = "" if window is None else f" The window holds {window:,}."
        yield ended(self.word, None, f"{everything(context, 'stays', 'stay')}.{fits}", 0)


strategies.add(Compaction())
strategies.add(KeepAll())
