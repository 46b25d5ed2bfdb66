"""ADK's compaction as a plan: frameworks.md §3."""

import pytest

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Message, Session, Usage
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.planner import context_of, settle
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session

NAME = "google-adk"


def fired(found: Session, window: int | None = None, **settings: object) -> list[int]:
    strategy = strategies.get(NAME)
    context = context_of(found, measure(found, strategy.counter), window, settle(strategy, settings))
    fires = strategy.fires(context, strategy.watched(context), strategy.looks(context))
    return [i for i, yes in enumerate(fires) if yes]


def test_by_tokens_the_summary_stands_in_front_of_what_stays() -> None:
    found = dialogue(10)  # 10 tokens a message
    made = plan(found, NAME, token_threshold=100, event_retention_size=4)
    assert made.indexes("summarize") == (0, 1, 2, 3, 4, 5) and made.cut == 6 and made.mode_used == "token_threshold"
    view = compact(found, made, text="s").view
    assert [entry.index for entry in view] == [None, 6, 7, 8, 9] and view[0].message.role == "assistant"
    assert not any("waits" in step.text for step in made.steps), "at the threshold it compacts"


def test_below_the_threshold_the_plan_says_that_it_waits() -> None:
    made = plan(dialogue(10), NAME, token_threshold=101, event_retention_size=4)
    assert made.cut == 6 and any("ADK waits" in step.text for step in made.steps)


def test_an_earlier_summary_is_folded_in_by_tokens() -> None:
    earlier = say("user", "before", summary="before")
    found = session(say("user"), earlier, *dialogue(6).messages)
    made = plan(found, NAME, 10, event_retention_size=4)
    assert made.indexes("summarize") == (1, 2, 3), "what stands in front of a summary is never taken again"
    assert [entry.index for entry in compact(found, made, text="s").view] == [0, None, 4, 5, 6, 7]
    assert summary_request(found, made).transcript.startswith("model: before\nuser: xxx")


def test_summaries_add_up_by_invocations() -> None:
    earlier = say("user", "b", summary="b")
    found = session(earlier, *dialogue(4).messages)
    made = plan(found, NAME, event_retention_size=None, compaction_interval=2, overlap_size=1)
    assert made.indexes("summarize") == (1, 2, 3, 4) and made.cut == 5
    assert [entry.index for entry in compact(found, made, text="s").view] == [0, None]


def test_a_summary_inside_the_new_range_goes_unread() -> None:
    found = session(*dialogue(2).messages, say("user", "b", summary="b"), *dialogue(4).messages)
    made = plan(found, NAME, event_retention_size=None, compaction_interval=2, overlap_size=5)
    assert made.indexes("drop") == (2,) and made.indexes("summarize") == (0, 1, 3, 4, 5, 6)


def test_a_range_smaller_than_the_latest_summary_is_not_worth_it() -> None:
    found = session(say("user", "b", summary="b" * 1_000), *dialogue(4).messages)
    made = plan(found, NAME, event_retention_size=None, compaction_interval=2)
    assert made.cut is None and made.error is None
    assert any("not worth a new one" in step.text for step in made.steps)


def test_the_way_by_invocations_follows_where_tokens_are_too_few() -> None:
    made = plan(dialogue(6), NAME, token_threshold=1_000, compaction_interval=2)
    assert made.mode == "token_threshold" and made.mode_used == "sliding_window"
    assert made.fallback_reason == "by tokens: not reached" and made.cut == 6


def test_one_pair_has_to_be_set() -> None:
    made = plan(dialogue(6), NAME, event_retention_size=None)
    assert made.cut is None and made.error is not None and "set one pair" in made.error


@pytest.mark.parametrize("retained", [6, 7])
def test_with_too_few_events_nothing_goes(retained: int) -> None:
    made = plan(dialogue(6), NAME, token_threshold=1, event_retention_size=retained)
    assert made.cut is None and made.error is None


def test_by_tokens_it_fires_at_the_threshold_before_a_call() -> None:
    assert fired(dialogue(8), token_threshold=50) == [4, 5, 6, 7]
    assert fired(dialogue(8), 62) == [4, 5, 6, 7], "4/5 of the window are 49 tokens"


def test_a_reported_prompt_counts_until_a_summary() -> None:
    answer = say("assistant", usage=Usage(input=500, output=9))
    after = say("assistant", "s", summary="s")
    assert fired(session(say("user"), answer, say("user"), after, say("user")), token_threshold=400) == [1, 2]


def test_by_invocations_it_fires_when_one_has_ended() -> None:
    found = session(say("user"), call("a"), result("a"), say("assistant"), say("user"), say("assistant"))
    assert fired(found, event_retention_size=None, compaction_interval=2) == [5]


def test_one_long_tool_loop_never_fires_by_invocations() -> None:
    """Surprise: one invocation stays one, however long it is."""
    pairs: list[Message] = [m for i in range(20) for m in (call(f"c{i}"), result(f"c{i}"))]
    found = session(say("user"), *pairs, say("assistant"))
    assert fired(found, event_retention_size=None, compaction_interval=2) == []


def test_the_summarizer_reads_calls_and_results_cut_to_2000_characters() -> None:
    found = session(say("user", "go"), call("a", text="well"), result("a", "y" * 3_000), say("assistant", "ok"))
    made = plan(found, NAME, event_retention_size=0)
    lines = summary_request(found, made).transcript.split("\n")
    assert lines[:3] == ["user: go", "agent: well", "agent called run({'command': 'ls'})"]
    whole = str({"result": "y" * 3_000})
    assert lines[3].startswith(f"run answered: {whole[:2_000]}… [{len(whole) - 2_000} characters")
    assert lines[4] == "agent: ok"


def test_the_snippet_holds_the_pairs_that_are_on() -> None:
    strategy = strategies.get(NAME)
    text = strategy.snippet(settle(strategy, {"compaction_interval": 3}), 1_000).text  # type: ignore[attr-defined]
    compile(text, NAME, "exec")
    assert text.endswith(
        "EventsCompactionConfig(\n    token_threshold=800,\n    event_retention_size=10,\n"
        "    compaction_interval=3,\n    overlap_size=1,\n)"
    )
