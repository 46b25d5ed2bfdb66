"""OpenHands' view and where it may be cut: frameworks.md 2, validity."""

from compaction_core.session import Message, Reasoning, ToolCall
from compaction_core.strategies.openhands.events import Condensation, Event, Request, events_of
from compaction_core.strategies.openhands.view import manipulation_indexes, view
from tests.make import call, result, say


def told(*messages: Message) -> list[Event]:
    """The log of these messages, the first prompt in front."""
    rows = [i for i, message in enumerate(messages) if not message.is_prompt]
    return events_of(messages, rows, next((i for i, m in enumerate(messages) if m.is_prompt), None))


def places(*messages: Message) -> list[int]:
    return manipulation_indexes(view(told(*messages))[0])


def thinking(id: str, signature: str | None = "s") -> Message:
    """A call with thinking in front."""
    return Message(role="assistant", parts=(Reasoning(text="hm", signature=signature), ToolCall(id=id, name="run")))


def test_each_call_and_each_result_is_an_event() -> None:
    events = told(say("system"), say("user"), call("a", "b", text="so"), result("b"), result("a"), say("assistant"))
    assert [(event.type, event.message) for event in events] == [
        ("system", 0), ("message", 1), ("action", 2), ("action", 2), ("observation", 3), ("observation", 4),
        ("message", 5),
    ]  # fmt: skip


def test_an_earlier_summary_is_an_event_and_a_prompt_before_the_range_stands_in_front() -> None:
    messages = (say("system"), say("user"), say("user", "so far", summary="so far"), say("user"))
    assert [(e.id, e.type, e.message) for e in events_of(messages, (2, 3), 0)] == [
        (0, "system", 0), (1, "summary", 2), (2, "message", 3),
    ]  # fmt: skip


def test_no_cut_between_calls_of_one_answer_or_while_one_is_open() -> None:
    assert places(say("user"), call("a", "b"), result("a"), result("b"), say("user")) == [0, 1, 5, 6]


def test_no_cut_inside_a_thinking_loop_but_in_front_of_the_next_one() -> None:
    one = (thinking("a"), result("a"), call("b"), result("b"))
    assert places(*one) == [0, 4]
    assert places(*one, thinking("c"), result("c")) == [0, 4, 6]
    assert places(thinking("a", None), *one[1:]) == [0, 2, 4], "thinking without a signature makes no loop"
    assert places(*one[:2], say("user"), *one[2:]) == [0, 2, 3, 5]


def test_calls_without_results_and_results_without_calls_are_no_part_of_it() -> None:
    seen, _ = view(told(say("user"), call("a"), result("z"), say("user")))
    assert [event.message for event in seen] == [0, 3]


def test_an_open_call_takes_the_other_calls_of_its_answer_with_it() -> None:
    seen, _ = view(told(say("user"), call("a", "b"), result("a"), say("user")))
    assert [event.message for event in seen] == [0, 3]


def test_the_second_result_of_a_call_is_dropped() -> None:
    seen, _ = view(told(call("a"), result("a", "first"), result("a", "second")))
    assert [event.message for event in seen] == [0, 1]


def test_a_repeated_call_id_leaves_no_place_behind_it() -> None:
    """Its second result counts as a repetition, so the second call stays open to the end."""
    assert places(call("a"), result("a"), call("a"), result("a")) == [0, 2]


def test_a_condensation_of_the_log_is_applied() -> None:
    log = told(*(say("user") for _ in range(4)))
    seen, requested = view([*log, Request(), Condensation(frozenset({1, 2}), 1, 50)])
    assert [event.id for event in seen] == [0, "summary", 3] and not requested
    assert seen[1].tokens == 50 and view([*log, Request()])[1]


def test_a_condensation_that_tears_an_answer_takes_the_rest_of_it() -> None:
    log = told(say("user"), call("a", "b"), result("a"), result("b"))
    seen, _ = view([*log, Condensation(frozenset({1}), 1)])
    assert [event.id for event in seen] == [0, "summary"]
