"""Where pi cuts: agents.md §4, Cut."""

import pytest

from compaction_core.strategies.pi.cut import Kind, find_cut_point, prepare

KINDS: dict[str, Kind] = {"u": "user", "a": "assistant", "t": "tool", "s": "summary"}


def cut(kinds: str, tokens: tuple[int, ...], keep: int, start: int = 0) -> tuple[int, int | None]:
    found = find_cut_point([KINDS[k] for k in kinds], tokens, start, len(kinds), keep)
    return found.first_kept, found.turn_start


@pytest.mark.parametrize(
    ("keep", "first_kept", "turn_start"),
    [
        (1, 5, 4),  # the last answer alone; its turn began at #4
        (10, 5, 4),  # reaching is enough
        (11, 4, None),  # a user message: no turn is cut
        (21, 3, 2),
        (60, 0, None),
        (61, 0, None),  # never reached: everything is kept
    ],
)
def test_the_message_that_reaches_the_number_stays(keep: int, first_kept: int, turn_start: int | None) -> None:
    assert cut("uauaua", (10,) * 6, keep) == (first_kept, turn_start)


def test_a_tool_result_moves_the_cut_on() -> None:
    assert cut("uatata", (10,) * 6, 25) == (3, 0)  # #4 and #5 are 20; #3 reaches 30 and is an answer: the cut
    assert cut("uattta", (10,) * 6, 25) == (5, 0)  # #3 reaches 30 and is a result; the next legal cut is #5


def test_a_last_result_larger_than_the_budget_keeps_everything() -> None:
    assert cut("uatat", (1, 1, 1, 1, 100), 50) == (0, None)


def test_the_turn_is_looked_for_within_the_range() -> None:
    assert cut("uaaa", (10,) * 4, 1, start=1) == (3, None)  # the user message stands before the range
    assert cut("tta", (10,) * 3, 5) == (2, None)
    assert cut("tt", (10,) * 2, 5) == (0, None)  # no legal cut at all


def test_a_compaction_is_neither_counted_nor_a_cut() -> None:
    assert cut("ausua", (10, 10, 99, 10, 10), 25) == (1, None)


def taken(kinds: str, keep: int, start: int | None = None) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    found = prepare([KINDS[k] for k in kinds], (10,) * len(kinds), keep, start)
    return None if found is None else (found.history, found.prefix)


def test_history_ends_where_the_cut_turn_starts() -> None:
    assert taken("uauaa", 10) == ((0, 1), (2, 3))
    assert taken("uauua", 20) == ((0, 1, 2), ())


def test_the_range_starts_behind_the_last_compaction_or_at_what_it_kept() -> None:
    assert taken("uasuaua", 20) == ((3, 4), ())
    assert taken("uasuaua", 20, start=1) == ((1, 3, 4), ())  # the compaction itself is skipped
    assert taken("suasuaua", 20) == ((4, 5), ())


def test_nothing_is_prepared_right_behind_a_compaction() -> None:
    assert taken("uas", 1) is None
    assert taken("", 1) is None
