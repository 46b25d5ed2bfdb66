"""aider's chat history, by agents.md §6 and the released code (aider-chat 0.86.2, history.py)."""

import json

import pytest

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Message, Text
from compaction_core.strategies import context_of, plan, strategies
from compaction_core.strategies.aider.summarizing import SUMMARY, Level, levels
from compaction_core.tokens import counters, measure
from compaction_core.tokens.bpe import BpeCounter
from tests.make import call, dialogue, result, say, session

PAIRS = ("user", "assistant") * 10


def rounds(tokens: int | list[int], limit: float, weak: int | None = 16_384, summary: int | None = 0) -> list[Level]:
    sizes = [tokens] * 20 if isinstance(tokens, int) else tokens
    return list(levels(PAIRS[: len(sizes)], sizes, limit, weak, summary))


def test_the_tail_stays_below_half_of_the_limit() -> None:
    """Half of 1,000 is 500 and five messages of 100 are not below it: four stay, and an answer stands before them."""
    (only,) = rounds(100, 1_000)
    assert only.tail == (16, 17, 18, 19) and only.read == tuple(range(16)) and only.end == "fits"
    assert rounds(100, 1_002)[0].found == 15, "501 holds five"
    assert rounds(100, 1_002)[0].split == 14, "moved back: an answer has to stand before the tail"


def test_four_messages_or_fewer_are_summarized_as_a_whole() -> None:
    assert rounds([100] * 4, 300)[0].end == "whole"
    assert rounds([100] * 6, 900)[0].end == "whole"  # 449 hold four, so only two would stand before them
    assert rounds([10, 10, 10, 10, 20_000], 1_024)[0].tail == ()  # the newest alone is too large for a tail


def test_what_the_weak_model_cannot_read_is_dropped_oldest_last() -> None:
    """1,500 - 512 = 988: nine of 100 fit, the other seven of the head are neither kept nor read."""
    (only,) = rounds(100, 1_000, weak=1_500)
    assert only.read == tuple(range(9)) and only.dropped == tuple(range(9, 16))
    assert rounds(1_000, 10_000, weak=None)[0].read == (0, 1, 2)  # not known: 4,096 - 512 = 3,584


def test_a_summary_that_does_not_fit_is_summarized_again() -> None:
    """600 + 400 is not below 1,000; then 5 messages, a tail of 4 leaves one before it: all of them."""
    first, second = rounds(100, 1_000, summary=600)
    assert first.end == "again" and first.tail_tokens == 400
    assert second.items == (SUMMARY, 16, 17, 18, 19) and second.read == second.items and second.end == "whole"
    assert len(rounds(100, 1_000, summary=599)) == 1


def test_no_round_is_deeper_than_four() -> None:
    deep = rounds([1] * 20, 10.0, summary=50)
    assert len(deep) <= 5 and deep[-1].end == "whole"


def test_the_limit_is_a_sixteenth_of_the_window() -> None:
    aider = strategies.get("aider")
    lines = {window: aider.threshold(window, aider.parameters()) for window in (8_000, 100_000, 200_000, None)}
    assert lines == {8_000: 1_024, 100_000: 6_250, 200_000: 8_192, None: 1_024}
    assert aider.threshold(200_000, aider.parameters(max_chat_history_tokens=2_000)) == 2_000


def test_the_summary_is_the_users_and_stands_in_front() -> None:
    found = dialogue(60, chars=400)
    made = plan(found, "aider", max_chat_history_tokens=700)
    view = compact(found, made, text="I asked you for x.").view
    assert view[0].message.role == "user" and view[0].message.text.endswith("\nI asked you for x.")
    assert [entry.index for entry in view[1:]] == list(made.indexes("keep")) and made.cut == made.indexes("keep")[0]
    assert view[-1].message.role == "assistant" and view[-1].index == 59, "no answer is added behind an answer"


@pytest.mark.parametrize(("size", "limit", "kept"), [(61, 300, True), (3, 100, False)])
def test_an_answer_is_added_where_a_user_message_is_last(size: int, limit: int, kept: bool) -> None:
    found = dialogue(size, chars=400)
    made = plan(found, "aider", max_chat_history_tokens=limit)
    view = compact(found, made, text="x").view
    assert bool(made.indexes("keep")) is kept
    assert (view[-1].origin, view[-1].message.role) == ("added", "assistant")
    assert view[-2].message.role == "user"


def test_a_short_history_is_left_alone() -> None:
    made = plan(dialogue(6), "aider", 200_000)
    assert made.cut is None and made.error is None and set(made.fates) == {"keep"}


def test_tool_messages_go_with_the_answer_that_called_them_and_are_not_read() -> None:
    tools = [(call(f"c{i}", text="a" * 400), result(f"c{i}", "t" * 90_000)) for i in range(8)]
    rows = [message for pair in tools for message in (say("user", "q" * 400), *pair)]
    found = session(*rows, say("user"), say("assistant"))
    made = plan(found, "aider", max_chat_history_tokens=600)
    first = made.indexes("keep")[0]
    assert made.cut == first and found.messages[first].role == "user" and first % 3 == 0
    assert made.indexes("summarize") == tuple(range(first)), "the result of the last answer before it goes too"
    request = summary_request(found, made)
    assert {line.role for line in request.lines} == {"user", "assistant"} and "t" * 9 not in request.transcript
    assert measure(found, "aider").counts[2] == 0


def test_dropped_messages_are_not_read() -> None:
    found = dialogue(60, chars=400)
    made = plan(found, "aider", max_chat_history_tokens=700, max_input_tokens=900)
    assert made.indexes("drop") and max(made.indexes("summarize")) < min(made.indexes("drop"))
    assert [line.index for line in summary_request(found, made).lines] == list(made.indexes("summarize"))


def test_the_request_is_headed_by_roles() -> None:
    found = session(say("user", "one\n"), say("assistant", "two"), say("user", "x" * 9000))
    request = summary_request(found, plan(found, "aider", max_chat_history_tokens=100))
    assert request.transcript.startswith("# USER\none\n# ASSISTANT\ntwo\n# USER\nxxx")


def test_a_message_counts_as_its_json() -> None:
    text = 'He said "no".\nTwice: ä'
    whole = counters.get("o200k_base")
    assert isinstance(whole, BpeCounter)
    exact = whole.count(json.dumps({"role": "user", "content": text}))
    found = measure(session(Message(role="user", parts=(Text(text=text),))), "aider").counts[0]
    assert abs(found - exact) <= 2, "frame and text are counted apart"


def test_it_looks_when_a_turn_has_ended_and_sees_no_system_prompt() -> None:
    found = session(say("system"), say("user"), call("a"), result("a"), say("assistant"), say("user"))
    aider = strategies.get("aider")
    context = context_of(found, measure(found, "aider"), None, aider.parameters())
    assert aider.looks(context) == (False, False, False, False, True, False)
    counts = measure(found, "aider").counts
    assert aider.watched(context)[0] == 0 and aider.watched(context)[-1] == sum(counts) - counts[0]
