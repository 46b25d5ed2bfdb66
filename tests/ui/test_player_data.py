"""The player's payload says what the records say, stays small, and holds no markup."""

import json
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

import ui.player
from compaction_core.figures.blocks import Shown
from compaction_core.session import Message, Reasoning, RecordedCompaction, Session, Text, ToolCall, ToolResult
from compaction_core.strategies.base import strategies
from compaction_core.strategies.planner import plan
from compaction_core.strategies.plans import Plan
from compaction_core.tokens import CATEGORIES, measure
from ui.player.data import payload
from ui.player.moves import last_move
from ui.player.strip import merge, strip, ticks

LETTA = strategies.get("letta-code")


def message(role: str, chars: int) -> Message:
    """A message of ``chars`` characters: chars / 4 tokens by Letta Code's estimate."""
    if role == "tool":
        return Message(role="tool", parts=(ToolResult(call_id="c", text="a" * chars),))
    return Message(role=role, parts=(Text(text="a" * chars),))  # type: ignore[arg-type]


def session(*roles: str, chars: int = 400) -> Session:
    return Session(format="openai_chat", messages=tuple(message(role, chars) for role in roles))


def ten() -> tuple[Session, Plan]:
    """A system prompt and ten messages of 100 tokens each; in a window of 1,000 the goal is below 700."""
    roles = ("user", "assistant", "tool", "tool", "tool", "assistant", "user", "assistant", "tool", "assistant")
    made = session("system", *roles)
    return made, plan(made, "letta-code", 1_000)


def shown(made: Session, planned: Plan, step: int = 0) -> dict[str, Any]:
    return payload(made, measure(made, "letta-code"), planned, LETTA, step)


def steps(made: Session, planned: Plan, kind: str) -> list[dict[str, Any]]:
    return [step for step in shown(made, planned)["steps"] if step["kind"] == kind]


def test_a_try_says_which_share_of_the_messages_it_allows() -> None:
    first = steps(*ten(), "try")[0]
    # 0.3 + 0.1 = 0.4 of 10 rows is row 4, and row 0 is #1
    assert (first["bracket"], first["limit"], first["ratio"]) == ("40% of 10 messages → #5", 5, 0.4)


def test_rejected_runs_join_and_stay_for_the_measurement() -> None:
    made, planned = ten()
    # from #5 down: #5, #4 and #3 are tool results, #2 is an assistant message
    assert steps(made, planned, "candidate")[0]["passed"] == [[3, 6]]
    assert steps(made, planned, "measure")[0]["passed"] == [[3, 6]]
    assert "passed" not in steps(made, planned, "try")[1]


def test_marker_and_bar_speak_of_the_same_candidate() -> None:
    made, planned = ten()
    first = steps(made, planned, "measure")[0]
    assert first["mark"] == {"at": 2, "label": "#2 keeps too much", "ok": False}
    # #2–#10 are 9 messages of 100 tokens, 200 more than 700
    assert first["bar"] == {
        "kept": 900, "text": "900 tokens kept", "verdict": "200 over the goal", "state": "over",
        "live": True, "name": "40%",
    }  # fmt: skip
    last = steps(made, planned, "measure")[-1]
    # 60% of 10 is row 6 = #7, a user message; #6 keeps 5 messages
    assert (last["mark"]["label"], last["bar"]["verdict"]) == ("#6 fits", "200 under the goal")


def test_the_last_bar_fades_while_another_candidate_is_looked_for() -> None:
    made, planned = ten()
    tries = steps(made, planned, "try")
    assert "bar" not in tries[0]
    assert (tries[1]["bar"]["kept"], tries[1]["bar"]["live"]) == (900, False)


def test_the_end_shows_the_cut_the_fates_and_both_sides() -> None:
    made, planned = ten()
    data = shown(made, planned)
    end = steps(made, planned, "apply")[0]
    assert end["mark"] == {"at": 6, "label": "cut at #6", "ok": True}
    assert end["outcome"] == ["5 messages become one summary", "5 stay"]
    assert [[data["fates"][code], start, stop] for code, start, stop in end["effects"]] == [["summarize", 1, 6]]


def test_without_a_legal_cut_everything_is_summarized_and_no_one_stays() -> None:
    made = session("system", *["user"] * 6)
    planned = plan(made, "letta-code", 1_000)
    end = steps(made, planned, "decide")[0]
    assert end["mark"] == {"at": 7, "label": "nothing is kept", "ok": True}
    assert end["outcome"] == ["6 messages become one summary", ""]


def test_clearing_makes_no_cut_and_what_stays_in_front_of_the_end_is_kept() -> None:
    cleared = session("user", *["assistant", "tool"] * 6)
    end = steps(cleared, plan(cleared, "observation-masking", 1_000, keep_outputs=1), "decide")[0]
    assert "mark" not in end
    talk = session("user", "assistant", "user", "assistant")
    # Codex keeps both user messages, and the summary stands behind them
    end = steps(talk, plan(talk, "codex", 1_000), "decide")[0]
    assert end["mark"]["label"] == "cut at the end"


def test_what_is_counted_for_no_cut_is_not_called_kept() -> None:
    made, _ = ten()
    # the SDK holds the whole list against its threshold of 100,000 before anything goes
    (counted,) = steps(made, plan(made, "anthropic-sdk", 1_000), "start")
    bar = counted["bar"]
    assert bar["text"].endswith(" tokens") and bar["verdict"].endswith(" under 100,000") and bar["name"] == "step 0"


def test_equal_to_the_goal_is_over_it() -> None:
    # 40% of 9 is row 4, a user message; #2–#8 keep 7 × 100 = (1 − 0.3) × 1,000: not under
    exact = session("user", "user", "assistant", *["user"] * 5, "assistant")
    first = steps(exact, plan(exact, "letta-code", 1_000), "measure")[0]
    assert (first["bar"]["verdict"], first["bar"]["state"]) == ("equals the goal", "over")


def test_without_a_window_there_is_no_goal_and_the_json_is_strict() -> None:
    made, _ = ten()
    data = shown(made, plan(made, "letta-code"))
    json.dumps(data, allow_nan=False)
    assert data["captions"]["goal"] == "Kept tokens, no goal"
    assert all("goal" not in step for step in data["steps"])


def test_mode_all_has_no_ratio_ruler() -> None:
    made, _ = ten()
    data = shown(made, plan(made, "letta-code", 1_000, mode="all"))
    assert data["captions"]["ratio"] is None


def test_the_digest_ignores_the_step_and_knows_the_plan() -> None:
    made, planned = ten()
    assert shown(made, planned, 0)["plan"] == shown(made, planned, 3)["plan"]
    assert shown(made, planned)["plan"] != shown(made, plan(made, "letta-code", 2_000))["plan"]
    assert (shown(made, planned, -4)["step"], shown(made, planned, 99)["step"]) == (0, len(planned.steps) - 1)


def test_a_message_is_one_block_with_a_part_for_each_category() -> None:
    parts = (Reasoning(text="a" * 40), Text(text="b" * 80), ToolCall(id="c", name="read", arguments="{}"))
    made = Session(format="openai_chat", messages=(Message(role="assistant", parts=parts), Message(role="user")))
    packed = strip(made, Shown(measure(made, "letta-code"), 0, 2))
    # assistant 80 / 4, reasoning 40 / 4, call ceil("read{}" 6 / 4); the empty message is a block without width
    assert (packed["widths"], packed["letters"]) == ("20,10,2,0", "DefC")
    assert [CATEGORIES[ord(letter) - ord("a")] for letter in "defc"] == [
        "assistant", "reasoning", "tool_call", "user",
    ]  # fmt: skip


ROLES = st.sampled_from(["system", "user", "assistant", "tool"])


@given(st.lists(st.tuples(ROLES, st.integers(0, 900)), min_size=1, max_size=60), st.data())
@settings(max_examples=60)
def test_blocks_start_where_the_prefix_sums_say(rows: list[tuple[str, int]], data: st.DataObject) -> None:
    made = Session(format="openai_chat", messages=tuple(message(*row) for row in rows))
    measured = measure(made, "letta-code")
    end = data.draw(st.integers(0, len(rows)))
    start = data.draw(st.integers(0, end))
    row = Shown(measured, start, end)
    packed = strip(made, row)
    widths = [int(width) for width in packed["widths"].split(",") if width]
    starts = [at for at, letter in zip(accumulate(widths, initial=0), packed["letters"], strict=False) if letter < "a"]
    prompts = [i for i in range(start) if made.messages[i].is_prompt and measured.counts[i]]
    drawn = [*prompts, *range(start, end)]
    assert starts == list(accumulate((measured.counts[number] for number in drawn), initial=0))[: len(drawn)]
    assert sum(widths) == packed["total"] - packed["gap"]


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 5)).map(lambda p: (p[0], p[0] + p[1]))))
def test_merging_keeps_every_index_and_leaves_gaps(ranges: list[tuple[int, int]]) -> None:
    joined = merge(ranges)
    assert {i for a, b in joined for i in range(a, b)} == {i for a, b in ranges for i in range(a, b)}
    assert all(left[1] < right[0] for left, right in pairwise(joined))


@given(st.integers(0, 30_000), st.integers(1, 30_000))
def test_ticks_are_few_and_inside(start: int, size: int) -> None:
    numbers = ticks(start, start + size)
    assert 1 <= len(numbers) <= 14
    assert numbers == sorted(set(numbers))
    assert all(start <= number < start + size for number in numbers)


def long(size: int) -> tuple[Session, Plan]:
    roles = ("user", "assistant", "tool", "assistant", "tool")
    messages = tuple(message(roles[i % 5], 40 * (1 + i % 97)) for i in range(size))
    made = Session(format="openai_chat", messages=messages)
    return made, plan(made, "letta-code", 1_000_000)


def test_five_thousand_messages_fit_in_100_kb() -> None:
    data = shown(*long(5_000))
    assert data["strip"]["bin"] == 1
    assert len(json.dumps(data)) < 100_000


def test_above_that_neighbours_share_a_block_and_named_messages_stay_exact() -> None:
    made, planned = long(20_000)
    data = shown(made, planned)
    assert (data["strip"]["bin"], sum(map(str.isupper, data["strip"]["letters"]))) == (10, 2_000)
    assert len(json.dumps(data)) < 100_000
    measured = measure(made, "letta-code")
    named = [step["mark"]["at"] for step in data["steps"] if "mark" in step]
    named += [step["limit"] + 1 for step in data["steps"] if "limit" in step]
    assert named
    assert all(data["places"][str(index)] == measured.between(0, index) for index in named)


def test_a_move_counts_once_and_only_for_its_plan() -> None:
    state = {"step": {"step": 4, "number": 9, "plan": "ab"}}
    assert last_move(state, "ab", seen=0) == (9, 4)
    assert last_move(state, "ab", seen=9) == (9, None)
    assert last_move(state, "cd", seen=0) == (9, None)


@pytest.mark.parametrize("state", [None, {}, {"step": 3}, {"step": {"step": "4", "number": 1}}, {"step": {}}])
def test_nonsense_from_the_browser_is_no_move(state: Any) -> None:
    assert last_move(state, "ab", seen=0) == (0, None)


def test_the_page_mounts_it_and_hears_nothing_until_the_user_moves() -> None:
    def page() -> None:
        import streamlit as st

        from compaction_core.strategies.base import strategies
        from compaction_core.tokens import measure
        from tests.ui.test_player_data import ten
        from ui.player import step_player

        made, planned = ten()
        strategy = strategies.get("letta-code")
        st.text(repr(step_player(made, measure(made), planned, strategy, step=2, key="player")))

    at = AppTest.from_function(page, default_timeout=30).run()
    assert not at.exception
    assert at.text[0].value == "None"


def test_the_script_writes_text_only() -> None:
    folder = Path(ui.player.__file__).parent
    scripts = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.js"))
    for risky in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("):
        assert risky not in scripts


def test_what_was_kept_from_before_stands_in_front_of_the_strip() -> None:
    """A block each before the gap, counted with the rest; places of the bins are behind it."""
    mark = RecordedCompaction(index=3, kept=(0,))
    made = session("user", "assistant", "tool", "user", "assistant", "user", "assistant")
    made = Session(format="test", messages=made.messages, compactions=(mark,))
    planned = plan(made, "letta-code", 450)
    data = shown(made, planned)
    assert (data["front"], data["start"], planned.numbers) == ([0], 3, (0, 3, 4, 5, 6))
    widths = [int(width) for width in data["strip"]["widths"].split(",")]
    assert widths == [100] * 5 and data["strip"]["letters"][0] == "C"  # user
    assert (data["strip"]["gap"], data["strip"]["total"]) == (6, 506)  # 1.2% of 500 tokens
    assert data["captions"]["kept"] == "kept from before: #0" and data["captions"]["total"].startswith("500 tokens")
    assert data["palette"][CATEGORIES.index("user")]["share"] == 0.6
    assert sum(entry["share"] for entry in data["palette"]) == 1
    plain = shown(*ten())
    assert (plain["front"], plain["strip"]["gap"], plain["captions"]["kept"]) == ([], 0, None)
