"""One more message: where it fires, whether it fits, and what goes; numbers that can be worked out by hand.

A message of n times ``the `` has n tokens by Letta Code's and pi's estimate, which is characters / 4.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.compaction import compact
from compaction_core.session import Message, RecordedCompaction, Session, Usage
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.planner import settle
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message
from compaction_core.whatif import WhatIf, list_after, made_message, next_role, what_if
from tests.make import call, result, say, session, sessions


def tokens(role: str, number: int, **more: object) -> Message:
    return say(role, "the " * number, **more)  # type: ignore[arg-type]


def asked(made: Session, strategy: str, window: int | None, number: int, **more: object) -> WhatIf:
    chosen = strategies.get(strategy)
    given_ = {name: more.pop(name) for name in ("role", "at", "overhead") if name in more}
    return what_if(made, chosen, settle(chosen, more), window, number, **given_)  # type: ignore[arg-type]


TALK = session(*(tokens(("user", "assistant")[i % 2], 100) for i in range(20)))
"""2,000 tokens; keeps 90% of a window as line in textbook-window."""


def test_it_fires_at_once_where_the_line_is_passed() -> None:
    """Line 0.9 × 4,000 = 3,600: 1,600 more are at the line, 1,601 above it."""
    at_the_line, above = (asked(TALK, "textbook-window", 4_000, more) for more in (1_580, 1_601))
    assert at_the_line.role == "user" and at_the_line.looked
    assert (at_the_line.before, at_the_line.line, at_the_line.fires) == (above.before, 3_600, "never")
    assert above.seen > 3_600 and above.fires == "at once" and above.plan is not None
    assert above.plan.end == 21 and above.plan.indexes("summarize", "drop")
    assert "it fires at the look right after it" in above.sentence and "The plan then:" in above.sentence


def test_it_fires_at_the_next_look_where_the_system_looks_once_a_turn() -> None:
    """pi looks after the answer that ends a turn: window 20,000, reserve 16,384, so the line is 3,616."""
    found = asked(TALK, "pi", 20_000, 2_000, keep_recent_tokens=500)
    assert (found.line, found.seen, found.looked, found.fires) == (3_616, 4_000, False, "next")
    assert found.plan is not None and found.plan.end == 22
    answered = asked(TALK, "pi", 20_000, 2_000, role="assistant", keep_recent_tokens=500)
    assert (answered.looked, answered.fires) == (True, "at once")


def test_it_had_fired_before() -> None:
    found = asked(TALK, "textbook-window", 1_000, 10)
    assert found.fires == "already" and "it had fired before" in found.sentence


@pytest.mark.parametrize(("more", "fits", "free"), [(1_000, True, 1_000), (2_000, True, 0), (2_001, False, -1)])
def test_whether_it_fits_the_window(more: int, fits: bool, free: int) -> None:
    """pi's own count of the list is 2,000, the window 4,000."""
    found = asked(TALK, "pi", 4_000, more, reserve_tokens=0)
    assert (found.context, found.fits, found.free) == (2_000 + more, fits, free)
    assert ("refused" in found.sentence) == (not fits)
    assert asked(TALK, "pi", None, more).fits is None


def test_prompt_and_tools_that_someone_typed_in_count() -> None:
    assert asked(TALK, "pi", 8_000, 100, overhead=3_000).context == 5_100


def test_an_earlier_moment_leaves_out_what_came_later() -> None:
    found = asked(TALK, "pi", 8_000, 100, at=5)
    assert (found.number, found.context) == (5, 600)


def test_after_a_recorded_compaction_only_the_new_list_counts() -> None:
    recorded = session(*TALK.messages, compactions=(RecordedCompaction(index=15),))
    assert asked(recorded, "pi", 8_000, 100).context == 600
    assert asked(recorded, "pi", 8_000, 100, at=10).context == 1_100  # it had not come about yet


def test_a_trigger_in_messages_counts_one() -> None:
    """Agent Framework's sliding window counts groups: a message of a million tokens is one of them."""
    small, large = (asked(TALK, "agent-framework-sliding-window", 9_000, more) for more in (1, 1_000_000))
    assert small.unit == "groups" and small.seen == large.seen == small.before + 1
    assert small.fits and not large.fits


def test_who_speaks_next() -> None:
    user, answer = say("user"), say("assistant")
    assert next_role(session(), 0) == "user"
    assert next_role(session(say("system")), 1) == "user"
    assert next_role(session(user), 1) == "assistant"
    assert next_role(session(user, answer), 2) == "user"
    assert next_role(session(user, call("a", "b"), result("b")), 3) == "tool"
    assert next_role(session(user, call("a"), result("a")), 3) == "assistant"
    assert next_role(session(user, call("a"), call("b"), result("a"), result("b")), 5) == "assistant"


def test_a_result_answers_the_call_that_waits() -> None:
    made = session(say("user"), call("a", "b"), result("b"))
    assert made_message(made, 3, "tool", 10, counters.get("pi")).result.call_id == "a"  # type: ignore[union-attr]


def test_a_message_that_the_system_does_not_count_is_said_so() -> None:
    """aider reads users and the model only."""
    made = session(say("user"), call("a"))
    found = asked(made, "aider", 9_000, 500, role="tool")
    assert found.tokens < 500 and "this system counts it as" in found.sentence


def test_the_list_after_a_compaction_has_no_usage_of_the_longer_one() -> None:
    rows = [*TALK.messages[:-1], tokens("assistant", 100, usage=Usage(input=9_000, output=10))]
    made = session(*rows)
    done = compact(made, plan(made, "by-hand", 10_000, cut=10), text="short")
    left = list_after(made, done)
    assert len(left.messages) == 11 and all(message.usage is None for message in left.messages)
    assert asked(left, "pi", 20_000, 0).before < 1_500


@pytest.mark.parametrize("name", counters.names())
@pytest.mark.parametrize("number", [0, 1, 100, 5_000])
def test_a_message_has_the_tokens_that_were_asked_for(name: str, number: int) -> None:
    """Within 2% and the fixed part of a counter, which an empty message has too."""
    counter = counters.get(name)
    empty = count_message(made_message(session(), 0, "user", 0, counter), counter)
    made = count_message(made_message(session(), 0, "user", number, counter), counter)
    assert abs(made - max(number, empty)) <= 2 + number * 0.02


@settings(max_examples=60, deadline=None)
@given(
    sessions(max_size=20), st.sampled_from(strategies.names()), st.none() | st.integers(0, 3_000), st.integers(0, 2_000)
)
def test_any_session_and_strategy(made: Session, name: str, window: int | None, number: int) -> None:
    """A plan exactly where it fires, and as much in context as there was and the message."""
    found = asked(made, name, window, number)
    assert (found.plan is not None) == (found.fires != "never")
    assert found.number == len(made.messages) and found.sentence.endswith(".")
    if found.fires == "at once":
        assert found.looked
