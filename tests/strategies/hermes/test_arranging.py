"""The summary's role and torn pairs, by the README of the cases (hermes)."""

import pytest

from compaction_core.strategies.hermes.arranging import place, repair
from compaction_core.strategies.hermes.outcome import outcome
from compaction_core.strategies.hermes.tail import Row


def rows(text: str) -> list[Row]:
    roles = {"u": "user", "a": "assistant", "t": "tool", "s": "system"}
    return [Row(roles[letter]) for letter in text]


@pytest.mark.parametrize(
    ("head", "tail", "role", "merged"),
    [
        ("uau", "ua", "assistant", False),
        ("uau", "aua", "assistant", True),  # assistant meets assistant, and user would meet the head's user
        ("ua", "aua", "user", False),
        ("ua", "ua", "user", True),
        ("uat", "ua", "assistant", False),  # flips, for the head ends with a tool
        ("", "ua", "assistant", False),
        ("", "aa", "user", False),  # no user is left
        ("s", "ua", "user", True),  # behind a bare system prompt it must be the user's
        ("u", "", "assistant", False),
    ],
)
def test_the_role_keeps_user_and_assistant_in_turn(head: str, tail: str, role: str, merged: bool) -> None:
    found = place(rows(head + "uu" + tail), len(head), len(head) + 2)
    assert (found.role, found.merged) == (role, merged)


def test_torn_pairs() -> None:
    listed = [
        Row("assistant", calls=("a", "b")),
        Row("tool", result="a"),
        Row("tool", result="lone"),
        Row("assistant", calls=("c",)),
    ]
    torn = repair(listed, range(4))
    assert torn.dropped == {2}
    assert torn.stripped == {0: {"b"}, 3: {"c"}}


def test_a_list_of_head_and_four_is_left_alone() -> None:
    assert not outcome(rows("uauaua" + "u"), 3, 3, 4, answered=True, abort_on_failure=False).compressed
    assert outcome(rows("uauaua" + "ua"), 3, 3, 4, answered=True, abort_on_failure=False).compressed


def test_a_failure_leaves_an_extract_or_everything() -> None:
    listed = rows("ua" * 5)
    done = outcome(listed, 3, 3, 6, answered=False, abort_on_failure=False)
    assert (done.compressed, done.fallback, done.length, done.position) == (True, True, 8, 3)
    stopped = outcome(listed, 3, 3, 6, answered=False, abort_on_failure=True)
    assert (stopped.aborted, stopped.compressed, stopped.length) == (True, False, 10)


def test_a_summary_without_a_message_to_merge_into_is_lost() -> None:
    # the head ends with an assistant and nothing follows, so neither role stands in turn
    done = outcome(rows("ua" + "u" * 6), 2, 2, 8, answered=True, abort_on_failure=False)
    assert (done.position, done.role, done.length) == (None, None, 2)
