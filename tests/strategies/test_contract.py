"""What holds for every strategy of the registry."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.session import Session
from compaction_core.strategies import Plan, Strategy, context_of, plan, strategies
from compaction_core.strategies.base import titled
from compaction_core.strategies.planner import plan_context
from compaction_core.strategies.remains import standing
from compaction_core.tokens import counters, measure
from compaction_core.tokens.measure import count_message
from tests.make import dialogue, sessions
from tests.timing import seconds

LONG = dialogue(5_000)
ONE_OF_MANY = re.compile(r"(?<![\d.,])1 (messages|calls|results|outputs|entries|turns|summaries|pairs|prompts)\b")
windows = st.none() | st.integers(1, 60) | st.sampled_from([1_000, 200_000])


@pytest.mark.parametrize("strategy", tuple(strategies), ids=lambda strategy: strategy.name)
@settings(deadline=None)
@given(found=sessions(), window=windows, share=st.floats(0, 1))
def test_every_plan_is_whole(strategy: Strategy, found: Session, window: int | None, share: float) -> None:
    at = round(share * len(found.messages))
    made = plan(found, strategy.name, window, at=at)
    assert made == plan(found, strategy.name, window, at=at), "same input, same steps"
    assert Plan.model_validate_json(made.model_dump_json()) == made
    assert made.steps[-1].decision is not None
    assert [step.index for step in made.steps] == list(range(len(made.steps)))
    assert made.end == at and made.start == found.context_start(at)
    assert len(made.fates) == made.end - made.start
    assert made.cut is None or made.start <= made.cut <= made.end
    assert all(0 <= step.line < len(strategy.listing) and step.text for step in made.steps)
    assert not [step.text for step in made.steps if ONE_OF_MANY.search(step.text)], "1 message, not 1 messages"
    prompts = [i for i in range(made.start, made.end) if found.messages[i].role in ("system", "developer")]
    assert all(made.fates[i - made.start] == "keep" for i in prompts)


@pytest.mark.parametrize("strategy", tuple(strategies), ids=lambda strategy: strategy.name)
@settings(deadline=None)
@given(found=sessions(), counter=st.none() | st.sampled_from(sorted(counters.names())))
def test_what_is_left_counts_what_stands_in_the_view(strategy: Strategy, found: Session, counter: str | None) -> None:
    made = plan(found, strategy.name, 60, counter=counter)
    left = [(found.messages[i], effect) for i, effect in enumerate(made.effects, made.start)]
    gone = ("summarize", "drop")
    stay = [standing(m, e) for m, e in left if not m.is_prompt and (e is None or e.fate not in gone)]
    assert made.stats["messages_kept"] == len(stay)
    assert made.stats["tokens_kept"] == sum(count_message(m, counters.get(made.counter)) for m in stay)


@pytest.mark.parametrize("strategy", tuple(strategies), ids=lambda strategy: strategy.name)
def test_every_strategy_says_what_it_copies(strategy: Strategy) -> None:
    assert strategy.label and strategy.version and strategy.date and strategy.source
    copies = strategy.evidence not in ("baseline", "article")  # what copies no release is named without one
    assert titled(strategy) == (f"{strategy.label} {strategy.version}" if copies else strategy.label)
    assert strategy.listing
    for name, field in strategy.parameters.model_fields.items():
        assert field.title and field.description, f"{name} explains itself"


@pytest.mark.parametrize("strategy", tuple(strategies), ids=lambda strategy: strategy.name)
def test_default_settings_are_as_released(strategy: Strategy) -> None:
    assert plan(dialogue(20), strategy.name, 150).as_released


@pytest.mark.parametrize("strategy", tuple(strategies), ids=lambda strategy: strategy.name)
def test_planning_5_000_messages_takes_a_moment(strategy: Strategy) -> None:
    """The target is 50 ms, and ``benchmarks.strategies`` measures it; ten times that is no noise but another growth."""
    counted = measure(LONG, strategy.estimator(strategy.parameters()))
    contexts = iter([context_of(LONG, counted, 20_000, strategy.parameters()) for _ in range(3)])
    assert seconds(lambda: plan_context(strategy, next(contexts)), tries=3) < 0.5
