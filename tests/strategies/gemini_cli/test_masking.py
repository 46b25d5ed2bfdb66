"""Gemini CLI's masking, worked by hand from agents.md §5."""

from dataclasses import replace

import pytest

from compaction_core.session import Session, ToolCall
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.gemini_cli.masking import TAG, snippet
from compaction_core.strategies.planner import context_of, settle
from compaction_core.tokens import measure
from tests.make import call, result, say, session

SMALL = {"tool_protection_threshold": 500, "min_prunable_tokens_threshold": 300}


def loop(*texts: str, tool: str = "run") -> Session:
    rows = [say("user", "go")]
    for number, text in enumerate(texts):
        asked = call(f"c{number}")
        parts = (ToolCall(id=f"c{number}", name=tool),)
        rows += [replace(asked, parts=parts), result(f"c{number}", text)]
    return session(*rows, say("assistant", "done"))


def test_the_output_that_passes_the_protected_tokens_and_all_older_ones_are_masked() -> None:
    # run + {"output":"x…"} = 3 + 13 + 884 characters = 225 tokens: the third from the end makes 675
    made = plan(loop(*["x" * 884] * 5), "gemini-cli-masking", **SMALL)
    assert made.indexes("truncate") == (2, 4, 6)
    assert (made.cut, made.indexes("summarize")) == (0, ())
    assert made.stats["messages_kept"] == made.stats["messages_before"]


def test_too_few_tokens_are_left_alone() -> None:
    made = plan(loop(*["x" * 884] * 3), "gemini-cli-masking", **SMALL)
    assert made.cut is None
    assert "225 tokens, and that is fewer than 300" in made.steps[-1].text


def test_an_output_that_a_preview_would_not_shorten_stays() -> None:
    made = plan(loop("ok", *["x" * 884] * 4), "gemini-cli-masking", **SMALL)
    assert made.indexes("truncate") == (4, 6)


def test_the_newest_content_is_not_looked_at() -> None:
    found = loop(*["x" * 884] * 5)
    last = found.model_copy(update={"messages": found.messages[:-1]})
    assert plan(last, "gemini-cli-masking", **SMALL).indexes("truncate") == (2, 4)
    assert plan(last, "gemini-cli-masking", protect_latest_turn=False, **SMALL).indexes("truncate") == (2, 4, 6)


@pytest.mark.parametrize("tool", ["activate_skill", "ask_user", "enter_plan_mode", "exit_plan_mode"])
def test_some_tools_are_exempt(tool: str) -> None:
    assert plan(loop(*["x" * 884] * 5, tool=tool), "gemini-cli-masking", **SMALL).cut is None


def test_what_is_masked_is_not_masked_again() -> None:
    assert plan(loop(*[f"<{TAG}>" + "x" * 884] * 5), "gemini-cli-masking", **SMALL).cut is None


def test_the_preview_is_of_the_json_and_a_shells_sections_stay() -> None:
    assert snippet('"' * 300, "read").count('\\"') == 117 + 123  # 250 characters behind and before the frame
    lines = "\n".join(map(str, range(40)))
    shown = snippet(f"Command: make\nOutput: {lines}\nExit Code: 2", "run_shell_command")
    assert "20 lines left out" in shown and "Exit Code: 2" in shown and "\n25\n" not in shown


def test_what_the_trigger_sees_grows_with_the_list() -> None:
    strategy = strategies.get("gemini-cli-masking")
    settings = settle(strategy, SMALL)
    found = loop(*["x" * 884] * 5)
    context = context_of(found, measure(found, strategy.counter), 1_000, settings)
    watched = strategy.watched(context)
    # the newest result is not looked at while it is the last; 225 tokens once three are older than the newest message
    assert watched == (0, 0, 0, 0, 0, 0, 0, 225, 225, 450, 450, 675)
    fires = strategy.fires(context, watched, strategy.looks(context))
    assert [i for i, fired in enumerate(fires) if fired] == [9, 11]
