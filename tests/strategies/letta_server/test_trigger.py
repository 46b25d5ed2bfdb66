"""When the server compacts: letta.md §2.2 and §2.12."""

from dataclasses import replace

import pytest

from compaction_core.session import Message, Text, Usage
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.letta_server.trigger import looks, threshold, tool_chars
from compaction_core.tokens import measure
from compaction_core.watching import Watch, watch
from tests.make import call, dialogue, result, say, session


@pytest.mark.parametrize(
    ("rule", "model", "line"),
    [
        ("all_90", "openai/gpt-5", 244_800),
        ("all_90", "anthropic/claude-sonnet-4", 244_800),
        ("gpt5_90", "openai/GPT-5-mini", 244_800),
        ("gpt5_90", "gpt-5.1", 244_800),
        ("gpt5_90", "openai/gpt-50", 272_000),
        ("gpt5_90", None, 272_000),
        ("all_100", "openai/gpt-5", 272_000),
    ],
)
def test_the_threshold_and_its_history(rule, model: str | None, line: int) -> None:
    assert threshold(272_000, rule, model) == line


def test_other_rules_than_this_release_s_are_labelled() -> None:
    assert not plan(dialogue(20), "letta-server", 1000, threshold_rule="all_100").as_released
    assert not plan(dialogue(20), "letta-server", 1000, threshold_rule="gpt5_90").as_released


def test_tool_results_may_take_a_fifth_of_the_window() -> None:
    assert [tool_chars(w) for w in (None, 0, 6_250, 6_251, 128_000)] == [5_000, 5_000, 5_000, 5_000, 102_400]


def follow(found, window: int) -> Watch:
    server = strategies.get("letta-server")
    return watch(found, server, measure(found, "letta-server"), window, server.parameters())


def answer(total: int, **fields: object) -> Message:
    usage = Usage(input=total) if total else None
    return Message(role="assistant", parts=(Text(text="y" * 40),), usage=usage, **fields)


def test_it_looks_at_the_end_of_a_step() -> None:
    rows = [say("user"), call("a", "b"), result("a"), result("b"), answer(0), say("user"), result("x")]
    assert looks(rows) == (False, False, False, True, True, False, False)


def test_the_last_report_is_all_it_knows() -> None:
    """Results and questions count only once an answer reports them; exactly 90% does not fire."""
    told = replace(call("a"), usage=Usage(input=880, output=20))
    seen = follow(session(say("user"), told, result("a"), say("user"), answer(901)), 1000)
    assert seen.tokens[1:] == (900, 900, 900, 901)
    assert seen.fires == (False, False, False, False, True)


def test_without_a_report_it_is_estimated() -> None:
    """24 tokens a 40-character user message, 26 an answer: letta.md §2.3."""
    assert follow(dialogue(3), 1000).tokens == (24, 50, 74)
    seen = follow(session(say("user"), answer(100), say("user"), answer(0)), 1000)
    assert seen.tokens == (24, 100, 100, 150)


def test_a_report_from_before_the_newest_summary_is_stale() -> None:
    rows = [say("user", summary="s", timestamp=50.0), answer(800, timestamp=50.0), answer(120, timestamp=60.0)]
    assert follow(session(*rows), 1000).tokens == (24, 50, 120)
