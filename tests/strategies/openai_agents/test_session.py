"""The compaction session, by agents.md §3c and the released code (openai-agents 0.24.0)."""

import pytest

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Message, Reasoning, Text, ToolCall
from compaction_core.strategies import context_of, plan, strategies
from compaction_core.strategies.openai_agents.items import context_start, items, recent_boundary, unpaired
from compaction_core.strategies.openai_agents.rules import Mode, resolved
from compaction_core.strategies.released import Released
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session

FOUND = session(
    say("system"), say("user"), call("a", "b", text="I look."), result("a"), result("b"), say("assistant"), say("user")
)


def kinds(*messages: Message) -> list[str]:
    return [item.kind for item in items(messages, range(len(messages)))]


def test_every_piece_of_an_answer_is_an_item() -> None:
    whole = Message(role="assistant", parts=(Reasoning(text="hm"), Text(text="x"), ToolCall(id="a", name="run")))
    assert kinds(whole) == ["reasoning", "message", "call"]
    assert kinds(Message(role="assistant", parts=(Text(text=""), ToolCall(id="a", name="run")))) == ["call"]
    assert kinds(Message(role="assistant")) == ["message"]
    assert kinds(say("user"), say("user", summary="old"), result("a")) == ["user", "compaction", "result"]


def test_the_context_starts_at_the_newest_compaction_item() -> None:
    rows = (say("user"), say("user", summary="1"), say("user"), say("user", summary="2"), say("user"))
    found = items(rows, range(5))
    assert context_start(found) == 3 and context_start(found[:1]) == 0


def test_the_boundary_is_the_nth_user_message_from_the_end() -> None:
    found = items(dialogue(6).messages, range(6))
    assert [recent_boundary(found, n) for n in (1, 2, 3, 4)] == [4, 2, 0, 0]


def test_users_messages_and_one_item_come_back() -> None:
    made = plan(FOUND, "openai-agents")
    assert made.fates == ("keep", "keep", "summarize", "summarize", "summarize", "summarize", "keep")
    assert made.cut == 6 and made.summary_at == 7 and made.mode_used == "previous_response_id"
    view = compact(FOUND, made, text="sealed").view
    assert [entry.index for entry in view] == [0, 1, 6, None]
    assert [line.index for line in summary_request(FOUND, made).lines] == [1, 2, 3, 4, 5, 6], "all of it is sent"


def test_ten_candidates_are_enough() -> None:
    """FOUND has 6: a text, two calls, two results, an answer; it looks when a run has ended."""
    strategy = strategies.get("openai-agents")
    assert strategy.threshold(None, strategy.parameters()) == 9 and strategy.unit == "items"
    context = context_of(FOUND, measure(FOUND), None, strategy.parameters(compaction_threshold=6))
    assert strategy.watched(context) == (0, 0, 3, 4, 5, 6, 6)
    fires = strategy.fires(context, strategy.watched(context), strategy.looks(context))
    assert fires == (False, False, False, False, False, True, False)


def test_an_open_call_makes_an_automatic_run_wait() -> None:
    found = session(say("user"), call("a"), say("user"))
    assert [item.kind for item in unpaired(items(found.messages, range(3)))] == ["call"]
    made = plan(found, "openai-agents")
    assert made.cut is None and made.error is None and "#1: a call has no result" in made.steps[-1].text
    assert plan(found, "openai-agents", automatic=False).indexes("summarize") == (1,)
    assert plan(session(result("a"), say("user")), "openai-agents").cut is None


@pytest.mark.parametrize(
    ("mode", "has_id", "store", "expected"),
    [
        ("auto", True, None, "previous_response_id"),
        ("auto", True, True, "previous_response_id"),
        ("auto", True, False, "input"),
        ("auto", False, True, "input"),
        ("input", True, True, "input"),
        ("previous_response_id", False, False, "previous_response_id"),
    ],
)
def test_modes(mode: Mode, has_id: bool, store: bool | None, expected: str) -> None:
    assert resolved(mode, has_id, store) == expected


def test_failures_of_the_session_itself() -> None:
    no_id = plan(FOUND, "openai-agents", compaction_mode="previous_response_id", has_previous_response_id=False)
    assert no_id.error is not None and "id of a response" in no_id.error
    other = plan(FOUND, "openai-agents", model="claude")
    assert other.error is not None and "'claude'" in other.error


def test_users_alone_leave_nothing_to_compact() -> None:
    made = plan(session(say("user"), say("user")), "openai-agents")
    assert made.cut is None and made.error is None
    assert plan(session(), "openai-agents").cut is None


def test_an_earlier_compaction_item_is_replaced() -> None:
    found = session(say("user", summary="old"), say("user"), say("assistant"))
    assert plan(found, "openai-agents").indexes("summarize") == (0, 2)


def test_the_session_to_paste() -> None:
    strategy = strategies.get("openai-agents")
    assert isinstance(strategy, Released)
    found = strategy.snippet(strategy.parameters(compaction_threshold=30), None)
    assert found is not None and 'len(context["compaction_candidate_items"]) >= 30' in found.text
