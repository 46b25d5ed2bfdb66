"""The door to planning: settings, moments, recorded compactions."""

import pytest

from compaction_core.errors import BadParameter, UnknownName
from compaction_core.session import RecordedCompaction
from compaction_core.strategies import plan, strategies
from tests.make import dialogue, say, session


def test_an_unknown_strategy_names_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="letta-code"):
        plan(dialogue(8), "slidng")


def test_a_bad_setting_names_the_field_and_the_settings_there_are() -> None:
    with pytest.raises(BadParameter, match=r"mode='half'.*sliding_window_percentage"):
        plan(dialogue(8), "letta-code", 1000, mode="half")
    with pytest.raises(BadParameter, match="no setting named 'percentage'; choose from: mode, sliding_window"):
        plan(dialogue(8), "letta-code", 1000, percentage=3)


@pytest.mark.parametrize("at", [-1, 9])
def test_a_moment_outside_the_session_is_refused(at: int) -> None:
    with pytest.raises(BadParameter, match="from 0 to 8"):
        plan(dialogue(8), "letta-code", 1000, at=at)


def test_the_range_starts_at_the_last_recorded_compaction() -> None:
    found = session(*[say(("user", "assistant")[i % 2]) for i in range(20)], compactions=(RecordedCompaction(index=8),))
    made = plan(found, "letta-code", 100)
    assert (made.start, made.end, len(made.fates)) == (8, 20, 12)
    assert plan(found, "letta-code", 100, at=8).start == 0


def test_what_no_release_offers_is_labelled() -> None:
    assert not plan(dialogue(20), "letta-code", 150, threshold_tokens=100).as_released
    assert not plan(dialogue(20), "letta-code", 150, counter="o200k_base").as_released


@pytest.mark.parametrize("window", [-5, 2.5])
def test_a_window_that_is_no_size_is_refused(window: int) -> None:
    with pytest.raises(BadParameter, match=f"context_window={window} is no size"):
        plan(dialogue(8), "letta-code", window)


def test_a_window_of_nothing_is_left_to_the_system() -> None:
    """Released code is called with 0, too; the command line and the app refuse it."""
    assert all(plan(dialogue(20), name, 0).steps for name in strategies.names())
