"""Events, ranges and the guard by hand: frameworks.md §3."""

from compaction_core.session import Message
from compaction_core.strategies.google_adk.events import Event, events_of, surviving, view
from compaction_core.strategies.google_adk.selecting import by_invocations, by_tokens, self_contained, split, worth
from compaction_core.strategies.google_adk.sizes import content_chars, summary_chars
from tests.make import call, result, say


def log(*messages: Message) -> tuple[Event, ...]:
    return events_of(list(enumerate(messages)))


def summary(start: float, end: float) -> Event:
    return Event(end, None, span=(start, end))


def test_each_user_message_opens_an_invocation() -> None:
    found = log(say("assistant"), say("user"), say("assistant"), say("user"), say("user"))
    assert [event.invocation for event in found] == [0, 1, 1, 2, 3]


def test_a_range_inside_another_does_not_stand_and_of_equal_ones_the_later_does() -> None:
    assert surviving((summary(1, 4), summary(2, 3))) == (0,)
    assert surviving((summary(1, 4), summary(1, 4))) == (1,)
    assert surviving((summary(1, 3), summary(2, 4))) == (0, 1), "both stand where they overlap in part"


def test_a_summary_stands_at_the_end_of_its_range() -> None:
    events = (*log(*[say("user")] * 4), summary(2, 3))
    assert view(events) == (0, 4, 3)


def test_the_split_moves_back_to_the_call_of_a_kept_result() -> None:
    events = log(say("user"), call("a"), result("a"), say("assistant"), say("user"))
    assert split(events, 2) == 3 and split(events, 3) == 1 and split(events, 4) == 1
    assert split(log(say("user"), result("zz"), say("user")), 2) == 0, "an orphan's call is nowhere"


def test_an_open_call_ends_the_range() -> None:
    events = log(say("user"), say("assistant"), say("user"), call("a"))
    assert self_contained(events, events).length == 3, "the newest invocation may still be answered"


def test_a_dead_call_inside_an_invocation_is_passed_over() -> None:
    events = log(say("user"), call("a"), say("assistant"), say("user"), say("assistant"))
    found = self_contained(events, events)
    assert (found.strict, found.length, found.dead) == (1, 5, {"a"})


def test_a_dead_call_right_behind_an_invocation_waits_for_the_next_range() -> None:
    events = log(say("user"), say("assistant"), call("a"), say("user"), say("assistant"))
    moved = [event._replace(invocation=2) if place > 1 else event for place, event in enumerate(events)]
    assert self_contained(moved, moved).length == 2


def test_by_tokens_the_last_events_stay() -> None:
    events = log(*[say("user")] * 6)
    assert by_tokens(events, 4).chosen == (0, 1)
    assert by_tokens(events, 6).chosen == () and by_tokens(events, 0).chosen == (0, 1, 2, 3, 4, 5)


def test_by_tokens_the_latest_summary_is_read_first() -> None:
    events = (*log(*[say("user")] * 3), summary(1, 3), *[Event(float(t), t - 1, t) for t in (4, 5, 6)])
    found = by_tokens(events, 1)
    assert found.seed == 3 and found.chosen == (4, 5)


def test_by_invocations_nothing_newer_stays() -> None:
    events = log(*[say("user"), say("assistant")] * 3)
    assert by_invocations(events, 2, 1).chosen == (0, 1, 2, 3, 4, 5), "at first use, everything"
    assert by_invocations(events, 4, 1).chosen == ()


def test_by_invocations_the_overlap_is_taken_once_more() -> None:
    events = (*log(*[say("user")] * 4), summary(1, 4), *[Event(float(t), t - 1, t) for t in (5, 6)])
    assert by_invocations(events, 2, 1).chosen == (3, 5, 6)
    assert by_invocations(events, 2, 0).chosen == (5, 6)
    assert by_invocations(events, 3, 0).new == 2


def test_a_range_has_to_remove_more_than_the_latest_summary_has() -> None:
    events = (*log(*[say("user")] * 2), summary(1, 2), Event(3.0, 2, 3))
    found = by_invocations(events, 1, 0)
    large, small = worth(events, found, lambda _: 100), worth(events, found, lambda place: 200 if place == 3 else 100)
    assert large == (100 - 27, 100) and small == (200 - 27, 100)


def test_sizes_are_those_of_the_json() -> None:
    """Numbers from google-genai, run on these contents."""
    assert content_chars(say("user", 'hé"\n')) == 43
    assert content_chars(result("c1", "é\n"), "bash") == 101
    assert summary_chars("") == len('{"parts":[{"text":""}],"role":"model"}')
