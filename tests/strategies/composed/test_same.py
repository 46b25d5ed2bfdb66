"""Every recipe that names a system decides as that system's own file does."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.samples import open_sample, samples
from compaction_core.session import Session
from compaction_core.strategies import Plan, strategies
from compaction_core.strategies.composed import presets
from compaction_core.strategies.composed.recipe import Recipe, made, write
from compaction_core.strategies.planner import context_of, plan_context, settle
from compaction_core.tokens import Measured, measure
from compaction_core.watching import watch
from tests.conformance.messages import session as of_case
from tests.conftest import SHARED
from tests.make import sessions

SMALL: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "pi": (
        {"selector.budget.tokens": 30, "trigger.lines.0.limit.reserve": 20},
        {"keep_recent_tokens": 30, "reserve_tokens": 20},
    ),
    "codex": ({"selector.budget": 12}, {"compact_user_message_max_tokens": 12}),
    "langchain-messages": (
        {"selector.keep": 3, "trigger.lines.0.limit.value": 5},
        {"keep_value": 3, "trigger_value": 5},
    ),
    "langchain-tokens": (
        {"selector.budget.tokens": 45, "trigger.lines.0.limit.value": 60},
        {"keep_value": 45, "trigger_value": 60},
    ),
    "letta-code": ({"selector.share": 0.7}, {"sliding_window_percentage": 0.7}),
    "strands-summarizing": (
        {"selector.share": 0.5, "selector.keep": 2},
        {
            "summary_ratio": 0.5,
            "preserve_recent_messages": 2,
        },
    ),
    "claude-code": (
        {"passes.steps.0.keep_newest": 1, "trigger.lines.0.limit.share": 0.5},
        {"outputs_kept": 1, "assumed_percent": 50},
    ),
    "anthropic-api-clear-tool-uses": (
        {"passes.steps.0.keep_newest": 1, "passes.steps.0.least_gain": 12, "trigger.lines.0.limit.value": 40},
        {"keep": 1, "clear_at_least": 12, "trigger_value": 40},
    ),
    "anthropic-api-clear-thinking": ({"passes.steps.0.keep_turns": 2}, {"keep_thinking_turns": 2}),
    "anthropic-sdk": ({"trigger.lines.0.limit.value": 60}, {"context_token_threshold": 60}),
    "goose": ({"trigger.lines.0.limit.share": 0.3}, {"auto_compact_threshold": 0.3}),
    "observation-masking": ({"passes.steps.0.keep_newest": 2}, {"keep_outputs": 2}),
    "textbook-window": ({"selector.keep": 1}, {"keep_turns": 1}),
    "textbook-layered": ({"selector.keep": 1, "anchors.recent_results": 14}, {"keep_turns": 1, "protect_tokens": 14}),
}
"""Settings at which small sessions are cut: changes of the recipe, and the same for the system's own file."""

SAME = tuple(name for name in presets.names() if presets.preset(name).same_as)
VECTORS = SHARED / "vectors"
Counted = dict[str, Measured]


def decisions(session: Session, name: str, window: int | None, at: int, counted: Counted, **set: Any) -> dict[str, Any]:
    """What is compared, prompts of the system left out: they stay wherever the cut lies."""
    strategy = strategies.get(name)
    chosen = settle(strategy, set)
    counter = strategy.estimator(chosen)
    if counter not in counted:
        counted[counter] = measure(session, counter)
    measured = counted[counter]
    made = plan_context(strategy, context_of(session, measured, window, chosen, at))
    seen = watch(session, strategy, measured, window, chosen)
    cut = None if made.cut is None else place(session, made, made.cut)
    summary = place(session, made, made.summary_at) if made.indexes("summarize") else None
    return {
        "counter": counter,
        "fates": made.fates,
        "cut": cut,
        "summary": summary,
        "fails": made.error is not None,
        "fires": seen.fires,
    }


def place(session: Session, made: Plan, index: int) -> int:
    """Planned messages in front of an index, without system prompts."""
    return sum(not session.messages[i].is_prompt for i in range(made.start, index))


def agree(session: Session, recipe: Recipe, window: int | None, at: int, counted: Counted, text: str = "") -> None:
    assert recipe.same_as is not None
    ours = decisions(session, "composed", window, at, counted, recipe=text or write(recipe))
    theirs = decisions(session, recipe.same_as, window, at, counted, **recipe.settings)
    assert ours == theirs


def small(name: str) -> Recipe:
    """A recipe with small numbers."""
    changes, its_own = SMALL[name]
    data = presets.preset(name).model_dump()
    for path, value in changes.items():
        *steps, last = path.split(".")
        place: Any = data
        for step in steps:
            place = place[int(step)] if step.isdecimal() else place[step]
        assert last in place, path
        place[last] = value
    return made({**data, "settings": {**data["settings"], **its_own}})


WINDOWS = st.none() | st.integers(0, 60) | st.sampled_from([200, 1_000, 64_000, 128_000, 200_000])


@pytest.mark.parametrize("name", SAME)
@given(found=sessions(), window=WINDOWS, share=st.floats(0, 1))
def test_any_session(name: str, found: Session, window: int | None, share: float) -> None:
    agree(found, presets.preset(name), window, round(share * len(found.messages)), {})


@pytest.mark.parametrize("name", SMALL)
@given(found=sessions(), window=WINDOWS)
def test_any_session_with_small_numbers(name: str, found: Session, window: int | None) -> None:
    agree(found, small(name), window, len(found.messages), {})


@pytest.mark.parametrize("sample", [sample.name for sample in samples()])
def test_the_bundled_samples(sample: str) -> None:
    found, counted = open_sample(sample), dict[str, Measured]()
    size = len(found.messages)
    for name in SAME:
        for window in (None, 8_000, 64_000, 128_000, 200_000):
            for at in (size // 3, size):
                agree(found, presets.preset(name), window, at, counted, presets.text(name))


@pytest.mark.skipif(not VECTORS.is_dir(), reason="the handed cases are not beside the project")
@pytest.mark.parametrize("file", sorted(path.name for path in VECTORS.glob("*.json")))
def test_the_conversations_of_the_handed_cases(file: str) -> None:
    cases = json.loads((VECTORS / file).read_text(encoding="utf-8"))["cases"]
    every = {json.dumps(case["messages"]): case for case in cases if case.get("messages")}
    for case in every.values():
        found, counted = of_case(case), dict[str, Measured]()
        for name in SAME:
            for window in (None, 128_000):
                agree(found, presets.preset(name), window, len(found.messages), counted, presets.text(name))


def test_ten_systems_and_more_are_expressed() -> None:
    families = {strategies.get(presets.preset(name).same_as or "").family for name in SAME}
    assert len(families - {"Textbook", "Baseline", "As described"}) >= 10, families
