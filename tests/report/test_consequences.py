"""What a wrapper's choices can lead to: users.md D18 to D23 and H1 to H4, read off real views."""

from typing import Any

import pytest

from compaction_core.compaction import Compaction, compact
from compaction_core.report.consequences import consequences, own_count
from compaction_core.session import Session
from compaction_core.strategies import plan
from tests.make import dialogue, say, session

TWENTY = dialogue(20)
"""In a window of 150, #0-#10 become the summary and #11, an assistant message, is the first that stays."""


def wrapped(found: Session = TWENTY, mode: str = "sliding_window", **changes: Any) -> Compaction:
    made = plan(found, "letta-code", 150, mode=mode)
    own = compact(found, made, "none").wrapper
    return compact(found, made, text="s", wrapper=own.model_copy(update=changes))


def said(*pieces: str, **choices: Any) -> None:
    """Exactly one sentence for each piece, in this order."""
    found = consequences(wrapped(**choices))
    assert len(found) == len(pieces), found
    for piece, sentence in zip(pieces, found, strict=True):
        assert piece in sentence


def test_the_release_s_own_user_message_may_be_read_as_an_order() -> None:
    said("may take what the summary says was asked for as an order of the user")


def test_reference_only_takes_that_away() -> None:
    said(reference_only=True)


def test_an_acknowledgement_beside_an_assistant_message_is_two_in_a_row() -> None:
    said("Places 1 and 2 are both assistant messages: chat templates", acknowledgement="Fine.", reference_only=True)


def test_a_summary_of_role_assistant_may_be_repeated_as_an_answer() -> None:
    said(
        "Places 0 and 1 are both assistant messages",
        "opens with an assistant message",
        "may take the summary for words of its own and repeat it",
        role="assistant",
    )


def test_behind_the_kept_messages_it_is_what_the_model_goes_on_from() -> None:
    said(
        "opens with an assistant message",
        "stands last, behind 9 newer messages",
        position="last",
        reference_only=True,
    )


def test_a_system_message_in_the_middle_may_be_refused() -> None:
    said("Role system at place 9, behind other messages", "opens with", "stands last", role="system", position="last")


def test_a_user_summary_behind_a_user_message_is_two_in_a_row() -> None:
    found = session(*dialogue(21).messages)
    pieces = consequences(wrapped(found, position="last", reference_only=True))
    assert "are both user messages" in pieces[0]


def test_a_system_summary_of_everything_leaves_no_message_to_answer() -> None:
    said("No user or assistant message is left", "stands last", mode="all", role="system")


def test_a_list_that_ends_in_an_acknowledgement_asks_for_nothing() -> None:
    said("nothing in it asks for an answer", mode="all", acknowledgement="Fine.", reference_only=True)


def test_what_the_session_already_had_is_no_consequence() -> None:
    twins = session(*dialogue(20).messages, say("user"), say("user"))
    assert not any("in a row" in piece or "are both" in piece for piece in consequences(wrapped(twins)))


@pytest.mark.parametrize("found", [session(), session(say("system", "rules"))])
def test_without_a_summary_there_is_nothing_to_say(found: Session) -> None:
    assert consequences(compact(found, plan(found, "letta-code", 150), "none")) == ()


def test_another_count_in_the_wrapper_is_named() -> None:
    """Letta Code's counts one less; with its own count right, or none printed, nothing is said."""
    made = compact(dialogue(30), plan(dialogue(30), "letta-code", 300))
    gone = len(made.request.indexes)
    told = f"As released: the system's own count says {gone - 1} hidden where {gone} messages became the summary."
    assert own_count(made) == told
    assert own_count(compact(dialogue(30), plan(dialogue(30), "roo", 300))) == ""
