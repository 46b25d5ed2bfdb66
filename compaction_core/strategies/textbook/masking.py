"""Observation masking: blank every tool output but the newest K. No model is asked."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Step, effects
from compaction_core.strategies.textbook.shared import Textbook, TextbookParameters, ended

PLACEHOLDER = "[output left out to save context]"


class MaskingParameters(TextbookParameters):
    """Masking."""

    keep_outputs: int = Field(
        default=10,
        ge=0,
        title="Outputs kept",
        description="The newest tool outputs that stay whole.",
        json_schema_extra={"unit": "tool results"},
    )


class Masking(Textbook):
    """Keep calls and answers, blank old outputs."""

    name = "observation-masking"
    label = "Observation masking"
    family = "Baseline"
    date = "2026-11-30"
    source = "no system: the baseline of published comparisons, keep the newest tool outputs"
    evidence: Evidence = "baseline"
    word = "masking"
    parameters: type[Parameters] = MaskingParameters
    listing = (
        "outputs = all tool results, oldest first",
        "leave the newest K",
        "put a placeholder in place of the others; calls and answers stay",
    )

    def steps(self, context: Context) -> Iterator[Step]:
        """Blank all but the newest."""
        messages, keep = context.session.messages, int(context.parameters.keep_outputs)
        found = [row for row in context.rows if messages[row].result is not None]
        old: Any = [row for row in found[: max(0, len(found) - keep)] if "pruned" not in messages[row].flags]
        yield Step(
            kind="start", line=0, text=f"{len(found):,} tool results; the newest {keep:,} stay whole.",
            variables={"outputs": len(found), "keep": keep},
        )  # fmt: skip
        if not old:
            yield ended(self.word, None, "No older tool result: nothing is blanked.", 1)
            return
        tokens = sum(context.measured.counts[row] for row in old)
        yield Step(
            kind="apply", line=2, effects=effects(old, "clear", PLACEHOLDER),
            text=f"{len(old):,} tool results with {tokens:,} tokens are blanked.",
        )  # fmt: skip
        yield ended(self.word, context.start, f"Every message stays, {len(old):,} of them blanked.", 2)


strategies.add(Masking())
