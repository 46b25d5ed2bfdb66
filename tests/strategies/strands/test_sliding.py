"""SlidingWindowConversationManager, by frameworks.md §5A and the released code (strands-agents 1.62.0)."""

import pytest

from compaction_core.compaction import compact
from compaction_core.session import Image, Message, Text, ToolResult, Usage
from compaction_core.strategies import context_of, plan, strategies
from compaction_core.strategies.strands.truncating import cut, shortened
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session

LOOP = session(say("user"), *(m for i in range(20) for m in (call(f"c{i}"), result(f"c{i}"))), say("assistant"))
"""42 messages: one user message, 20 calls with their results, an answer."""


def test_the_newest_40_stay_from_a_user_message_on() -> None:
    made = plan(dialogue(51), "strands-sliding-window")
    assert made.mode_used == "after_cycle" and made.indexes("drop") == tuple(range(12)), "#11 is an answer"
    assert made.cut == 12 and made.error is None


def test_within_the_window_a_turn_changes_nothing() -> None:
    made = plan(dialogue(40), "strands-sliding-window", mode="after_cycle")
    assert made.cut is None and made.error is None and set(made.fates) == {"keep"}


def test_an_overflow_within_the_window_deletes_two() -> None:
    made = plan(dialogue(40), "strands-sliding-window")
    assert made.mode_used == "overflow" and made.indexes("drop") == (0, 1)


def test_without_a_user_message_it_starts_at_a_call_with_its_results() -> None:
    """42 - 6 = 36 is a result; no user message follows, and #37 is a call with its result right behind."""
    made = plan(LOOP, "strands-sliding-window", window_size=6)
    assert made.cut == 37 and len(made.indexes("keep")) == 5


def test_a_turn_of_tools_can_cost_nearly_everything() -> None:
    """frameworks.md: window 6 on a chat of tools keeps 2 of 98, because only the last question may come first."""
    found = session(*LOOP.messages[:-1], *LOOP.messages, *(say("assistant"),) * 13, say("user"), say("assistant"))
    assert len(found.messages) == 98
    assert len(plan(found, "strands-sliding-window", window_size=6).indexes("keep")) == 2


def test_an_overflow_cuts_the_oldest_result_first_and_stops() -> None:
    found = session(say("user"), call("a"), result("a", "y" * 900), call("b"), result("b", "z" * 900), say("user"))
    made = plan(found, "strands-sliding-window", mode="overflow")
    assert made.fates == ("keep", "keep", "truncate", "keep", "keep", "keep") and made.cut == 0
    text = compact(found, made).view[2].message.text
    assert text.startswith("y" * 200 + " ") and text.endswith(" " + "y" * 200) and " 500 characters " in text
    off = plan(found, "strands-sliding-window", mode="overflow", should_truncate_results=False)
    assert off.indexes("drop") == (0, 1, 2, 3, 4)


def test_only_the_oldest_message_with_results_is_looked_at() -> None:
    """The first result is short, so the long one behind it does not help: two messages or more go instead."""
    found = session(say("user"), call("a"), result("a", "y"), call("b"), result("b", "z" * 900), say("user"))
    assert plan(found, "strands-sliding-window", mode="overflow").indexes("drop") == (0, 1, 2, 3, 4)


def test_results_in_a_row_are_cut_together() -> None:
    found = session(
        say("user"), call("a", "b", "c"), result("a", "y" * 401), result("b", "y" * 400), result("c", "z" * 999)
    )
    assert plan(found, "strands-sliding-window", mode="overflow").indexes("truncate") == (2, 4)


def test_a_text_is_cut_once_and_an_image_becomes_a_note() -> None:
    once = cut("x" * 401)
    assert once != "x" * 401 and cut(once + "y" * 500) == once + "y" * 500
    parts = (ToolResult(call_id="a", text="short"), Image(source="data:", media_type="image/png"))
    less = shortened(Message(role="tool", parts=parts))
    assert less is not None and less.parts[1] == Text(text="[an image stood here: image/png]")


@pytest.mark.parametrize(("mode", "fails"), [("overflow", True), ("proactive", False)])
def test_nothing_that_may_come_first(mode: str, fails: bool) -> None:
    made = plan(session(say("user"), say("assistant"), say("assistant")), "strands-sliding-window", mode=mode)
    assert made.cut is None and (made.error is not None) is fails


def test_a_window_of_0_leaves_what_is_pinned() -> None:
    made = plan(dialogue(6), "strands-sliding-window", window_size=0, pin_first=2)
    assert made.indexes("drop") == (2, 3, 4, 5) and made.cut == 6
    assert plan(dialogue(6), "strands-sliding-window", window_size=0).indexes("keep") == ()


def test_pinned_messages_stay_in_front_of_the_window() -> None:
    made = plan(dialogue(50), "strands-sliding-window", pin_first=3)
    assert made.indexes("keep") == (0, 1, 2, *range(10, 50))


def test_it_fires_after_a_turn_by_messages_and_before_a_call_by_tokens() -> None:
    strategy = strategies.get("strands-sliding-window")
    found = session(*dialogue(5).messages, say("assistant", usage=Usage(input=2000)), say("user"))

    def fired(**settings: object) -> list[int]:
        context = context_of(found, measure(found, "strands"), 1000, strategy.parameters(**settings))
        fires = strategy.fires(context, strategy.watched(context), strategy.looks(context))
        return [i for i, yes in enumerate(fires) if yes]

    assert strategy.threshold(1000, strategy.parameters()) == 40
    assert fired() == [6]  # 2,010 tokens would be sent, 1,000 fit
    assert fired(window_size=3) == [3, 5, 6]  # 4 and 6 messages when a turn has ended
    assert fired(window_size=3, per_turn=2) == [3, 5, 6]  # the second call comes behind #2, the fourth behind #6
    assert fired(window_size=3, per_turn=3) == [3, 4, 5, 6]  # the third behind #4
    assert fired(proactive_compression=True, compression_threshold=0.01) == [0, 2, 4, 6]  # 10 tokens are 1%
