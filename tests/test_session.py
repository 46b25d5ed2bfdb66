"""Pairs, digests and the JSON round trip."""

from hypothesis import given

from compaction_core.session import RecordedCompaction, Session
from tests.make import call, result, say, session, sessions


def test_a_result_belongs_to_the_latest_earlier_call_of_its_id() -> None:
    found = session(call("a"), result("a"), call("a"), result("a"))
    assert found.result_of == {(0, "a"): 1, (2, "a"): 3}


def test_orphans_and_unanswered_calls() -> None:
    found = session(result("z"), call("a", "b"), result("b"), call("c"))
    assert found.orphans == (0,)
    assert found.unanswered == ((1, "a"), (3, "c"))


def test_the_context_starts_at_the_last_compaction_before_the_moment() -> None:
    marks = (RecordedCompaction(index=2), RecordedCompaction(index=3, kind="clear"), RecordedCompaction(index=4))
    found = session(*[say("user")] * 6, compactions=marks)
    assert [found.context_start(at) for at in (0, 2, 3, 4, 5, 6)] == [0, 0, 2, 2, 4, 4]


@given(sessions())
def test_json_and_back_is_equal(found: Session) -> None:
    again = Session.model_validate_json(found.model_dump_json())
    assert again == found
    assert again.digest == found.digest


def test_the_digest_follows_the_content_and_not_the_line() -> None:
    here, there = say("user", "a", line=1), say("user", "a", line=9)
    assert session(here).digest == session(there).digest != session(say("user", "b")).digest


def test_a_changed_copy_holds_nothing_that_was_computed_before() -> None:
    found = session(say("user", "a"), say("assistant", "b"))
    assert found.digest and found.prompts == ()
    changed = found.model_copy(update={"messages": found.messages[:1]})
    assert changed.digest == session(say("user", "a")).digest != found.digest
