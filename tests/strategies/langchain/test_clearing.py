"""ClearToolUsesEdit: frameworks.md 1B."""

from dataclasses import replace

from compaction_core.compaction import compact
from compaction_core.session import Session
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.langchain.clearing import PLACEHOLDER
from tests.make import call, result, say, session

LONG = "r" * 400
"""A result of 400 + 1 + 4 characters: 102 + 3 tokens; cleared it has 9 + 1 + 4: 4 + 3."""


def loop(count: int) -> Session:
    """A task and so many calls with long results."""
    rows = (row for i in range(count) for row in (call(f"{i}"), result(f"{i}", LONG)))
    return session(say("user"), *rows)


def test_all_but_the_newest_results_are_cleared() -> None:
    found = loop(5)
    made = plan(found, "langchain-clear-tool-uses", trigger=1)
    assert made.indexes("clear") == (2, 4) and made.cut == 0
    view = compact(found, made).view
    assert view[2].message.text == PLACEHOLDER and view[2].message.result.call_id == "0"
    assert len(view) == 11 and not compact(found, made).request.indexes


def test_it_stops_when_enough_is_saved() -> None:
    """Each saves 105 - 7 = 98 tokens: 100 takes two."""
    made = plan(loop(6), "langchain-clear-tool-uses", keep=0, clear_at_least=100)
    assert made.indexes("clear") == (2, 4) and made.steps[-1].variables["saved"] == 196


def test_too_little_to_save_is_cleared_all_the_same() -> None:
    made = plan(loop(2), "langchain-clear-tool-uses", keep=0, clear_at_least=10_000)
    assert made.indexes("clear") == (2, 4)


def test_the_arguments_of_cleared_results_go_too() -> None:
    found = session(say("user"), call("a", "b"), result("a", LONG), result("b", LONG), result("b", LONG))
    made = plan(found, "langchain-clear-tool-uses", keep=2, clear_tool_inputs=True)
    assert made.fates == ("keep", "truncate", "clear", "keep", "keep")
    calls = compact(found, made).view[1].message.calls
    assert [one.arguments for one in calls] == ["{}", '{"command":"ls"}']


def test_a_result_behind_another_answer_is_never_cleared() -> None:
    found = session(call("a"), say("assistant"), result("a", LONG), result("b", LONG))
    made = plan(found, "langchain-clear-tool-uses", keep=0)
    assert made.cut is None and set(made.fates) == {"keep"}


def test_excluded_tools_and_what_was_cleared_before_are_passed_over() -> None:
    assert plan(loop(3), "langchain-clear-tool-uses", keep=0, exclude_tools="grep, run").cut is None
    before = replace(result("a", LONG), flags=("pruned",))
    assert plan(session(call("a"), before), "langchain-clear-tool-uses", keep=0).cut is None


def test_a_short_result_gets_longer() -> None:
    made = plan(session(call("a"), result("a", "ok")), "langchain-clear-tool-uses", keep=0)
    assert made.steps[-1].variables["saved"] == -2, "2 + 1 + 4 characters are 2 tokens, 9 + 1 + 4 are 4"


def test_the_trigger_is_strict_and_counts_no_system_prompt() -> None:
    strategy = strategies.get("langchain-clear-tool-uses")
    assert strategy.threshold(None, strategy.parameters()) == 100_000


def test_the_constructor() -> None:
    strategy = strategies.get("langchain-clear-tool-uses")
    snippet = strategy.snippet(strategy.parameters(keep=5, exclude_tools="run"), None)
    assert snippet is not None
    assert "edits=[ClearToolUsesEdit(keep=5, exclude_tools=('run',))]," in snippet.text
