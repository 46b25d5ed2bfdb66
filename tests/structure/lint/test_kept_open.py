"""A dead call that a plan keeps: the input t15 of the collected reports, and what is none."""

from dataclasses import replace
from typing import Any

from compaction_core.findings import Finding
from compaction_core.session import Session
from compaction_core.strategies import strategies
from compaction_core.strategies.planner import settle
from compaction_core.structure.lint import Case
from compaction_core.structure.lint.kept_open import KeptOpen
from tests.make import call, result, say, session

DEAD = session(say("user"), say("assistant"), say("user"), call("a"), say("user"))
"""t15: a call without a result, then the user."""


def found(made: Session, cut: int, **case: Any) -> list[Finding]:
    chosen = strategies.get("by-hand")
    return list(KeptOpen().check(Case(made, chosen, settle(chosen, {"cut": cut}), 200_000, **case)))


def test_a_dead_call_among_the_newest_two() -> None:
    (one,) = found(DEAD, 3)
    assert one.code == "unanswered-call-kept" and one.severity == "warning" and one.messages == (3,)
    assert "#3 calls and nothing in the session answers" in one.text and "Cut behind #3" in one.advice


def test_a_cut_behind_it_mends_the_list() -> None:
    assert found(DEAD, 4) == []


def test_a_plan_that_takes_nothing_is_not_judged() -> None:
    assert found(DEAD, 0) == []


def test_several_are_one_finding() -> None:
    made = session(say("user"), say("assistant"), call("a"), say("user"), call("b", "c"), say("user"))
    (one,) = found(made, 1)
    assert one.messages == (2, 4) and one.text.startswith("#2, #4 call and") and "keeps them" in one.text
    assert [each.messages for each in found(made, 3)] == [(4,)]


def test_a_call_that_is_answered_or_may_still_be() -> None:
    waits = session(say("user"), say("assistant"), say("user"), call("a"))
    assert found(waits, 1) == []  # the last message: its result may come
    later = session(say("user"), say("assistant"), call("a"), say("user"), result("a"))
    assert found(later, 1) == [] and found(later, 1, at=4) == []  # answered behind the moment of the plan
    some = session(say("user"), say("assistant"), call("a", "b"), result("a"), say("user"))
    assert found(some, 1) == []  # torn apart, which split-group tells


def test_an_answer_that_was_broken_off_is_left_out_by_its_client() -> None:
    broken = replace(call("a"), flags=("error",), stop_reason="aborted")
    assert found(session(say("user"), say("assistant"), broken, say("user")), 1) == []
