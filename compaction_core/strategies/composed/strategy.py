"""The composable strategy as a member of the registry: its one setting is a recipe in YAML."""

from collections.abc import Iterator
from functools import lru_cache

from pydantic import Field, field_validator

from compaction_core.errors import BadParameter
from compaction_core.session import Message, Session, Text, ToolCall
from compaction_core.strategies.base import Addition, Evidence, Parameters, strategies
from compaction_core.strategies.composed import carrying, engine, presets, triggering
from compaction_core.strategies.composed.axes.selectors import Everything
from compaction_core.strategies.composed.lines import LISTING
from compaction_core.strategies.composed.recipe import Recipe, read, write
from compaction_core.strategies.context import Context
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper, filled
from compaction_core.summarizers.ladder import Ladder
from compaction_core.tokens import counters

recipe_of = lru_cache(maxsize=64)(read)
"""A recipe from its text; the same text is read once."""


class ComposedParameters(Parameters):
    """One setting: the recipe."""

    recipe: str = Field(
        default=presets.text(presets.FIRST),
        title="Recipe",
        description="YAML with a setting for each axis; what is left out is as usual. Build it on its own page.",
    )

    @field_validator("recipe")
    @classmethod
    def _readable(cls, text: str) -> str:
        try:
            recipe_of(text)
        except BadParameter as error:
            raise ValueError(str(error)) from error
        return text


class Composed(Released):
    """Whatever the recipe says."""

    name = "composed"
    label = "Build your own"
    family = "Build your own"
    version = "1"
    date = "2026-11-30"
    source = "no system: put together from thirteen design axes, by a recipe"
    evidence: Evidence = "baseline"
    counter = presets.preset(presets.FIRST).estimator.counter
    parameters: type[Parameters] = ComposedParameters
    listing = LISTING

    def estimator(self, parameters: ComposedParameters) -> str:
        """As the recipe says."""
        return recipe_of(parameters.recipe).estimator.counter

    def threshold(self, context_window: int | None, parameters: ComposedParameters) -> int | None:
        """The lowest line in tokens."""
        return triggering.threshold(recipe_of(parameters.recipe), context_window)

    def watched(self, context: Context) -> tuple[int, ...]:
        """What the first line in tokens sees."""
        return triggering.watched(_recipe(context), context)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """Where any line is looked at."""
        return triggering.looks(_recipe(context), context)

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """Where any line is crossed."""
        return triggering.fires(_recipe(context), context)

    def steps(self, context: Context) -> Iterator[Step]:
        """The axes in order."""
        return engine.steps(context, _recipe(context))

    def request(self, session: Session, parameters: ComposedParameters, plan: Plan) -> SummaryRequest:
        """What the recipe's view shows."""
        return carrying.request(session, recipe_of(parameters.recipe), plan)

    def rungs(self, request: SummaryRequest, parameters: ComposedParameters) -> Iterator[SummaryRequest]:
        """The request, then, where the recipe says so, without more and more of its middle."""
        return carrying.rungs(request, recipe_of(parameters.recipe))

    def ladder(self, parameters: ComposedParameters) -> Ladder | None:
        """As the recipe says."""
        return carrying.ladder(recipe_of(parameters.recipe))

    def wrapper(self, plan: Plan) -> Wrapper:
        """Role, template and acknowledgement; the place is the plan's."""
        wanted = _planned(plan).placement
        return Wrapper(role=wanted.role, template=wanted.template, acknowledgement=wanted.acknowledgement)

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """The template, and the calls that kept results need."""
        calls: tuple[ToolCall, ...] = ()
        if _planned(plan).legality.rescue_calls:
            calls = carrying.rescued(session, plan.indexes("summarize"), plan.end)
        return Message(
            role=wrapper.role, parts=(Text(text=filled(wrapper, summary)), *calls), summary=summary.text
        )  # fmt: skip

    def additions(self, wrapper: Wrapper, plan: Plan, session: Session, trigger: str) -> tuple[Addition, ...]:
        """The acknowledgement, and the user's newest text once more."""
        found = super().additions(wrapper, plan, session, trigger)
        return (*found, *carrying.repeated(session, plan)) if _planned(plan).placement.repeat_last_user else found

    def again(self, plan: Plan, summary: Summary) -> Parameters | None:
        """Everything at once, where the recipe says so and the result fills the window."""
        recipe, window = _planned(plan), plan.context_window
        done = plan.mode_used == "compact" and plan.indexes("summarize")
        if not recipe.check.full_again or window is None or not done:
            return None
        counter = counters.get(plan.counter)
        after = counter.tokens(counter.units(Text(text=summary.text))) + plan.stats["tokens_kept"]
        if after < window or isinstance(recipe.selector, Everything):
            return None
        whole = recipe.model_copy(update={"selector": Everything()})
        return ComposedParameters(recipe=write(whole))

    def snippet(self, parameters: ComposedParameters, context_window: int | None) -> Snippet | None:
        """The recipe as a file."""
        return Snippet(language="yaml", place="recipe.yaml", text=parameters.recipe)


def _recipe(context: Context) -> Recipe:
    parameters: ComposedParameters = context.parameters
    return recipe_of(parameters.recipe)


def _planned(plan: Plan) -> Recipe:
    return recipe_of(str(plan.parameters["recipe"]))


strategies.add(Composed())
