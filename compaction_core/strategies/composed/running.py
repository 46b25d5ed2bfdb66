"""The passes of axis 3 in their order: their steps, what is left of each message, and whether that is enough."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from compaction_core.strategies.composed.lines import PASSES
from compaction_core.strategies.composed.metrics import overhead
from compaction_core.strategies.composed.prepass import run
from compaction_core.strategies.composed.recipe import Recipe
from compaction_core.strategies.composed.triggering import exceeded
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Effect, Step


@dataclass
class Passed:
    """What the passes left."""

    changed: dict[int, Effect] = field(default_factory=dict)
    """By session index, what became of messages that still stand."""
    dropped: set[int] = field(default_factory=set)
    tokens: int = 0
    """Of all changed messages, as they stood before."""
    saved_chars: int = 0
    enough: str = ""
    """Why no cut is needed; empty where one is looked for."""

    @property
    def anything(self) -> bool:
        """Whether any message was changed or dropped."""
        return bool(self.changed or self.dropped)


def steps(context: Context, recipe: Recipe, passed: Passed) -> Iterator[Step]:
    """One step a pass; ``passed`` takes in what they did."""
    for wanted in recipe.passes.steps:
        done = run(context, wanted)
        for effect in done.effects:
            rows = range(effect.start, effect.stop)
            if effect.fate == "drop":
                passed.dropped.update(rows)
            else:
                passed.changed.update((row, effect) for row in rows)
        passed.tokens += done.tokens
        passed.saved_chars += done.saved_chars
        yield Step(
            kind="apply", line=PASSES, text=done.text, effects=done.effects, variables={"tokens": done.tokens}
        )  # fmt: skip
    passed.enough = _enough(context, recipe, passed) if passed.changed else ""
    if passed.enough:
        yield Step(kind="apply", line=PASSES, valid=True, text=passed.enough)


def _enough(context: Context, recipe: Recipe, passed: Passed) -> str:
    if recipe.passes.enough == "within_line":
        line = exceeded(recipe.trigger.lines[0], context.context_window) if recipe.trigger.lines else None
        left = overhead(context, recipe.estimator) + context.tokens(0, len(context.rows)) - passed.tokens
        return f"{left:,} tokens are left, not more than {line:,}." if line is not None and left <= line else ""
    if recipe.passes.enough == "share_saved":
        chars = sum(len(context.session.messages[row].text) for row in context.rows)
        share = passed.saved_chars / chars if chars else 0.0
        least = recipe.passes.share_saved
        return f"{share:.0%} of {chars:,} characters are saved, at least {least:.0%}." if share >= least else ""
    return ""
