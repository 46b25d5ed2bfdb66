"""trim_messages: frameworks.md 1C. A user's 40 characters are 14 tokens, an answer's 16."""

from compaction_core.compaction import compact
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.langchain.trimming import trim_first, trim_last
from tests.make import call, dialogue, result, say, session


def count(start: int, stop: int) -> int:
    """Ten tokens an item."""
    return 10 * (stop - start)


def test_the_longest_end_and_the_longest_start_that_fit() -> None:
    kinds = ("human", "ai", "human", "ai")
    assert trim_last(kinds, 25, count).kept == (2, 3)
    assert trim_first(kinds, 25, count).kept == (0, 1)


def test_a_start_on_may_leave_nothing() -> None:
    assert trim_last(("human", "ai", "ai"), 25, count, start_on=("human",)).kept == ()


def test_the_end_is_cut_before_anything_is_counted() -> None:
    assert trim_last(("human", "ai", "human", "ai"), 25, count, end_on=("human",)).kept == (1, 2)


def test_a_leading_system_message_has_its_tokens_set_aside() -> None:
    kinds = ("system", "human", "ai", "human")
    assert trim_last(kinds, 25, count, include_system=True).kept == (0, 3)
    assert trim_last(kinds, 5, count, include_system=True).kept == (0,)
    assert trim_last(("human", "system", "ai"), 10, count, include_system=True).kept == (2,)


def test_what_does_not_fit_is_dropped_without_a_summary() -> None:
    found = session(say("system"), *dialogue(10).messages)
    made = plan(found, "langchain-trim-messages", max_tokens=60)
    assert made.fates == ("keep", *["drop"] * 6, *["keep"] * 4) and made.cut == 7
    assert [entry.index for entry in compact(found, made).view] == [0, 7, 8, 9, 10]


def test_counting_the_system_prompt_leaves_less() -> None:
    """The prompt is 40 + 6 characters: 12 + 3 tokens of 60; 45 hold 16 + 14, and another 16 is one too many."""
    found = session(say("system"), *dialogue(10).messages)
    made = plan(found, "langchain-trim-messages", max_tokens=60, include_system=True)
    assert made.indexes("drop") == tuple(range(1, 9))


def test_a_result_loses_its_call() -> None:
    made = plan(session(say("user"), call("a"), result("a")), "langchain-trim-messages", max_tokens=16)
    assert made.fates == ("drop", "drop", "keep")


def test_lines_of_the_first_message_that_does_not_fit_may_stay() -> None:
    found = session(say("user", "1234567\n" * 9 + "12345678"), say("assistant"))
    made = plan(found, "langchain-trim-messages", max_tokens=30, allow_partial=True)
    assert made.fates == ("truncate", "keep")
    assert compact(found, made).view[0].message.text == "1234567\n" * 4 + "12345678", "(40 + 4) / 4 + 3 = 14 are left"


def test_keeping_the_start_drops_the_newest() -> None:
    made = plan(dialogue(4), "langchain-trim-messages", max_tokens=30, keep_end="first")
    assert made.fates == ("keep", "keep", "drop", "drop") and made.cut == 4


def test_everything_fits_or_nothing_is_known() -> None:
    assert plan(dialogue(4), "langchain-trim-messages", 60).cut is None
    assert plan(dialogue(4), "langchain-trim-messages").error is not None
    assert plan(session(), "langchain-trim-messages", 0).cut is None


def test_the_call() -> None:
    strategy = strategies.get("langchain-trim-messages")
    snippet = strategy.snippet(strategy.parameters(start_on="human", end_on="human, tool"), 8_000)
    assert snippet is not None
    assert "    messages,\n    max_tokens=8000,\n" in snippet.text
    assert (
        "start_on='human'" in snippet.text
        and "strategy=" not in snippet.text
        and "end_on=('human', 'tool')" in snippet.text
    )
    first = strategy.snippet(strategy.parameters(keep_end="first"), 8_000)
    assert first is not None and "strategy='first'" in first.text
