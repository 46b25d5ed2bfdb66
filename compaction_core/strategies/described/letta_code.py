"""Letta Code's compaction as an article on its source describes it."""

from collections.abc import Iterator

from compaction_core.session import Message, Session
from compaction_core.strategies.base import Evidence, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.letta_code import search
from compaction_core.strategies.letta_code.strategy import LettaCode
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.released import Released
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Summary, Wrapper

NOTE = "Note: {hidden} earlier messages are hidden, because the context has a limit. A summary of them:\n\n{summary}"


class LettaCodeDescribed(LettaCode):
    """First try at the ratio itself, a true count in the note, plain text around the summary.

    The release grows the ratio before its first try, prints one message too few, and sends a JSON alert.
    """

    name = "letta-code-as-described"
    label = "Letta Code, as described"
    family = "As described"
    version = "article"
    date = "2026-09-01"
    source = "article 000 of the three this project grew from; its claims are judged in claims.toml"
    evidence: Evidence = "article"
    listing = (
        *search.LISTING[: search.LOOP + 1],
        "    limit = min(round(ratio * n), n - 1)   # first at p itself",
        "    then ratio = ratio + 0.1",
        *search.LISTING[search.SEEK :],
    )

    def steps(self, context: Context) -> Iterator[Step]:
        """The same search, the ratio grown after each try."""
        for step in search.steps(context, context.parameters.mode, grow_first=False):
            yield step.model_copy(update={"line": search.GROW}) if step.line == search.LIMIT else step

    def wrapper(self, plan: Plan) -> Wrapper:
        """Plain text with the true count."""
        return Wrapper(template=NOTE, hidden=len(plan.indexes("summarize")))

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """No alert."""
        return Released.message(self, wrapper, summary, plan, session, trigger)


strategies.add(LettaCodeDescribed())
