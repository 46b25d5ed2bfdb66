"""How near the trigger is, on sessions whose numbers can be worked out by hand."""

import pytest

from compaction_core.nearness import Nearness, nearness, told
from compaction_core.watching import Watch


def seen(tokens: list[int], line: int | None, looked: list[bool] | None = None, unit: str = "tokens") -> Watch:
    """A watch that looks after every message unless told otherwise, and fires above its line."""
    looked = looked or [True] * len(tokens)
    fires = [look and line is not None and t > line for t, look in zip(tokens, looked, strict=True)]
    return Watch(threshold=line, unit=unit, tokens=tuple(tokens), looked=tuple(looked), fires=tuple(fires))


def test_what_is_left_and_the_median_step_give_the_calls() -> None:
    """Steps 100, 300, 100, so the median is 100; 400 to go: after four steps it is at the line, the fifth passes it."""
    near = nearness(seen([100, 200, 500, 600], line=1000), [(0, 4)])
    assert (near.left, near.growth, near.calls, near.near) == (400, 100, 5, True)
    assert told(near).startswith(
        "400 tokens to the trigger; at the session's own growth about 5 calls (100 tokens each"
    )


def test_only_what_lies_between_two_looks_is_a_step() -> None:
    """Looked at after messages 0, 2, 4, 6: steps of 30, 50, 70. The context goes on after the last look."""
    looked = [True, False, True, False, True, False, True, False]
    near = nearness(seen([10, 20, 40, 60, 90, 100, 160, 165], 1165, looked), [(0, 8)])
    assert (near.now, near.growth, near.left, near.calls) == (165, 50, 1000, 21)
    assert not near.near


def test_a_compaction_is_no_step_and_ends_the_context_that_fired() -> None:
    """900 → 100 is the compaction. It fired in the first stretch, and not in the one that goes on."""
    watch = seen([300, 600, 900, 100, 200, 300], line=800)
    near = nearness(watch, [(0, 3), (3, 6)])
    assert (near.growth, near.fired, near.left) == (200, None, 500)
    assert nearness(watch, [(0, 6)]).fired == 2


@pytest.mark.parametrize(
    ("near", "says"),
    [
        (nearness(seen([10, 20], line=100), [(0, 2)]), "80 tokens to the trigger; how many calls that is cannot be"),
        (nearness(seen([10, 20, 30, 40], line=None), [(0, 4)]), "cannot be told: it has no line"),
        (nearness(seen([], line=50), []), "50 tokens to the trigger; how many calls"),
        (nearness(seen([60, 80], line=50), [(0, 2)]), "fires after #0: this context passed its line there, and is now"),
        (Nearness(unit="events", now=9, line=None, growth=2, fired=7), "The trigger fires after #7."),
        (nearness(seen([10, 80], 50, [True, False]), [(0, 2)]), "30 tokens beyond the line: the trigger fires at the"),
        (nearness(seen([1, 2, 3, 4], 9, unit="messages"), [(0, 4)]), "5 messages to the trigger; at the session's own"),
        (Nearness(unit="messages", now=8, line=9, growth=1, fired=None), "1 message to the trigger"),
    ],
)
def test_in_words(near: Nearness, says: str) -> None:
    assert says in told(near)


def test_at_the_line_one_call_is_left() -> None:
    """A line must be exceeded, so at the line itself the trigger has not fired."""
    near = nearness(seen([70, 80, 90, 100], line=100), [(0, 4)])
    assert (near.left, near.calls, near.near, near.fired) == (0, 1, True, None)


def test_a_context_that_no_longer_grows_has_no_growth() -> None:
    near = nearness(seen([50, 50, 50, 50, 50], line=100), [(0, 5)])
    assert (near.growth, near.calls) == (None, None)
