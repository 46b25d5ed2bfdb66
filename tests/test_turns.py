"""Turns: a user's message and all until the next; ranges of indexes."""

from dataclasses import replace

from compaction_core.session import Message
from compaction_core.turns import runs, turns
from tests.make import say


def spans(*messages: Message) -> list[tuple[int, int]]:
    return [(turn.start, turn.stop) for turn in turns(messages)]


def test_a_run_of_user_messages_opens_one_turn() -> None:
    user, answer = say("user", "a"), say("assistant", "b")
    assert spans(answer, user, answer, user, user, answer) == [(1, 3), (3, 6)]


def test_summaries_and_injected_rows_open_none() -> None:
    summary = replace(say("user", "s"), summary="s")
    meta = replace(say("user", "m"), flags=("meta",))
    assert spans(summary, say("assistant", "b"), meta, say("user", "u")) == [(3, 4)]


def test_nothing_has_no_turns() -> None:
    assert spans() == [] and runs([]) == ()
