"""The tool runner's compaction, by agents.md §3b and the released code (anthropic 0.125.0)."""

import ast

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Usage
from compaction_core.strategies import context_of, plan, strategies
from compaction_core.strategies.anthropic_sdk.runner import request, sent
from compaction_core.strategies.released import Released
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session

FOUND = session(
    say("system"), say("user", "do it"), call("a", "b"), result("a"), result("b"), call("c", text="Now the rest.")
)


def test_one_user_message_takes_the_place_of_all_and_the_reply_is_lost() -> None:
    made = plan(FOUND, "anthropic-sdk")
    assert made.fates == ("keep", "summarize", "summarize", "summarize", "summarize", "drop") and made.cut == 6
    view = compact(FOUND, made, text="so far").view
    assert [(entry.index, entry.message.role, entry.message.text) for entry in view[1:]] == [(None, "user", "so far")]
    assert [line.index for line in summary_request(FOUND, made).lines] == [1, 2, 3, 4], "no system prompt, no reply"


def test_results_in_a_row_are_one_message_of_the_request() -> None:
    assert [message.rows for message in sent(FOUND.messages, range(1, 6))] == [(1,), (2,), (3, 4), (5,)]


def test_calls_of_a_last_message_are_taken_out() -> None:
    asked = request(FOUND.messages, sent(FOUND.messages, range(1, 6)))
    assert asked.without_calls == 5 and len(asked.messages) == 4
    made = plan(FOUND, "anthropic-sdk", reply_is_last=False)
    assert made.fates[5] == "summarize"
    assert summary_request(FOUND, made).lines[-1].text == "[assistant] Now the rest."


def test_a_last_message_of_nothing_but_calls_is_dropped() -> None:
    found = session(say("user"), call("a"))
    made = plan(found, "anthropic-sdk", reply_is_last=False)
    assert made.fates == ("summarize", "drop")
    assert plan(session(call("a")), "anthropic-sdk", reply_is_last=False).indexes("summarize") == ()


def test_an_answer_before_it_keeps_its_calls() -> None:
    """Only the last message is looked at: it goes, and what is last then is sent as it is."""
    found = session(say("user"), call("a", text="first"), call("b"))
    made = plan(found, "anthropic-sdk", reply_is_last=False)
    assert made.fates == ("summarize", "summarize", "drop")
    assert "call run" in summary_request(found, made).lines[-1].text


def test_the_threshold_is_inclusive_and_counts_the_answer() -> None:
    strategy = strategies.get("anthropic-sdk")
    assert strategy.threshold(None, strategy.parameters()) == 99_999
    assert strategy.threshold(5, strategy.parameters(enabled=False)) is None
    for output, fires in ((9_999, False), (10_000, True)):
        usage = Usage(input=60_000, cache_write=10_000, cache_read=20_000, output=output)
        found = session(say("user"), say("assistant", usage=usage))
        context = context_of(found, measure(found), None, strategy.parameters())
        assert strategy.fires(context, strategy.watched(context), strategy.looks(context)) == (False, fires)


def test_a_refusal_ends_the_run_before_it_is_looked_at() -> None:
    found = session(say("user"), say("assistant", stop_reason="refusal"))
    strategy = strategies.get("anthropic-sdk")
    assert strategy.looks(context_of(found, measure(found), None, strategy.parameters())) == (False, False)


def test_switched_off_or_empty_it_does_nothing() -> None:
    assert plan(dialogue(4), "anthropic-sdk", enabled=False).cut is None
    assert plan(session(), "anthropic-sdk").cut is None
    alone = plan(session(say("assistant")), "anthropic-sdk")
    assert alone.fates == ("drop",) and alone.cut == 1, "the reply is lost, and nothing is summarized"


def test_an_own_prompt_and_the_call_to_paste() -> None:
    made = plan(FOUND, "anthropic-sdk", summary_prompt="Mine.", model="claude-small")
    assert summary_request(FOUND, made).instructions == "Mine."
    strategy = strategies.get("anthropic-sdk")
    assert isinstance(strategy, Released)
    found = strategy.snippet(strategy.parameters(context_token_threshold=5000, model="claude-small"), None)
    assert found is not None
    tree = ast.parse(found.text, mode="eval").body
    assert isinstance(tree, ast.Call)
    control = next(ast.literal_eval(k.value) for k in tree.keywords if k.arg == "compaction_control")
    assert control == {"enabled": True, "context_token_threshold": 5000, "model": "claude-small"}
