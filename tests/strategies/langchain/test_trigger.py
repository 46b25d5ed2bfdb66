"""When SummarizationMiddleware runs: frameworks.md 1A, trigger rule."""

import pytest

from compaction_core.errors import BadParameter
from compaction_core.session import Usage
from compaction_core.strategies import context_of, plan, strategies
from compaction_core.strategies.langchain.trigger import line, met, parsed, told
from compaction_core.tokens import measure
from compaction_core.watching import watch
from tests.make import dialogue, say, session


def test_a_clause_asks_for_all_and_one_clause_is_enough() -> None:
    both = parsed("messages>=50 and tokens>=4000")
    assert not met(both, 49, 9_999, None) and not met(both, 50, 3_999, None) and met(both, 50, 4_000, None)
    assert met((*both, *parsed("messages>=10")), 10, 1, None)


def test_a_fraction_is_rounded_down_and_needs_a_limit() -> None:
    share = parsed("fraction>=0.8")
    assert not met(share, 1, 798, 999) and met(share, 1, 799, 999), "0.8 x 999 is 799.2"
    assert not met(share, 1, 10**9, None)


def test_the_line_is_one_below_what_tokens_alone_ask_for() -> None:
    assert line(parsed("tokens>=4000 or fraction>=0.1"), 30_000) == 2_999
    assert line(parsed("messages>=5 and tokens>=10"), 30_000) is None


@pytest.mark.parametrize(
    "text", ["tokens>4", "words>=4", "fraction>=1.5", "tokens>=0", "tokens>=4 or", "messages>=2.5"]
)
def test_an_unreadable_trigger_says_how_to_write_one(text: str) -> None:
    with pytest.raises(BadParameter, match="trigger_more"):
        plan(dialogue(4), "langchain", 1_000, trigger_more=text)


def test_the_clauses_read_back() -> None:
    text = "messages>=50 and tokens>=4000 or fraction>=0.8"
    assert told(parsed(text)) == text


def test_what_the_newest_answer_reports_counts_too() -> None:
    """Each message of ``say("user")`` is 10 + 1 + 3 = 14 tokens; "assistant" is longer by 5 letters: 16."""
    found = session(say("user"), say("assistant", usage=Usage(input=500)), say("user"))
    strategy = strategies.get("langchain")
    measured = measure(found, "langchain")
    assert measured.counts == (14, 16, 14)
    settings = strategy.parameters(trigger_kind="tokens", trigger_value=400)
    context = context_of(found, measured, None, settings)
    assert strategy.watched(context) == (14, 500, 500)
    assert watch(found, strategy, measured, None, settings).fired == 3
    assert strategy.threshold(None, settings) == 399


def test_messages_are_counted_without_the_system_prompt() -> None:
    found = session(say("system"), *dialogue(6).messages)
    settings = strategies.get("langchain").parameters(trigger_kind="messages", trigger_value=3)
    seen = watch(found, strategies.get("langchain"), measure(found, "langchain"), None, settings)
    assert seen.fired == 4 and seen.threshold is None
