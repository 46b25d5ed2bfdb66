"""Modes, fallback, check and second pass: letta.md §2.4-2.7. A 40-character user message is 71 bytes, an answer 76."""

import math

import pytest

from compaction_core.session import Message, Session, ToolCall
from compaction_core.strategies import plan
from tests.make import call, dialogue, result, say, session


def tokens(messages: int) -> int:
    """Of so many alternating messages behind no system message, an answer first."""
    bytes_ = sum((76, 71)[i % 2] + 2 for i in range(messages))
    return int(math.ceil(bytes_ / 4) * 1.3)


def waiting(name: str = "ls") -> Message:
    """A call that waits for consent, as an importer loads Letta's own role."""
    parts = (ToolCall(id="w", name=name, arguments="{}"),)
    return Message(role="user", name="approval", flags=("meta",), parts=parts)


def test_a_list_is_counted_as_a_whole() -> None:
    """20 messages and the system message: 40% of 21 is 8, the eighth is #7. 13 messages are kept."""
    made = plan(dialogue(20), "letta-server", 1000)
    assert made.cut == 7
    (measured,) = [s for s in made.steps if s.kind == "measure" and s.attempt is not None]
    assert measured.kept_tokens == tokens(13) == 319
    assert made.stats["tokens_kept"] == 7 * 26 + 6 * 24  # the same 13, each rounded for itself


def test_another_counter_is_added_up() -> None:
    made = plan(dialogue(20), "letta-server", 1000, counter="letta-code")
    assert [s.kept_tokens for s in made.steps if s.attempt is not None and s.kind == "measure"] == [130]
    assert not made.as_released


def test_the_system_message_is_counted_and_stays() -> None:
    prompted = session(say("system", "s" * 40), *dialogue(20).messages)
    made = plan(prompted, "letta-server", 1000)
    assert made.cut == 8 and made.fates[0] == "keep"
    (measured,) = [s for s in made.steps if s.kind == "measure" and s.attempt is not None]
    bytes_ = 75 + sum((76, 71)[i % 2] + 2 for i in range(13))  # 73 and the separator
    assert measured.kept_tokens == int(math.ceil(bytes_ / 4) * 1.3)


@pytest.mark.parametrize("mode", ["sliding_window", "self_compact_sliding_window"])
@pytest.mark.parametrize(
    ("found", "settings", "why"),
    [
        (session(*[say("user")] * 12), {}, "nothing may start the kept part"),
        (session(*[say("user")] * 9, say("assistant")), {}, "at the end"),
        (dialogue(20), {"sliding_window_percentage": 1.5}, "above 100%"),
        (dialogue(20), {"sliding_window_percentage": 1.0}, "nothing is tried"),
    ],
)
def test_a_search_that_fails_falls_back_to_all(mode: str, found: Session, settings, why: str) -> None:
    made = plan(found, "letta-server", 1000, mode=mode, **settings)
    assert made.mode_used == "all" and why in (made.fallback_reason or "")
    assert set(made.fates) == {"summarize"} and made.cut == len(found.messages) and made.error is None


@pytest.mark.parametrize("mode", ["all", "self_compact_all"])
def test_all_keeps_only_a_waiting_approval_and_its_answer(mode: str) -> None:
    """§2.5: a dangling ordinary call is not protected. Steps the file does not name count as one."""
    rows = dialogue(8).messages
    assert plan(session(*rows, call("a")), "letta-server", 1000, mode=mode).cut == 9
    assert plan(session(*rows[:7], waiting()), "letta-server", 1000, mode=mode).cut == 7  # a user stands before it
    assert plan(session(*rows, waiting()), "letta-server", 1000, mode=mode).cut == 7  # with its answer, #7


def test_calls_that_wait_for_consent_may_start_the_kept_part_and_are_not_counted_at_the_end() -> None:
    made = plan(session(*[say("user")] * 5, waiting(), *[say("user")] * 7), "letta-server", 1000)
    assert made.cut == 5
    ending = plan(session(*dialogue(20).messages, waiting()), "letta-server", 1000)  # 40% of 22 → 9, #7 is the answer
    (measured,) = [s for s in ending.steps if s.kind == "measure" and s.attempt is not None]
    assert (ending.cut, measured.kept_tokens) == (7, tokens(13))


def test_the_self_window_keeps_an_approval_in_front_of_its_cut() -> None:
    """§2.6: it runs the self mode for all over what lies before the cut, which protects an approval at its end."""
    rows = [*[say("user")] * 6, waiting(), say("assistant"), *[say("user")] * 11]  # n = 20, 40% → 8, #7
    own = plan(session(*rows), "letta-server", 1000, mode="self_compact_sliding_window")
    other = plan(session(*rows), "letta-server", 1000)
    assert (own.cut, other.cut) == (6, 7)


def test_a_cut_at_one_summarizes_nothing() -> None:
    made = plan(session(say("assistant"), *[say("user")] * 9), "letta-server", 1000)
    assert made.cut == 0 and set(made.fates) == {"keep"}
    assert "its list grows" in next(s.text for s in made.steps if s.kind == "apply")


def test_the_second_pass_loses_the_first_summary() -> None:
    """§2.7: 3,000 bytes of tools are 975 tokens, over the 900 of the threshold whatever is kept."""
    tools = '["' + "t" * 2996 + '"]'
    made = plan(session(*dialogue(20).messages, tools=tools), "letta-server", 1000)
    assert made.fates == ("drop",) * 7 + ("summarize",) * 13
    assert (made.mode_used, made.cut, made.error) == ("all", 20, None)
    assert [s.kept_tokens for s in made.steps if s.line in (9, 10)] == [tokens(13) + 975, 975]
    unchecked = plan(session(*dialogue(20).messages, tools=tools), "letta-server", 1000, check_after=False)
    assert unchecked.mode_used == "sliding_window" and unchecked.cut == 7


def test_only_the_plain_sliding_window_is_followed_by_a_second_pass() -> None:
    tools = '["' + "t" * 2996 + '"]'
    for mode in ("all", "self_compact_all", "self_compact_sliding_window"):
        made = plan(session(*dialogue(20).messages, tools=tools), "letta-server", 1000, mode=mode)
        assert made.mode_used == mode and "drop" not in made.fates


def test_a_system_message_that_fills_the_window_is_an_error() -> None:
    """4,033 bytes → 1,009 × 1.3 = 1,311 tokens in a window of 1,000."""
    made = plan(session(say("system", "s" * 4000), *dialogue(20).messages), "letta-server", 1000)
    assert made.cut is None and "1,311 tokens" in (made.error or "")
    assert set(made.fates) == {"keep"}
    big = plan(session(say("system", "s" * 2900), *dialogue(20).messages), "letta-server", 1000)
    assert big.error is None and big.mode_used == "all", "over the threshold, under the window: the server goes on"


def test_kept_tool_results_are_cut_to_what_a_request_may_hold() -> None:
    """§2.12: at least 5,000 characters, else a fifth of the window at 4 characters a token."""
    rows = [*dialogue(12).messages, call("a"), result("a", "r" * 6000)]
    made = plan(session(*rows), "letta-server", 6_000, check_after=False)
    assert made.fates[-1] == "truncate"
    left = made.effects[-1]
    assert left is not None and left.instead is not None
    assert left.instead.text == "r" * 5000 + "... [1000 more characters]"
    assert plan(session(*rows), "letta-server", 7_500).fates[-1] == "keep"


def test_nothing_to_do_and_an_unknown_window_plan_nothing() -> None:
    empty = plan(session(say("system")), "letta-server", 1000)
    assert empty.cut is None and empty.error is None and "nothing to summarize" in empty.steps[-1].text
    assert plan(dialogue(20), "letta-server", None).cut is None
    assert plan(dialogue(20), "letta-server", None, mode="all").cut == 20


def test_a_long_session_has_few_steps() -> None:
    made = plan(dialogue(5000), "letta-server", 1000)
    assert len(made.steps) < 40 and made.mode_used == "all"
