"""The worked examples and quirks of letta.md §1.4; every message is 10 tokens unless it says otherwise."""

import pytest

from compaction_core.strategies import plan
from tests.make import call, dialogue, result, say, session


def tried(made) -> list[float]:
    return [step.ratio for step in made.steps if step.kind == "try"]


def test_the_first_try_is_ten_points_above_the_ratio() -> None:
    made = plan(dialogue(20), "letta-code", 150)
    assert tried(made)[0] == pytest.approx(0.4)
    assert made.cut == 11 and made.attempts == 3  # keeps 9 × 10 = 90 < 105


def test_ratios_drift_as_doubles_do() -> None:
    made = plan(dialogue(20), "letta-code", 1)
    assert tried(made)[:7] == [0.4, 0.5, 0.6, 0.7, 0.7999999999999999, 0.8999999999999999, 0.9999999999999999]


@pytest.mark.parametrize(
    ("ratio", "usable"), [(0.1, 9), (0.2, 8), (0.3, 7), (0.4, 6), (0.5, 5), (0.6, 4), (0.7, 3), (0.75, 2), (0.8, 1)]
)
def test_usable_tries_per_ratio(ratio: float, usable: int) -> None:
    """A try counts only while its ratio is below 1 (the table of letta.md §1.4)."""
    made = plan(dialogue(40), "letta-code", 1, sliding_window_percentage=ratio)
    assert sum(value < 1 for value in tried(made)) == usable


@pytest.mark.parametrize("ratio", [0.9, 0.95, 1.0])
def test_from_nine_tenths_on_everything_is_summarized(ratio: float) -> None:
    made = plan(dialogue(40), "letta-code", 100_000, sliding_window_percentage=ratio)
    assert made.mode_used == "all" and made.cut == 40 and made.error is None


def test_equal_to_the_goal_goes_on() -> None:
    """13 of 20 messages are kept at 40%: 130 tokens; a window of 130 / 0.7 would make that the goal."""
    even = plan(dialogue(20), "letta-code", 200, sliding_window_percentage=0.5)  # goal 100, 60% keeps 90
    assert [s.kept_tokens for s in even.steps if s.kind == "measure"] == [90]
    exact = plan(dialogue(21), "letta-code", 200, sliding_window_percentage=0.5)  # 60% of 21 → 13 → kept 80
    assert exact.cut == 13
    on_goal = plan(dialogue(20), "letta-code", 180, sliding_window_percentage=0.5)  # goal 90 = 90 kept: go on
    assert [s.kept_tokens for s in on_goal.steps if s.kind == "measure"] == [90, 70]
    assert "equals the goal" in next(s.text for s in on_goal.steps if s.kind == "measure")


def test_a_tool_result_is_no_cut() -> None:
    """22 messages: 40% rounds to 9, and #9 is a call (odd numbers are); 50% gives #11. A user in front shifts both."""
    pairs = [m for i in range(10) for m in (call(f"c{i}"), result(f"c{i}"))]
    made = plan(session(say("user"), say("user"), *pairs), "letta-code", None)
    step = next(s for s in made.steps if s.kind == "candidate")
    assert (step.index_limit, step.candidate) == (9, 8)
    assert [(r.start, r.stop, r.reason) for r in step.rejected] == [
        (9, 10, "a tool result: it belongs to the call before it")
    ]


def test_a_pending_call_lowers_the_bound() -> None:
    open_call = session(*dialogue(19).messages, call("a"))
    assert plan(open_call, "letta-code", 150).steps[0].variables["maximum"] == 18  # n - 2
    answered = session(*dialogue(19).messages, call("a"), result("a"))
    assert plan(answered, "letta-code", 150).steps[0].variables["maximum"] == 20  # n - 1


def test_mode_all_keeps_only_a_pending_call() -> None:
    open_call = session(*dialogue(19).messages, call("a"))
    made = plan(open_call, "letta-code", 150, mode="all")
    assert made.cut == 19 and made.fates[-1] == "keep" and set(made.fates[:-1]) == {"summarize"}
    assert plan(dialogue(20), "letta-code", 150, mode="all").cut == 20


def test_too_few_messages_fall_back() -> None:
    made = plan(dialogue(3), "letta-code", 150)
    assert made.mode_used == "all" and "fewer than the 4" in (made.fallback_reason or "")


def test_an_error_although_the_last_candidate_fits() -> None:
    """61 messages at p = 0.75 in a window of 100: tries at 0.85, 0.95 and 1.05, goal 25.

    0.95 stops at #57, which keeps the large #58; only 1.05 reaches #59, which keeps 20 tokens. Too late: 1.05 >= 1.
    """
    found = [say(("user", "assistant")[i % 2], "x" * (400 if i == 58 else 40)) for i in range(61)]
    made = plan(session(*found), "letta-code", 100, sliding_window_percentage=0.75)
    measured = [(s.candidate, s.kept_tokens) for s in made.steps if s.kind == "measure"]
    assert measured[-2:] == [(57, 130), (59, 20)]
    assert made.mode_used == "all" and made.cut == 61
    assert "the last cut fits with 20 tokens" in (made.fallback_reason or "")


def test_an_unknown_window_takes_the_first_legal_cut() -> None:
    made = plan(dialogue(20), "letta-code", None)
    assert made.cut == 7 and made.attempts == 1


def test_a_system_prompt_is_not_in_the_list_and_stays() -> None:
    bare, prompted = dialogue(20), session(say("system"), *dialogue(20).messages)
    without, with_prompt = plan(bare, "letta-code", 150), plan(prompted, "letta-code", 150)
    assert with_prompt.cut == (without.cut or 0) + 1
    assert with_prompt.fates == ("keep", *without.fates)


def test_every_rejected_candidate_has_its_reason() -> None:
    found = session(say("user"), say("assistant"), *[say("user")] * 18)
    made = plan(found, "letta-code", 100)
    for step in made.steps:
        if step.kind == "candidate":
            passed = sum(run.stop - run.start for run in step.rejected)
            assert passed == (step.index_limit or 0) - 1  # down to the only assistant, #1
