"""The trigger: values of letta.md §1.3."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.session import Message, Session, Text, Usage
from compaction_core.strategies import Context, strategies
from compaction_core.strategies.letta_code.trigger import context_estimate, looks, threshold, watched
from compaction_core.tokens import measure
from compaction_core.watching import Watch, watch
from tests.make import dialogue, say, session, sessions


@pytest.mark.parametrize(
    ("window", "line"),
    [(200_000, 183_616), (128_000, 111_616), (100_000, 83_616), (1000, 800), (8192, 6554), (0, None), (None, None)],
)
def test_threshold(window: int | None, line: int | None) -> None:
    assert threshold(window) == line


def follow(found, window: int | None, **settings) -> Watch:
    letta = strategies.get("letta-code")
    return watch(found, letta, measure(found, "letta-code"), window, letta.parameters(**settings))


def test_it_fires_when_strictly_more_than_the_line() -> None:
    """Window 100, line 80: the ninth message of 10 tokens is the first with 90 > 80."""
    assert follow(dialogue(20), 100).fired == 9


def test_a_quiet_session_names_the_window_at_which_it_would_fire() -> None:
    quiet = follow(dialogue(20), 10_000)  # 200 tokens in all
    assert quiet.fired is None and quiet.peak == 200
    assert quiet.largest_firing_window is not None
    assert follow(dialogue(20), quiet.largest_firing_window).fired == 20
    assert follow(dialogue(20), quiet.largest_firing_window + 1).fired is None


def test_the_provider_s_report_replaces_the_estimate() -> None:
    told = Message(role="assistant", parts=(Text(text="x" * 40),), usage=Usage(input=70, output=5))
    seen = follow(session(say("user"), told, say("user")), 100)
    assert seen.tokens == (10, 75, 85)
    assert seen.fired == 3


def test_system_prompt_and_tools_count_without_a_report() -> None:
    seen = follow(session(say("system", "x" * 80), say("user"), tools="x" * 40), 1000)
    assert seen.tokens == (30, 40)


def test_the_trigger_window_can_differ_from_the_planner_s() -> None:
    assert follow(dialogue(20), 10_000, trigger_window=100).threshold == 80


def test_a_run_of_user_rows_is_one_call_and_starts_only_with_a_prompt() -> None:
    """letta.md §1.3: preflight once per turn before the provider call, and after each completed response."""
    rows = [
        say("user", summary="before"),  # nobody asked yet
        say("user"),
        say("user", flags=("meta",)),  # injected with the prompt: the call comes after it
        say("assistant"),
        say("user", flags=("meta",)),  # injected inside the tool loop: no new turn
        say("assistant", stop_reason="error"),
        say("assistant", flags=("synthetic",)),
    ]
    assert looks(rows) == (False, False, True, True, False, False, False)


@given(sessions(), st.integers(0, 40))
def test_what_is_watched_is_the_context_estimate_of_the_list_as_it_grew(found: Session, overhead: int) -> None:
    rows = session(*[m for m in found.messages if not m.is_prompt])
    counted = measure(rows, "letta-code")
    context = Context(rows, 0, len(rows.messages), counted, None, None, overhead)
    for size, tokens in enumerate(watched(context), 1):
        assert tokens == context_estimate(rows.messages[:size], counted.counts[:size], overhead).tokens
