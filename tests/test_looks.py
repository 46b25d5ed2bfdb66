"""Where a system looks, in words; steps and turns that can be worked out by hand."""

import pytest

from compaction_core.looks import NEVER, largest_step, often, told, turn_growth, turns_left
from compaction_core.samples import open_sample
from compaction_core.session import Session
from compaction_core.strategies import strategies
from compaction_core.strategies.planner import settle
from compaction_core.tokens import measure
from compaction_core.watching import Watch, watch
from tests.make import dialogue, say, session


def seen(made: Session, strategy: str, window: int | None = 128_000) -> Watch:
    chosen = strategies.get(strategy)
    parameters = settle(chosen, {})
    return watch(made, chosen, measure(made, chosen.estimator(parameters)), window, parameters)


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        ("codex", "before every request"),
        ("gemini-cli", "after every answer of the model"),
        ("pi", "at the end of every turn"),
        ("letta-server", "after every step, an answer with its results"),
        ("google-adk", "before every request and at the end of every turn"),
        ("letta-code", "before every new prompt and after every answer"),
        ("strands-summarizing", "before every request, but it fires on overflow only"),
        ("by-hand", NEVER),
    ],
)
def test_each_way_of_looking_has_its_words(strategy: str, words: str) -> None:
    """As each release's code says, on a session with turns of several calls."""
    made = open_sample("long_coding")
    assert told(made, seen(made, strategy), 128_000) == words


def test_a_way_that_is_none_of_these_is_told_in_numbers() -> None:
    made = dialogue(9)
    assert often(made, (True, *(False,) * 7, True)) == "after 2 of 9 messages"
    assert often(made, (False,) * 9) == "nowhere in this session"


def test_the_most_that_comes_between_two_looks() -> None:
    """Looks at 0, 2 and 3 in one context and 4 and 5 in the next: 0 to 2 is 70, and the next context has its own."""
    looked = (True, False, True, True, True, True)
    assert largest_step(looked, (10, 20, 80, 90), 0, 4) == (70, 0, 2)
    assert largest_step(looked, (500, 505), 4, 6) == (5, 4, 5)
    assert largest_step(looked, (10,), 0, 1) is None


def test_turns_left() -> None:
    """Turns of 20, 20, 20 and 40 tokens by characters / 4; 100 to go are five turns of 20."""
    made = session(*dialogue(6).messages, say("user"), say("assistant", "x" * 120))
    assert turn_growth(made, measure(made, "pi")) == 20
    assert turn_growth(dialogue(4), measure(dialogue(4), "pi")) is None
    assert turns_left(1_100, 1_000, 20.0) == 5
    assert turns_left(1_100, 1_200, 20.0) is None
    assert turns_left(None, 0, 20.0) is None and turns_left(100, 0, None) is None
