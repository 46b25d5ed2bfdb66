"""The server's own compaction, by agents.md §3c: documentation, and the sandbox capability of openai-agents 0.24.0."""

import json

from compaction_core.compaction import compact
from compaction_core.session import Usage
from compaction_core.strategies import context_of, plan, strategies
from compaction_core.strategies.released import Released
from compaction_core.tokens import measure
from tests.make import dialogue, say, session


def test_the_sandbox_sets_nine_tenths_of_a_known_window() -> None:
    strategy = strategies.get("openai-responses")
    assert strategy.threshold(1_047_576, strategy.parameters()) == 942_818
    assert strategy.threshold(None, strategy.parameters()) == 240_000
    assert strategy.threshold(400_000, strategy.parameters(policy="static_default")) == 240_000
    assert strategy.threshold(400_000, strategy.parameters(threshold=0.5)) == 200_000
    assert strategy.threshold(400_000, strategy.parameters(compact_threshold=5_000)) == 5_000


def test_one_item_stands_for_all_that_was_sent() -> None:
    made = plan(dialogue(5), "openai-responses")
    assert made.indexes("summarize") == (0, 1, 2, 3, 4) and made.cut == 5
    view = compact(dialogue(5), made, text="sealed").view
    assert [(entry.index, entry.message.role) for entry in view] == [(None, "assistant")]


def test_what_stands_before_the_newest_item_is_not_sent() -> None:
    found = session(say("user"), say("assistant"), say("user", summary="old"), say("user"))
    made = plan(found, "openai-responses")
    assert made.fates == ("drop", "drop", "summarize", "summarize")


def test_an_empty_list_is_left_alone() -> None:
    made = plan(session(say("system")), "openai-responses")
    assert made.cut is None and made.error is None


def test_it_fires_above_the_line_before_a_call() -> None:
    strategy = strategies.get("openai-responses")
    found = session(say("user"), say("assistant", usage=Usage(input=101)), say("user", ""))
    context = context_of(found, measure(found), None, strategy.parameters(compact_threshold=100))
    assert strategy.fires(context, strategy.watched(context), strategy.looks(context)) == (False, False, True)


def test_the_request_to_paste() -> None:
    strategy = strategies.get("openai-responses")
    assert isinstance(strategy, Released)
    found = strategy.snippet(strategy.parameters(), 400_000)
    assert found is not None
    assert json.loads(found.text) == {"context_management": [{"type": "compaction", "compact_threshold": 360_000}]}
