"""Every lint on the test input it was made for, and quiet on the ordinary session beside it.

The inputs (t02, t23, …) are those of the collected reports; a message of n times ``the `` has n tokens by Letta
Code's and pi's estimate (characters / 4) and by a tokenizer (and one), so the numbers can be worked out by hand.
"""

from dataclasses import replace
from typing import Any

import pytest

from compaction_core.findings import Finding
from compaction_core.samples import open_sample
from compaction_core.session import Image, Message, RecordedCompaction, Session, Usage
from compaction_core.strategies import strategies
from compaction_core.strategies.planner import settle
from compaction_core.structure.lint import Case, lint, lints
from compaction_core.structure.lint.precedence import spoken
from tests.make import call, dialogue, result, say, session
from tests.timing import seconds


def tokens(role: Any, number: int, **more: Any) -> Message:
    return say(role, "the " * number, **more)


def judged(made: Session, strategy: str, window: int | None, case: dict[str, Any] | None = None, **set_: Any) -> Case:
    chosen = strategies.get(strategy)
    return Case(made, chosen, settle(chosen, set_), window, **(case or {}))


def found(made: Session, strategy: str, window: int | None, **set_: Any) -> dict[str, Finding]:
    return {finding.code: finding for finding in lint(judged(made, strategy, window, **set_))}


ORDINARY = session(*(tokens(("user", "assistant")[i % 2], 100) for i in range(40)))
"""4,000 tokens in 40 messages."""


def test_an_ordinary_session_has_notes_only() -> None:
    """Window 4,000: Letta Code's line is 3,200 and is crossed after 33 messages, with 2,800 left as its goal."""
    assert {f.code: f.severity for f in lint(judged(ORDINARY, "letta-code", 4_000))} == {
        "small-window": "note",
        "next-trigger": "note",
        "ratio-tried-later": "note",
    }


def test_a_reserve_larger_than_the_window() -> None:
    """t22: 8,192 − 16,384."""
    one = found(ORDINARY, "pi", 8_192)["reserve-over-window"]
    assert one.severity == "error" and "-8,192 tokens" in one.text
    assert "reserve-over-window" not in found(ORDINARY, "pi", 20_000)


def test_an_unknown_window() -> None:
    assert found(ORDINARY, "letta-code", None)["unknown-window"].severity == "warning"
    assert "unknown-window" not in found(ORDINARY, "letta-code", 200_000)
    assert "unknown-window" not in found(ORDINARY, "anthropic-sdk", None)  # its line is in tokens


def test_a_window_that_is_hardly_used() -> None:
    """t21: a line of 150,000 tokens whatever the window; where a cap explains the line, the cap is told instead."""
    one = found(ORDINARY, "anthropic-api-compact", 1_000_000)["early-line"]
    assert "150,000 tokens, 15% of the 1,000,000-token window" in one.text
    capped = found(ORDINARY, "claude-code", 1_000_000, auto_compact_window=200_000)
    assert "effective-window" in capped and "early-line" not in capped
    assert "early-line" not in found(ORDINARY, "claude-code", 200_000)


def test_output_tokens_that_eat_the_input() -> None:
    """t27: 65,536 of 128,000 leave 62,464; Letta Code compacts above 111,616."""
    case = judged(ORDINARY, "letta-code", 128_000, {"output": 65_536})
    one = next(f for f in lint(case) if f.code == "output-over-line")
    assert "leaves 62,464 of the 128,000-token window" in one.text and "16,384 tokens" in one.advice
    assert not [f for f in lint(judged(ORDINARY, "letta-code", 128_000, {"output": 8_000})) if "output" in f.code]


def test_a_threshold_on_an_empty_chat() -> None:
    """t23: 29,000 tokens of prompt and tools, line 26,214 (0.8 of 32,768)."""
    made = session(tokens("system", 29_000), tokens("user", 10))
    case = judged(made, "letta-code", 32_768)
    codes = {f.code: f for f in lint(case)}
    assert codes["fires-when-empty"].severity == "error" and "26,215" in codes["fires-when-empty"].text
    assert "loop" not in codes and "floor-over-line" not in codes
    assert "fires-when-empty" not in found(session(tokens("system", 2_000), tokens("user", 10)), "letta-code", 32_768)


def test_a_floor_above_the_line() -> None:
    """t24: 20,000 of prompt and a last group of 23,000 against a line at 33,536 of 65,536 (reserve 32,000)."""
    made = session(
        tokens("system", 20_000), tokens("user", 100), tokens("assistant", 100), tokens("user", 10),
        call("a"), result("a", "the " * 23_000), tokens("assistant", 10),
    )  # fmt: skip
    case = judged(made, "pi", 65_536, {"at": 6}, reserve_tokens=32_000)
    one = {f.code: f for f in lint(case)}["floor-over-line"]
    assert "above the line at 33,536" in one.text and "prompt and tools 20,000" in one.text
    assert one.messages == (4, 5)
    assert "floor-over-line" not in found(ORDINARY, "letta-code", 4_000)


@pytest.mark.parametrize("role", ["user", "tool"])
def test_one_message_larger_than_the_goal_is_named(role: str) -> None:
    """t02 and t03: the goal is 0.7 × 2,000, and one message of 5,000 stays."""
    rows = [tokens(("user", "assistant")[i % 2], 50) for i in range(11)]
    last = (
        [tokens("user", 5_000)] if role == "user" else [call("a"), result("a", "the " * 5_000), tokens("assistant", 5)]
    )
    made = session(*rows, tokens("assistant", 50), *last)
    one = found(made, "textbook-window", 2_000)["giant-message"]
    assert one.severity == "error" and "5,001" in one.text
    assert one.messages == (12 if role == "user" else 13,)
    assert "giant-message" not in found(ORDINARY, "letta-code", 4_000)


def test_keep_larger_than_everything() -> None:
    """pi keeps 20,000 recent tokens of 4,000: it fires and finds nothing."""
    one = found(ORDINARY, "pi", 20_000)["nothing-to-do"]
    assert one.severity == "error" and "keep_recent_tokens = 20,000" in one.text
    assert "nothing-to-do" not in found(ORDINARY, "pi", 20_000, keep_recent_tokens=1_000)


def test_little_that_can_go() -> None:
    """Two messages of 150 tokens in front of two of 2,000; a cut by hand at #2 takes 300 of 4,300."""
    made = session(tokens("user", 150), tokens("assistant", 150), tokens("user", 2_000), tokens("assistant", 2_000))
    case = judged(made, "by-hand", 9_000, {"at": 4}, cut=2)
    one = {f.code: f for f in lint(case)}["little-evictable"]
    assert one.messages == (0, 1) and "%) can go" in one.text
    assert not [
        f for f in lint(judged(made, "by-hand", 9_000, cut=2)) if f.severity != "note"
    ]  # it never fires, and nobody asked


def test_a_loop_is_predicted_with_its_passes() -> None:
    """Two results of 1,500 among the messages that textbook-window keeps: never below the line of 1,800."""
    rows = [tokens("user", 100), tokens("assistant", 100)] * 3
    for i in range(5):
        rows += [tokens("user", 100), call(f"c{i}"), result(f"c{i}", "word " * 400), tokens("assistant", 10)]
    case = judged(session(*rows), "textbook-window", 2_000, {"at": len(rows)})
    one = {f.code: f for f in lint(case)}["loop"]
    assert one.severity == "error" and "above the line at 1,800" in one.text and "→" in one.text
    assert "loop" not in found(ORDINARY, "letta-code", 4_000)


def test_an_event_count_never_sees_one_giant_event() -> None:
    """t26: one event of 400,000 tokens, and a trigger that counts groups of messages."""
    made = session(tokens("user", 10), call("a"), result("a", "word " * 300_000), tokens("assistant", 10))
    codes = found(made, "agent-framework-sliding-window", 200_000)
    assert codes["overflow-before-trigger"].messages == (2,) and "never fires" in codes["overflow-before-trigger"].text
    assert "It counts groups: " in codes["overflow-before-trigger"].text
    assert "counts-not-tokens" not in codes  # the overflow tells it
    wide = found(made, "agent-framework-sliding-window", 500_000)
    assert wide["counts-not-tokens"].messages == (2,) and "75% of the window" in wide["counts-not-tokens"].text
    assert not {"overflow-before-trigger", "counts-not-tokens"} & set(
        found(ORDINARY, "agent-framework-sliding-window", 9_000)
    )


def test_a_check_per_turn_overshoots() -> None:
    """t25: one turn of 60 calls; pi looks at the end of a turn only."""
    rows = [tokens("user", 50), tokens("assistant", 50), tokens("user", 50)]
    for i in range(60):
        rows += [call(f"c{i}"), result(f"c{i}", "the " * 500)]
    made = session(*rows, tokens("assistant", 10))
    codes = found(made, "pi", 24_000, reserve_tokens=4_000, keep_recent_tokens=2_000)
    full = codes["overflow-before-trigger"]
    assert full.severity == "error" and "passes the line at 20,000 between two looks" in full.text
    assert "overshoot" not in codes  # it has happened
    wide = found(made, "pi", 40_000, reserve_tokens=12_000, keep_recent_tokens=2_000)["overshoot"]
    assert wide.severity == "warning" and "#123" in wide.text
    far = found(made, "pi", 100_000, reserve_tokens=12_000, keep_recent_tokens=2_000)["overshoot"]
    assert far.severity == "note"  # it never fires here
    assert "overshoot" not in found(ORDINARY, "letta-code", 4_000)
    assert "overshoot" not in found(made, "strands-summarizing", 40_000)  # reacts to overflow: its line is the window


def test_why_the_window_is_full_before_it_fires() -> None:
    """The reason is the true one of five: no trigger, another unit, the line, the count, the looks."""
    made = session(*(tokens(("user", "assistant")[i % 2], 1_000) for i in range(20)))
    none = found(made, "keep-all", 9_000)["overflow-before-trigger"]
    assert none.severity == "warning" and "has no trigger of its own here" in none.text
    above = found(made, "anthropic-sdk", 9_000)["overflow-before-trigger"]
    assert above.severity == "error" and "Its line at 99,999 tokens is not below the window" in above.text


def test_turns_left_come_from_the_sessions_own_growth() -> None:
    """A turn is 200 tokens; line 3,200."""
    case = judged(ORDINARY, "letta-code", 4_000)
    one = {f.code: f for f in lint(case)}["next-trigger"]
    assert case.growth == 200
    assert (
        f"about {(3_277 - case.after) / 200:.1f} turns" in one.text
        or f"{(case.line - case.after) / 200:.1f}" in one.text
    )


def test_an_estimate_that_is_far_off() -> None:
    """Characters / 4 of Chinese text is far below a tokenizer's count (t32); an image counts nothing for pi (t30)."""
    made = session(*(say(("user", "assistant")[i % 2], "重构登录模块并保留数据库迁移" * 20) for i in range(6)))
    codes = found(made, "letta-code", 4_000)
    assert "script-undercount" in codes and "estimate-off" not in codes  # the cause is told, not both
    picture = Message(role="user", parts=(Image(source="data:image/png;base64,AA==", width=1_600, height=1_200),))
    codes = found(session(picture, tokens("assistant", 5)), "strands-summarizing", 9_000)
    assert "too late" in codes["image-uncounted"].text and "estimate-off" not in codes
    dense = session(*(say(("user", "assistant")[i % 2], "9a7f31c2e05b " * 60) for i in range(6)))
    off = found(dense, "letta-code", 4_000)["estimate-off"]
    assert off.messages and "The largest difference is in #" in off.text and "too late" in off.text
    reports = session(*dense.messages[:5], replace(dense.messages[5], usage=Usage(input=2_000, output=9)))
    assert found(reports, "pi", 20_000)["estimate-off"].text.endswith("It keeps too much.")  # reports decide when
    assert "estimate-off" not in found(dense, "strands-sliding-window", 20_000)  # it counts messages
    assert "estimate-off" not in found(session(say("user", "one word after another " * 50)), "letta-code", 4_000)


def test_a_summary_larger_than_what_it_replaces_gains_nothing() -> None:
    """Twelve messages of 2 tokens: any wrapper is larger. The floor, not the loop, is told beside it."""
    codes = found(dialogue(12, 8), "letta-code", 28, sliding_window_percentage=0.3)
    assert "no-gain" in codes and not {"small-gain", "loop", "little-evictable"} & set(codes)


def test_a_setting_that_caps_the_window() -> None:
    """t21: 200,000 of 1,000,000; 92% of it is 18% of what is shown."""
    one = found(ORDINARY, "claude-code", 1_000_000, auto_compact_window=200_000)["effective-window"]
    assert "had 200,000 tokens and not 1,000,000" in one.text and "92% of 200,000, and 18% of 1,000,000" in one.text
    assert "effective-window" not in found(ORDINARY, "claude-code", 1_000_000)
    assert "effective-window" not in found(ORDINARY, "anthropic-sdk", 1_000_000)  # an absolute line, of no window


def test_recorded_compactions_far_below_the_line() -> None:
    """A2: compacted by itself at 468,102 of 1,000,000; a line at 90% is a window of some 520,000."""
    early = RecordedCompaction(index=20, trigger="auto", tokens_before=468_102)
    rows = ORDINARY.messages
    made = session(*rows, compactions=(early,))
    one = found(made, "textbook-window", 1_000_000)["effective-window"]
    assert "468,102 tokens (recorded), 47% of the 1,000,000-token window" in one.text
    assert one.messages == (20,) and "would compact there in a window of 520,1" in one.text
    asked_for = session(*rows, compactions=(early.model_copy(update={"trigger": "manual"}),))
    assert "effective-window" not in found(asked_for, "textbook-window", 1_000_000)
    at_the_line = session(*rows, compactions=(early.model_copy(update={"tokens_before": 899_000}),))
    assert "effective-window" not in found(at_the_line, "textbook-window", 1_000_000)


def test_a_window_larger_than_the_models() -> None:
    """LiteLLM's list gives gpt-4o 128,000 tokens."""
    made = session(*ORDINARY.messages, model="gpt-4o")
    assert "takes 128,000" in found(made, "letta-code", 200_000)["window-over-model"].text
    assert "window-over-model" not in found(made, "letta-code", 128_000)
    assert "window-over-model" not in found(ORDINARY, "letta-code", 10_000_000)


def test_a_summarizer_that_cannot_take_the_request() -> None:
    """t34 in small: 3,000 tokens go, in a request that is larger still by its instructions."""
    big = judged(ORDINARY, "by-hand", 4_000, {"at": 40, "summarizer_window": 3_000}, cut=30)
    one = {f.code: f for f in lint(big)}["request-over-window"]
    assert one.severity == "error" and "the summarizer's window of 3,000" in one.text
    assert one.messages == big.passes[0].request.indexes
    enough = judged(ORDINARY, "by-hand", 4_000, {"at": 40, "summarizer_window": 5_000}, cut=30)
    assert "request-over-window" not in {f.code for f in lint(enough)}
    same_model = judged(ORDINARY, "by-hand", 1_000, {"at": 40}, cut=30)
    assert {f.code: f for f in lint(same_model)}["request-over-window"].severity == "warning"


def test_smaller_requests_of_a_ladder_may_fit() -> None:
    """28,000 tokens go; Letta Code then sends 120,000 characters, 90,000, 60,000, …: the third has under 15,000."""
    made = session(*(tokens(("user", "assistant")[i % 2], 4_000) for i in range(20)))
    case = judged(made, "letta-code", 100_000, {"at": 20, "summarizer_window": 15_000})
    one = {f.code: f for f in lint(case)}["request-over-window"]
    assert one.severity == "warning" and "fits at request 3" in one.text


def users(number: int) -> list[Message]:
    return [tokens("user", 50) for _ in range(number)]


@pytest.mark.parametrize(
    ("rows", "window", "code", "words"),
    [
        (users(8), 200, "no-valid-cut", "#1–#7 are each a user message"),  # t04
        ([tokens("assistant", 50), *users(8)], 200, "no-valid-cut", "#1–#8 are each a user message"),  # t05
        ([*users(7), tokens("assistant", 50)], 200, "no-valid-cut", "#7 is an assistant message, but not below"),  # t06
        ([*users(6), tokens("assistant", 50), call("a")], 500, "no-valid-cut", "not below the bound"),  # t07
        (users(3), 200, "too-few-messages", "fewer than 4 messages (3)"),  # t08
        ([tokens("user", 50), tokens("assistant", 50)] * 3 + [tokens("user", 5_000)], 2_000, "cut-keeps-too-much",
         "under 1,400"),  # t02
    ],
)  # fmt: skip
def test_the_true_reason_why_there_is_no_cut(rows: list[Message], window: int, code: str, words: str) -> None:
    made = session(*rows)
    codes = {f.code: f for f in lint(judged(made, "letta-code", window, {"at": len(rows)}))}
    assert words in codes[code].text
    assert not {"no-valid-cut", "cut-keeps-too-much", "too-few-messages"} - {code} & set(codes)


def test_a_cut_that_is_found_and_still_called_a_failure() -> None:
    """t09: from 90% on the first try is at 100%, and its legal cut, well under the goal, does not count."""
    made = session(*(tokens(("user", "assistant")[i % 2], 50) for i in range(20)))
    at_ninety = judged(made, "letta-code", 2_000, {"at": 20}, sliding_window_percentage=0.9)
    one = {f.code: f for f in lint(at_ninety)}["no-valid-cut"]
    assert "under the goal of 200" in one.text and "reached 100%" in one.text and one.messages == (17,)
    never = judged(made, "letta-code", 2_000, {"at": 20}, sliding_window_percentage=1.0)
    assert "before its first try" in {f.code: f for f in lint(never)}["no-valid-cut"].text
    fine = judged(made, "letta-code", 2_000, {"at": 20})
    assert not {f.code for f in lint(fine)} & {"no-valid-cut", "cut-keeps-too-much", "too-few-messages"}


def test_a_call_that_waits_and_goes() -> None:
    """t16: the confirmation is called at #1 and answered at #22, after the compaction."""
    talk = [tokens(("user", "assistant")[i % 2], 10) for i in range(20)]
    made = session(tokens("user", 10), call("confirm"), *talk, result("confirm"), tokens("assistant", 10))
    one = {f.code: f for f in lint(judged(made, "by-hand", 9_000, {"at": 22}, cut=5))}["pending-call-evicted"]
    assert one.severity == "error" and one.messages == (1,) and "#22" in one.text
    kept = lint(judged(made, "by-hand", 9_000, {"at": 22}, cut=1))
    after = lint(judged(made, "by-hand", 9_000, {"at": 24}, cut=5))
    assert "pending-call-evicted" not in {f.code for f in (*kept, *after)}
    open_end = session(tokens("user", 10), tokens("assistant", 10), tokens("user", 10), call("a"))
    last = {f.code: f for f in lint(judged(open_end, "by-hand", 9_000, {"at": 4}, cut=4))}["pending-call-evicted"]
    assert last.severity == "warning" and last.messages == (3,)


def test_pending_is_decided_by_id() -> None:
    """A A T T: both calls are answered, whatever stands right behind them."""
    made = session(tokens("user", 10), call("a"), call("b"), result("a"), result("b"), tokens("assistant", 10))
    case = judged(made, "by-hand", 9_000, {"at": 5}, cut=5)
    assert "pending-call-evicted" not in {f.code for f in lint(case)}


def test_a_reported_count_above_the_line_and_an_estimate_far_below() -> None:
    """t33: the provider reported 140,100, pi's estimate of the same list is 20,000; its line is 133,616."""
    rows: list[Message] = []
    for i in range(10):
        reported = Usage(input=14_000 * (i + 1), output=100)
        rows += [tokens("user", 1_000), tokens("assistant", 1_000, usage=reported)]
    one = found(session(*rows), "pi", 150_000)["counts-disagree"]
    assert "goes by 140,100 tokens" in one.text and "planner by 20,000 (pi)" in one.text and "factor of 7.0" in one.text
    assert "counts-disagree" not in found(session(*rows), "pi", 200_000)  # neither is above 183,616
    assert "counts-disagree" not in found(ORDINARY, "pi", 20_000)  # one count for both


@pytest.mark.parametrize("name", strategies.names())
def test_every_strategy_can_be_judged(name: str) -> None:
    for sample, window in (("first_example", 700), ("parallel_pending", None), ("no_legal_cut", 1_000)):
        case = judged(open_sample(sample), name, window)
        findings = lint(case)
        codes = {code for each in lints for code in each.codes}
        for finding in findings:
            assert finding.code in codes and finding.text.endswith(".") and finding.advice.endswith(".")
            assert all(0 <= number < len(case.session.messages) for number in finding.messages)
        assert findings == lint(judged(open_sample(sample), name, window))


def test_a_lint_says_what_it_is_and_owns_its_codes() -> None:
    codes = [code for each in lints for code in each.codes]
    assert len(codes) == len(set(codes)) and all(each.label for each in lints)


def test_five_thousand_messages_are_judged_quickly_once_counted() -> None:
    case = judged(dialogue(5_000), "letta-code", 50_000)
    _ = case.passes, case.shown, case.after
    assert seconds(lambda: lint(case)) < 0.5


def test_where_several_tell_the_same_one_speaks() -> None:
    """A giant in the last group is named, not the floor; a floor of prompt and group is told, and not its loop."""
    one = Finding(code="loop", severity="error", text="a", advice="b")
    floor, gain = one.model_copy(update={"code": "floor-over-line"}), one.model_copy(update={"code": "no-gain"})
    assert spoken([one, gain]) == (one,)
    assert spoken([one, floor, gain]) == (floor, gain)  # the quiet loop silences nothing
    off = one.model_copy(update={"code": "estimate-off", "messages": (3,)})
    script = one.model_copy(update={"code": "script-undercount", "messages": (1, 2)})
    assert spoken([off, script]) == (off, script)  # about other messages
    made = session(tokens("user", 100), tokens("assistant", 100), call("a"), result("a", "the " * 9_000))
    codes = {f.code for f in lint(judged(made, "textbook-window", 4_000, {"at": 4}))}
    assert "giant-message" in codes and "floor-over-line" not in codes


def test_what_is_summarized_is_no_floor() -> None:
    """opencode summarizes the last result too when nothing fits: 20,000 of prompt stay, and the line is at 33,535."""
    made = session(tokens("user", 300), tokens("assistant", 300), call("a"), result("a", "the " * 23_000))
    case = judged(made, "opencode", 65_536, {"at": 4, "prompt_tokens": 20_000})
    assert case.plan.fate(3) == "summarize" and "floor-over-line" not in {f.code for f in lint(case)}


def test_a_goal_of_messages_is_no_goal_of_tokens() -> None:
    """OpenAI Agents goes by 10 items: a message of 900 tokens is not larger than that."""
    made = session(*(tokens(("user", "assistant")[i % 2], 900) for i in range(30)))
    assert "giant-message" not in found(made, "openai-agents", 200_000)


def test_the_cap_of_a_release_is_a_note() -> None:
    """aider's history has a sixteenth of the window, 8,192 at most: nobody set that."""
    one = found(ORDINARY, "aider", 400_000)["effective-window"]
    assert one.severity == "note" and "early-line" not in found(ORDINARY, "aider", 400_000)


def test_what_would_go_is_told_only_where_something_goes() -> None:
    """codex would summarize the open call; at 200,000 tokens it does not, unless someone asks."""
    made = session(tokens("user", 50), tokens("assistant", 50), tokens("user", 50), tokens("assistant", 50), call("a"))
    assert "pending-call-evicted" not in found(made, "codex", 200_000)
    asked = {f.code for f in lint(judged(made, "codex", 200_000, {"at": 5}))}
    assert "pending-call-evicted" in asked


def test_several_passes_are_counted() -> None:
    """strands-summarizing takes 30% of the messages: the bundled session needs two passes in 8,192 tokens."""
    one = found(open_sample("long_coding"), "strands-summarizing", 8_192)["several-passes"]
    assert one.severity == "warning" and "It takes 2 passes (" in one.text
