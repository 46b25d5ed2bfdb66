"""Groups by hand: frameworks.md §4A, Model."""

from compaction_core.session import Message, Reasoning
from compaction_core.strategies.agent_framework.groups import grouped
from tests.make import call, result, say

THINKING = Message(role="assistant", parts=(Reasoning(text="hm"),))


def shapes(*messages: Message) -> list[tuple[str, tuple[int, ...]]]:
    return [(group.kind, group.places) for group in grouped(messages)]


def test_a_call_takes_its_results_and_the_reasoning_around_it() -> None:
    found = shapes(say("user"), THINKING, call("a", "b"), THINKING, result("a"), result("b"), THINKING, say("user"))
    assert found == [
        ("user", (0,)),
        ("tool_call", (1, 2, 3, 4, 5)),
        ("assistant_text", (6,)),
        ("user", (7,)),
    ]


def test_reasoning_without_a_call_behind_it_is_a_group_each() -> None:
    assert shapes(THINKING, THINKING, say("assistant")) == [("assistant_text", (i,)) for i in range(3)]


def test_a_result_apart_belongs_to_its_call() -> None:
    found = shapes(call("a"), say("user"), result("a"))
    assert found == [("tool_call", (0, 2)), ("user", (1,))]


def test_a_result_of_an_id_that_two_calls_have_open_belongs_to_neither() -> None:
    found = shapes(call("a"), say("user"), call("a"), say("user"), result("a"))
    assert found == [("tool_call", (i,)) if i % 2 == 0 else ("user", (i,)) for i in range(5)]


def test_an_answered_id_may_come_back() -> None:
    found = shapes(call("a"), result("a"), call("a"), say("user"), result("a"))
    assert found == [("tool_call", (0, 1)), ("tool_call", (2, 4)), ("user", (3,))]


def test_orphan_results_in_a_row_are_one_tool_group() -> None:
    assert shapes(result("x"), result("y"), say("user")) == [("tool_call", (0, 1)), ("user", (2,))]
