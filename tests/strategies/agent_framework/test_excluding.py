"""The strategies that ask no model, on lists small enough to count by hand: frameworks.md §4A, Strategies."""

import pytest

from compaction_core.compaction import compact
from compaction_core.session import Session
from compaction_core.strategies import Plan, plan, strategies
from compaction_core.strategies.agent_framework.collapsing import collapsed_text
from compaction_core.strategies.planner import context_of, settle
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session


def chat() -> Session:
    """Five groups: user, tool, assistant, tool, user."""
    return session(
        say("user"), call("a"), result("a", "one"), say("assistant"), call("b"), result("b", "two"), say("user")
    )


def gone(made: Plan) -> list[int]:
    return list(made.indexes("drop"))


def test_truncation_by_messages_excludes_whole_groups_and_undershoots() -> None:
    made = plan(chat(), "agent-framework-truncation", tokenizer=False, max_n=6, compact_to=5)
    assert gone(made) == [0, 1, 2], "7 → 6 → 4: the tool group goes as a whole"
    assert made.cut == 3 and made.error is None


def test_truncation_waits_until_max_n_is_exceeded() -> None:
    made = plan(chat(), "agent-framework-truncation", tokenizer=False, max_n=7, compact_to=1)
    assert made.cut is None and made.error is None and "not more than 7" in made.steps[-1].text


def test_truncation_keeps_the_newest_group_however_large() -> None:
    made = plan(chat(), "agent-framework-truncation", max_n=1, compact_to=1)
    assert made.indexes("keep") == (6,) and "still above 1" in made.steps[-1].text


def test_truncation_may_keep_the_first_user_message() -> None:
    made = plan(chat(), "agent-framework-truncation", max_n=1, compact_to=1, preserve_first_user_group=True)
    assert made.indexes("keep") == (0, 6)


def test_truncation_s_limits_follow_the_window_where_none_are_given() -> None:
    found = dialogue(10)  # 152 characters of JSON are 38 tokens a user message, 157 are 39 an answer
    counts = measure(found, "agent-framework").counts
    assert counts[:2] == (38, 39)
    made = plan(found, "agent-framework-truncation", 400)  # 4/5 are 320, 5/8 of them 200
    assert gone(made) == [0, 1, 2, 3, 4] and sum(counts[5:]) == 193 and sum(counts[4:]) == 231


@pytest.mark.parametrize(
    ("name", "window", "settings", "said"),
    [
        ("truncation", 100, {"max_n": 10, "compact_to": 20}, "compact_to"),
        ("truncation", None, {}, "max_n"),
        ("truncation", 1, {}, "max_n"),
        ("token-budget", None, {}, "token_budget"),
        ("context-window", None, {}, "window"),
        ("context-window", 100, {"max_output_tokens": 100}, "max_output_tokens"),
        ("context-window", 100, {"tool_eviction_threshold": 0.9}, "truncation_threshold"),
    ],
)
def test_what_the_framework_refuses_is_an_error(
    name: str, window: int | None, settings: dict[str, int], said: str
) -> None:
    made = plan(chat(), f"agent-framework-{name}", window, **settings)
    assert made.cut is None and made.error is not None and said in made.error


def test_the_sliding_window_counts_groups() -> None:
    made = plan(chat(), "agent-framework-sliding-window", keep_last_groups=2)
    assert gone(made) == [0, 1, 2, 3] and made.cut == 4
    assert plan(chat(), "agent-framework-sliding-window", keep_last_groups=5).cut is None


def test_a_pair_around_a_user_message_goes_and_the_user_message_stays() -> None:
    """frameworks.md §4A, Surprises (d)."""
    found = session(say("user"), call("a"), say("user"), result("a"), say("assistant"))
    assert gone(plan(found, "agent-framework-sliding-window", keep_last_groups=2)) == [0, 1, 3]


def test_selective_tool_calls_leave_everything_else() -> None:
    assert gone(plan(chat(), "agent-framework-selective-tool-call")) == [1, 2]
    assert gone(plan(chat(), "agent-framework-selective-tool-call", keep_last_tool_call_groups=0)) == [1, 2, 4, 5]
    assert plan(chat(), "agent-framework-selective-tool-call", keep_last_tool_call_groups=2).cut is None


def test_a_tool_group_becomes_one_assistant_message_in_its_place() -> None:
    found = chat()
    made = plan(found, "agent-framework-tool-result")
    assert made.indexes("clear") == (1,) and gone(made) == [2]
    view = compact(found, made).view
    assert [entry.message.role for entry in view] == ["user", "assistant", "assistant", "assistant", "tool", "user"]
    assert view[1].message.text == "[Tools answer: run: one]" and not view[1].message.calls


def test_the_text_of_a_collapsed_group() -> None:
    """16 characters around, 2 between two answers, 4,096 at most; no name without a call (the vectors' README)."""
    two = collapsed_text([call("a", "b"), result("a", " one "), result("b", "two")])
    assert two == "[Tools answer: run:  one; run: two]"
    assert len(collapsed_text([result("a", "x" * 100)])) == 116
    assert len(collapsed_text([result("a", "x" * 9_000)])) == 4_096
    assert len(collapsed_text([call("a")])) == 16 + len("no answers")


def test_the_token_budget_stops_as_soon_as_it_is_met() -> None:
    found = session(say("user"), call("a"), result("a", "x" * 4_000), call("b"), result("b"), say("user"))
    made = plan(found, "agent-framework-token-budget", token_budget=700, keep_last_tool_call_groups=0)
    assert made.indexes("clear") == (3,) and gone(made) == [0, 1, 2, 4], "not met by collapsing: the oldest groups go"
    made = plan(found, "agent-framework-token-budget", token_budget=1_200, keep_last_tool_call_groups=0)
    assert made.indexes("clear") == (1, 3) and gone(made) == [2, 4]
    more = plan(
        found, "agent-framework-token-budget", token_budget=1_200, keep_last_tool_call_groups=0,
        keep_last_groups=2, early_stop=False,
    )  # fmt: skip
    assert more.indexes("clear") == (3,) and gone(more) == [0, 1, 2, 4], "the replaced group is a group of its own"


def test_the_budget_s_last_resort_leaves_the_newest_group() -> None:
    made = plan(chat(), "agent-framework-token-budget", token_budget=1)
    assert made.indexes("keep") == (6,) and "still above the budget" in made.steps[-1].text


def test_the_context_window_has_two_lines() -> None:
    """Collapse above half of the budget, keeping 4 tool groups; truncate above 4/5 down to half."""
    pairs = [m for i in range(6) for m in (call(f"c{i}"), result(f"c{i}", "x" * 400))]
    found = session(say("user"), *pairs, say("user"))
    total = measure(found, "agent-framework").total
    quiet = plan(found, "agent-framework-context-window", 2 * total, max_output_tokens=0)
    assert quiet.cut is None, "exactly half of the budget is not above it"
    first = plan(found, "agent-framework-context-window", 2 * total - 2, max_output_tokens=0)
    assert first.indexes("clear") == (1, 3) and gone(first) == [2, 4]
    both = plan(found, "agent-framework-context-window", total, max_output_tokens=0)
    assert total == 1_186 and both.cut == 7
    assert both.stats["tokens_kept"] == 593 == 3 * 185 + 38, "three pairs and the user's message are half of it"


def test_triggers_count_what_each_strategy_counts() -> None:
    found = chat()
    fired = {}
    for name, settings in (
        ("truncation", {"tokenizer": False, "max_n": 6}),
        ("sliding-window", {"keep_last_groups": 4}),
        ("tool-result", {}),
        ("summarization", {}),
    ):
        strategy = strategies.get(f"agent-framework-{name}")
        context = context_of(found, measure(found, strategy.counter), None, settle(strategy, settings))
        watched = strategy.watched(context)
        fires = strategy.fires(context, watched, strategy.looks(context))
        fired[name] = [i for i, yes in enumerate(fires) if yes]
    assert fired == {"truncation": [6], "sliding-window": [6], "tool-result": [5, 6], "summarization": [6]}


def test_snippets_name_what_the_release_requires() -> None:
    def text(name: str, window: int | None, **settings: object) -> str:
        strategy = strategies.get(f"agent-framework-{name}")
        snippet = strategy.snippet(settle(strategy, settings), window)  # type: ignore[attr-defined]
        compile(snippet.text, name, "exec")
        return str(snippet.text)

    assert "max_n=800,\n    compact_to=500,\n    tokenizer=Char" in text("truncation", 1_000)
    assert "tokenizer" not in text("truncation", None, tokenizer=False)
    assert text("tool-result", None).endswith("ToolResultCompactionStrategy()")
    assert "client=client" in text("summarization", None)
    assert "max_context_window_tokens=1000" in text("context-window", 1_000)
    assert "import CharacterEstimatorTokenizer, SlidingWindowStrategy, Token" in text("token-budget", 1_000)
