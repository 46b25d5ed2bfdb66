"""When a recipe acts: limits, comparisons and metrics, computed by hand."""

from dataclasses import replace

import pytest

from compaction_core.session import Session, Usage
from compaction_core.strategies.composed.axes.limits import Entry, Limit, Number, Reserve, Share, Table
from compaction_core.strategies.composed.axes.trigger import (
    Conversation,
    Counted,
    Estimator,
    Items,
    Line,
    Metric,
    Request,
    ToolUses,
)
from compaction_core.strategies.composed.axes.trigger import (
    Usage as Reported,
)
from compaction_core.strategies.composed.metrics import metric
from compaction_core.strategies.composed.recipe import Recipe, made
from compaction_core.strategies.composed.triggering import exceeded, fires, looked, threshold, watched
from compaction_core.strategies.context import Context
from compaction_core.tokens import measure
from tests.make import call, result, say, session


def context(found: Session, window: int | None = 100) -> Context:
    return Context(found, 0, len(found.messages), measure(found, "letta-code"), window, None)


@pytest.mark.parametrize(
    ("limit", "window", "number"),
    [
        (Number(value=7), None, 7),
        (Share(share=0.8), 101, 80),
        (Share(share=0.8), None, None),
        (Share(share=0.9, assumed_window=1_000), None, 900),
        (Share(share=0.9, less=8_192), 10_000, 808),
        (Share(share=0.9, less=8_192, at_least=0), 1_000, 0),
        (Reserve(reserve=16_384), 8_192, -8_192),
        (Reserve(reserve=16_384, largest_share=0.2), 1_000, 800),
        (Reserve(reserve=16_384, largest_share=0.2), 0, None),
        (Table(entries=(Entry(window=64_000, reserve=27_000),)), 64_000, 37_000),
        (Table(), 1_000_000, 960_000),
        (Table(), 100_000, 80_000),
    ],
)
def test_a_limit_above_which_it_acts(limit: Limit, window: int | None, number: int | None) -> None:
    assert exceeded(Line(limit=limit), window) == number


def test_at_or_above_a_share_counts_from_the_next_whole_number() -> None:
    """80% of 101 are 80.8: 81 is at or above it. Rounded down, 80 is."""
    assert exceeded(Line(limit=Share(share=0.8), comparison="at_or_above"), 101) == 80
    assert exceeded(Line(limit=Share(share=0.8, rounded_down=True), comparison="at_or_above"), 101) == 79


FOUND = session(
    say("system"),
    say("user"),
    replace(call("a"), usage=Usage(input=70, output=5)),
    result("a"),
    result("b"),
    say("assistant", usage=Usage(input=200, output=10), stop_reason="error"),
)
"""Ten tokens a text; a call of run({"command":"ls"}) has 3 + 16 characters, so five."""


@pytest.mark.parametrize(
    ("wanted", "seen"),
    [
        (Counted(), (10, 20, 25, 35, 45, 55)),
        (Conversation(), (0, 10, 15, 25, 35, 45)),
        (Conversation(or_reported=True), (0, 10, 75, 75, 75, 210)),
        (Reported(), (10, 20, 75, 85, 95, 210)),
        (Reported(strict=True), (10, 20, 75, 85, 95, 105)),
        (Request(), (10, 20, 70, 70, 70, 200)),
        (ToolUses(), (0, 0, 1, 1, 1, 1)),
        (Items(), (0, 1, 2, 3, 4, 5)),
    ],
)
def test_metrics(wanted: Metric, seen: tuple[int, ...]) -> None:
    assert metric(context(FOUND), wanted, Estimator(counter="letta-code")) == seen


def test_results_that_follow_each_other_are_one_message_of_the_api() -> None:
    assert metric(context(FOUND), Items(), Estimator(unit="api_message")) == (0, 1, 2, 3, 3, 4)


def test_a_list_is_scaled_by_what_was_reported_at_most_by_a_quarter() -> None:
    """75 reported for an estimate of 15 is five times as much; held at 1.25, 25 become 32 (31.25, up)."""
    seen = metric(context(FOUND), Conversation(), Estimator(counter="letta-code", scaled=True))
    assert seen[1:4] == (10, 19, 32)


@pytest.mark.parametrize(
    ("phase", "passes_over", "moments"),
    [
        ("before_call", "nothing", (1, 4)),
        ("after_answer", "nothing", (2, 5)),
        ("after_answer", "failed", (2,)),
        ("after_turn", "nothing", (5,)),
        ("prompt_and_answer", "nothing", (1, 2, 5)),
    ],
)
def test_moments(phase: str, passes_over: str, moments: tuple[int, ...]) -> None:
    line = Line.model_validate({"phase": phase, "passes_over": passes_over})
    assert tuple(i for i, look in enumerate(looked(line, context(FOUND))) if look) == moments


def test_answers_not_newer_than_the_summary_can_be_passed_over() -> None:
    found = session(say("user", summary="x", timestamp=5.0), say("assistant", timestamp=5.0), say("assistant"))
    assert looked(Line(phase="after_answer"), context(found)) == (False, True, True)
    assert looked(Line(phase="after_answer", only_fresh=True), context(found)) == (False, False, True)


def test_any_line_is_enough_and_none_never_is() -> None:
    lines = [
        {"metric": {"kind": "messages"}, "limit": {"kind": "number", "value": 3}, "phase": "after_answer"},
        {"metric": {"kind": "counted"}, "limit": {"kind": "share", "share": 0.15}},
    ]
    recipe = made({"trigger": {"lines": lines}, "estimator": {"counter": "letta-code"}})
    assert fires(recipe, context(FOUND)) == (False, True, False, False, True, True)
    assert threshold(recipe, 100) == 15, "the line that counts tokens"
    assert watched(recipe, context(FOUND)) == (10, 20, 25, 35, 45, 55)
    silent = made({"trigger": {"lines": []}})
    assert not any(fires(silent, context(FOUND))) and threshold(silent, 100) is None
    assert threshold(Recipe(), None) is None
