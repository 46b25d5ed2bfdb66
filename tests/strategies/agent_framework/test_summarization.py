"""Summarization by hand: frameworks.md §4A, Summarization, Rendering and Surprises."""

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Message, Reasoning, Session
from compaction_core.strategies import plan
from compaction_core.strategies.agent_framework.transcript import body
from tests.make import call, dialogue, result, say, session

NAME = "agent-framework-summarization"


def test_the_newest_messages_stay_and_the_summary_stands_in_front_as_an_assistant_message() -> None:
    found = dialogue(10)
    made = plan(found, NAME)
    assert made.indexes("summarize") == (0, 1, 2, 3, 4, 5) and made.cut == 6
    view = compact(found, made, text="what happened").view
    assert [entry.index for entry in view] == [None, 6, 7, 8, 9]
    assert view[0].message.role == "assistant" and view[0].message.text == "what happened"


def test_it_waits_for_target_and_threshold_together() -> None:
    assert plan(dialogue(6), NAME).cut is None
    assert plan(dialogue(7), NAME).indexes("summarize") == (0, 1, 2)


def test_groups_stay_whole_so_more_may_stay_than_wanted() -> None:
    found = session(say("user"), say("assistant"), say("user"), call("a", "b"), result("a"), result("b"), say("user"))
    assert plan(found, NAME, target_count=2, threshold=0).indexes("keep") == (3, 4, 5, 6)


def giant(*before: Message) -> Session:
    return session(*before, *dialogue(10).messages)


def test_a_giant_in_front_is_passed_over_and_stays_in_front_of_the_summary() -> None:
    """Surprise (b): an oversized leading message stays for ever."""
    found = giant(say("user", "x" * 40_000))
    made = plan(found, NAME)
    assert made.indexes("summarize") == (1, 2, 3, 4, 5, 6)
    assert [entry.index for entry in compact(found, made, text="s").view] == [0, None, 7, 8, 9, 10]


def test_a_giant_behind_the_first_selected_group_ends_the_selection() -> None:
    """Surprise (a): one message may be all that is replaced."""
    made = plan(giant(say("user"), say("assistant", "x" * 40_000)), NAME)
    assert made.indexes("summarize") == (0,) and made.cut == 1


def test_where_nothing_fits_no_model_is_asked() -> None:
    made = plan(giant(), NAME, max_summary_input_tokens=150)
    assert made.cut is None and made.error is None and not summary_request(giant(), made).indexes


def test_the_size_of_a_request() -> None:
    """148 of the prompt; "1. [user] x…" has 50 characters, 12 tokens, "2. [assistant] x…" 55, 13; 1 between two."""
    found = dialogue(10)
    exact = 148 + 12 + 1 + 13
    assert plan(found, NAME, max_summary_input_tokens=exact).indexes("summarize") == (0, 1)
    assert plan(found, NAME, max_summary_input_tokens=exact - 1).indexes("summarize") == (0,)
    assert plan(found, NAME, max_summary_input_tokens=None).cut == 6


def test_a_counter_chosen_by_hand_counts_the_request() -> None:
    made = plan(dialogue(10), NAME, counter="o200k_base", max_summary_input_tokens=1)
    assert made.cut is None and not made.as_released


def test_the_summarizer_reads_groups_one_after_another_with_running_numbers() -> None:
    found = session(say("user", "go"), call("a"), say("user", "wait"), result("a", "out"), *dialogue(6).messages)
    made = plan(found, NAME)
    request = summary_request(found, made)
    assert request.transcript.split("\n")[:4] == [
        "1. [user] go",
        '2. [assistant] function_call run({"command":"ls"}) [call_id=a]',
        "3. [tool] function_result: out [call_id=a]",
        "4. [user] wait",
    ]
    assert request.indexes == made.indexes("summarize") == (0, 1, 2, 3, 4, 5)


def test_a_message_that_shows_nothing_is_named_by_its_contents() -> None:
    assert body(Message(role="assistant", parts=(Reasoning(text="hm"),))) == ". [assistant] text_reasoning"
    assert body(result("a", "")) == ". [tool] function_result: text content [call_id=a]"


def test_an_own_prompt_is_sent_and_counted() -> None:
    found = dialogue(10)
    made = plan(found, NAME, prompt="x" * 40_000)
    assert made.cut is None
    made = plan(found, NAME, prompt="Shorter.")
    assert summary_request(found, made).instructions == "Shorter."
