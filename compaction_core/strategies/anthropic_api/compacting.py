"""``compact_20260112``: at the trigger the server summarizes everything and goes on behind a compaction block."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from compaction_core.session import Session
from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import reported
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_json
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.strategies.textbook.compaction import line
from compaction_core.strategies.textbook.shared import everything
from compaction_core.summarizers.base import SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Keep, Ladder
from compaction_core.summarizers.prompts import prompt
from compaction_core.turns import runs

LEAST = 50_000


class CompactParameters(Parameters):
    """The edit's settings."""

    trigger_value: int = Field(
        default=150_000,
        ge=LEAST,
        title="Trigger",
        description="Input tokens above which the server compacts; at least 50,000.",
        json_schema_extra={"unit": "tokens"},
    )
    instructions: str | None = Field(default=None, title="Own prompt", description="Replaces the whole default prompt.")
    pause_after_compaction: bool = Field(
        default=False,
        title="Pause",
        description="Stop behind the block, so that the client can add messages word for word before going on.",
    )


class Compact(Released):
    """Everything becomes one block at the start of the model's next reply."""

    name = "anthropic-api-compact"
    label = "API, compact"
    family = "Anthropic"
    version = "20260112"
    date = "2026-01-12"
    source = "documentation of compaction, beta 2026-01-12"
    evidence: Evidence = "documentation"
    counter = "o200k_base"
    parameters: type[Parameters] = CompactParameters
    released_ladder = Ladder(rungs=(Keep(),))
    listing = (
        "at the trigger: the model summarizes the whole list",
        "the summary is a compaction block, first in the assistant's reply",
        "later requests: everything before the last block is ignored",
        "a block without content: nothing happened",
    )

    def threshold(self, context_window: int | None, parameters: CompactParameters) -> int | None:
        """The configured number, whatever the window."""
        return parameters.trigger_value

    def watched(self, context: Context) -> tuple[int, ...]:
        """Reported input, and an estimate of what came later."""
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
            kind="apply", line=0, effects=effects,
            text=f"{everything(context, 'becomes', 'become')} one compaction block.",
        )  # fmt: skip
        yield Step(
            kind="decide", line=2, decision=Decision(cut=context.end, mode_used="compact"),
            text="The block opens the assistant's reply; what stands before it is ignored from then on.",
        )  # fmt: skip

    def request(self, session: Session, parameters: CompactParameters, plan: Plan) -> SummaryRequest:
        """The whole list; the documentation says what the default prompt asks for."""
        found = reading(session, plan, prompt("anthropic_api_compact"), line, between="\n\n")
        own = parameters.instructions
        return found if own is None else found.model_copy(update={"prompt": "own", "instructions": own})

    def wrapper(self, plan: Plan) -> Wrapper:
        """A block of the assistant's own message."""
        return Wrapper(role="assistant", template="{summary}")

    def snippet(self, parameters: CompactParameters, context_window: int | None) -> Snippet | None:
        """The request's context_management."""
        edit: dict[str, Any] = {
            "type": "compact_20260112",
            "trigger": {"type": "input_tokens", "value": parameters.trigger_value},
        }
        if parameters.pause_after_compaction:
            edit["pause_after_compaction"] = True
        if parameters.instructions is not None:
            edit["instructions"] = parameters.instructions
        return as_json("the request to /v1/messages", {"context_management": {"edits": [edit]}})


strategies.add(Compact())
