"""What OpenHands forgets, and what comes of failures: frameworks.md 2, cut selection and failure."""

from compaction_core.strategies.openhands.choose import Settings, choose, reasons
from compaction_core.strategies.openhands.condense import condense
from compaction_core.strategies.openhands.events import Event


def talk(size: int, tokens: int = 10) -> list[Event]:
    """Messages of so many tokens."""
    return [Event(i, "message", i, tokens=tokens) for i in range(size)]


def settings(
    max_size: int = 240, keep_first: int = 2, progress: float = 0.1, max_tokens: int | None = None
) -> Settings:
    return Settings(max_size, keep_first, progress, max_tokens)


def test_both_limits_are_strict() -> None:
    assert reasons(talk(30), settings(30, max_tokens=300), False) == ()
    assert reasons(talk(30), settings(29, max_tokens=299), True) == ("request", "tokens", "events")
    assert reasons(talk(30), settings(max_tokens=300), False, extra_tokens=1) == ("tokens",)


def test_half_of_the_limit_stays_without_the_first_and_the_summary() -> None:
    """29 // 2 - 2 - 1 = 11 at the end of 30."""
    choice = choose(talk(30), settings(29), ("events",))
    assert (choice.start, choice.end) == (2, 19) and choice.tails == {"events": 11}


def test_a_request_halves_the_view() -> None:
    assert choose(talk(30), settings(), ("request",)).tails == {"request": 30 // 2 - 2 - 1}


def test_the_tokens_left_are_less_than_half_of_the_limit() -> None:
    """300 tokens, limit 200: fewer than 100 stay, so 21 of the 28 events behind the first two go."""
    choice = choose(talk(30), settings(max_tokens=200), ("tokens",))
    assert choice.tails == {"tokens": 7} and (choice.start, choice.end) == (2, 23)


def test_the_strictest_reason_counts() -> None:
    choice = choose(talk(30), settings(20, max_tokens=200), ("tokens", "events"))
    assert choice.tails == {"tokens": 7, "events": 7}
    assert choose(talk(30), settings(12, max_tokens=200), ("tokens", "events")).end == 27


def test_a_newest_event_over_half_of_the_limit_is_forgotten_too() -> None:
    """Surprise (a)."""
    view = [*talk(9), Event(9, "message", 9, tokens=1_000)]
    choice = choose(view, settings(max_tokens=500), ("tokens",))
    assert (choice.start, choice.end) == (2, 10)


def test_the_system_prompt_is_protected_without_keep_first() -> None:
    view = [Event(0, "system", 0), *(event._replace(id=event.id + 1) for event in talk(29))]
    assert choose(view, settings(10, 0), ("events",)).start == 1


def test_the_start_moves_to_the_next_legal_place() -> None:
    pair = [Event(1, "action", 1, 0, "a", "r"), Event(2, "observation", 2, call_id="a")]
    view = [Event(0, "message", 0), *pair, *(Event(i, "message", i) for i in range(3, 30))]
    assert choose(view, settings(20), ("events",)).start == 3


def test_too_little_progress_is_none() -> None:
    choice = choose(talk(30), settings(29, progress=0.9), ("events",))
    assert choice.refused == "17 of 30 events are less than the minimum of 90%"


def test_too_many_events_alone_are_no_need() -> None:
    done = condense(talk(30), settings(29, progress=0.9), ("events",))
    assert done.way == "kept" and not done.forgets


def test_a_need_resets_everything() -> None:
    done = condense(talk(30), settings(progress=0.9), ("request",))
    assert done.way == "hard_reset" and (done.start, done.end) == (0, 30) and done.attempts == 1


def test_a_small_view_is_reset_too() -> None:
    """2 // 2 - 2 - 1 is negative: no place lies so far back."""
    assert condense(talk(2), settings(), ("request",)).way == "hard_reset"


def test_the_summarizer_may_fail_once_and_then_up_to_four_times_more() -> None:
    for failures in (1, 3, 5):
        done = condense(talk(30), settings(), ("request",), failures)
        assert done.way == "hard_reset" and done.attempts == failures
    assert condense(talk(30), settings(), ("request",), 6).way == "failed"
    assert condense(talk(30), settings(20), ("events",), 1).way == "kept"


def test_nothing_behind_the_system_prompt_cannot_be_reset() -> None:
    done = condense([Event(0, "system", 0, tokens=99)], settings(max_tokens=10), ("tokens",))
    assert done.way == "failed"
