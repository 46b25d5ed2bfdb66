"""Every rule on the smallest list that breaks it, and on its nearest neighbour that does not.

The test inputs t11 to t19 are those of the collected reports; which provider refuses what is in ``strict_wire.py``.
"""

import pytest

from compaction_core import compact, plan
from compaction_core.errors import UnknownName
from compaction_core.samples import open_sample
from compaction_core.session import Message, Opaque, RecordedCompaction, Session, Text
from compaction_core.strategies import strategies
from compaction_core.strategies.planner import settle
from compaction_core.structure import PROVIDERS, check, listed, provider_of, rules
from compaction_core.structure.checkup import examine
from compaction_core.structure.lint import Case
from tests.make import call, dialogue, result, say, session
from tests.structure.lists import SIGNED, thinking
from tests.timing import seconds

U, A, S = say("user", "u"), say("assistant", "a"), say("system", "s")
SUM = say("user", "what was done", summary="what was done")
ALL = set(PROVIDERS)
STRICT = {"strict-template"}
ADJACENT = ALL - {"openai-responses"}


def refusing(code: str, rows: list[Message], **more: bool) -> set[str]:
    """The providers for which the code is an error."""
    return {p for p in PROVIDERS if any(f.code == code and f.severity == "error" for f in check(rows, p, **more))}


def severities(code: str, rows: list[Message], **more: bool) -> dict[str, str]:
    return {p: f.severity for p in PROVIDERS for f in check(rows, p, **more) if f.code == code}


def places(code: str, rows: list[Message], provider: str = "openai-chat") -> list[tuple[int, ...]]:
    return [f.messages for f in check(rows, provider) if f.code == code]


TEN = [f"c{i}" for i in range(10)]
BROKEN: list[tuple[str, set[str], list[Message]]] = [
    ("orphan-result", ALL, [U, result("a"), A]),
    ("orphan-result", ALL, [SUM, *(result(i) for i in TEN[4:]), A]),  # t12: keep the last six of ten results
    ("orphan-result", ALL, [result("a"), A]),  # t17
    ("orphan-result", ALL, [U, result("a"), call("a"), A]),  # the result first
    ("unanswered-call", ALL, [U, call("a"), U, A]),  # t15, and t16: a confirmation that waits while the user chats
    ("split-group", ALL, [U, call("a", "b"), result("a"), A]),
    ("split-message", ADJACENT, [U, call("a"), call("b"), result("a"), result("b"), A]),  # A A T T
    ("interrupted-turn", ADJACENT, [U, call("a"), U, result("a"), A]),
    ("repeated-result", {"anthropic", "gemini", *STRICT}, [U, call("a"), result("a"), result("a"), A]),
    ("repeated-call-id", {"anthropic"}, [U, call("a"), result("a"), call("a"), result("a"), A]),
    ("thinking-cut", {"anthropic"}, [U, thinking(A), U, call("b"), result("b")]),
    ("thinking-alone", {"openai-responses"}, [U, Message(role="assistant", parts=(SIGNED,)), U, A]),
    ("roles-alternate", STRICT, [SUM, U, U, A]),  # t19
    ("roles-alternate", STRICT, [U, A, A]),
    ("roles-alternate", {"gemini", *STRICT}, [U, A, call("a"), result("a"), A]),
    ("user-after-tool", STRICT, [U, call("a"), result("a"), U]),
    ("first-message", {"anthropic", *STRICT}, [S, A, U]),
    ("first-message", {"anthropic", "gemini", *STRICT}, [S, call("a"), result("a"), A]),  # D21
    ("no-conversation", {"anthropic", "gemini", *STRICT}, [S]),
    ("no-conversation", {"anthropic", "gemini", *STRICT}, [S, say("system", "w", summary="w")]),  # t18
    ("no-conversation", ALL, []),
    ("system-in-middle", STRICT, [S, U, S, A]),
    ("system-summary", STRICT, [S, say("system", "w", summary="w"), U, A]),
]
QUIET: list[tuple[str, list[Message]]] = [
    ("orphan-result", [U, call("a"), result("a"), A]),
    ("unanswered-call", [U, call("a"), call("b"), result("a"), result("b"), A]),  # decided by id, never by role
    ("unanswered-call", [U, call("a")]),
    ("pending-call", [U, call("a"), result("a")]),
    ("pending-call", [U, call("a"), U, A]),
    ("split-group", [U, call("a", "b"), result("b"), result("a"), A]),
    ("split-group", [U, call("a", "b"), result("a")]),  # the other result is still to come
    ("split-message", [U, call("a"), result("a"), call("b"), result("b"), A]),
    ("interrupted-turn", [U, call("a"), result("a"), U, A]),
    ("repeated-result", [U, call("a"), result("a"), call("a"), result("a"), A]),  # the id comes back
    ("repeated-call-id", [U, call("a"), result("a"), call("b"), result("b"), A]),
    ("thinking-cut", [U, thinking(call("a")), result("a"), call("b"), result("b")]),  # thinking only at the start
    ("thinking-cut", [U, call("a"), result("a"), A, U]),  # the turn is over
    ("thinking-alone", [U, Message(role="assistant", parts=(SIGNED,)), A, U]),
    ("thinking-alone", [U, thinking(A), U]),
    ("stale-signature", [U, thinking(A), U]),  # nothing was taken out
    ("several-thoughts", [U, thinking(A), U]),
    ("roles-alternate", [S, U, A, U]),
    ("user-after-tool", [U, call("a"), result("a"), A, U]),
    ("first-message", [S, U, A]),
    ("no-conversation", [U]),
    ("summary-after-tail", [S, SUM, A, U]),
    ("system-in-middle", [S, U, A]),
    ("system-summary", [S, SUM, A]),
    ("last-message", [U, A]),
    ("request-evicted", [SUM, A]),  # a list of messages, nothing known to be gone
]


@pytest.mark.parametrize(("code", "refused", "rows"), BROKEN)
def test_each_rule_says_who_refuses(code: str, refused: set[str], rows: list[Message]) -> None:
    assert refusing(code, rows) == refused


@pytest.mark.parametrize(("code", "rows"), QUIET)
def test_each_rule_leaves_the_neighbouring_list_alone(code: str, rows: list[Message]) -> None:
    assert severities(code, rows) == {}


def test_what_is_odd_and_not_refused() -> None:
    twice = Message(role="assistant", parts=(SIGNED, Text(text="a"), SIGNED, *call("a").parts))  # t14
    assert severities("several-thoughts", [U, twice, result("a")]) == {"anthropic": "warning"}
    assert severities("pending-call", [U, call("a")]) == dict.fromkeys(PROVIDERS, "note")
    assert severities("summary-after-tail", [U, A, SUM]) == dict.fromkeys(PROVIDERS, "warning")  # D23
    assert severities("first-message", [A, U])["gemini"] == "warning"
    assert severities("roles-alternate", [SUM, U, U, A]) == {
        "anthropic": "note", "gemini": "note", "strict-template": "error",
    }  # fmt: skip
    assert severities("system-summary", [S, say("system", "w", summary="w"), U]) == {
        "openai-chat": "note", "openai-responses": "note", "anthropic": "warning", "gemini": "warning",
        "strict-template": "error",
    }  # fmt: skip


def test_a_request_that_is_sent_may_not_wait_nor_end_with_the_model() -> None:
    assert severities("pending-call", [U, call("a")], sent=True) == dict.fromkeys(PROVIDERS, "error")
    assert severities("last-message", [U, A], sent=True) == {
        "anthropic": "warning", "gemini": "error", "strict-template": "error",
    }  # fmt: skip


def test_a_finding_names_the_messages_and_the_error() -> None:
    rows = [SUM, *(result(i) for i in TEN[4:]), A]
    (found,) = [f for f in check(rows, "anthropic") if f.code == "orphan-result"]
    assert found.messages == (1, 2, 3, 4, 5, 6)
    assert "Anthropic answers 400 invalid_request_error" in found.text
    assert places("split-message", [U, call("a"), call("b"), result("a"), result("b")]) == [(1, 3)]
    assert places("interrupted-turn", [U, call("a"), U, result("a")]) == [(1, 2, 3)]


@pytest.mark.parametrize(
    ("rows", "provider"),
    [
        ([U, call(""), result(""), A], "openai-chat"),  # legacy function calls without ids
        ([U, call("a"), result("a"), say("user", "and this"), A], "anthropic"),  # results inside a user message
        ([U, say("assistant", "I cannot help with that.", stop_reason="refusal"), U], "openai-chat"),
        ([U, call("a", text=""), result("a"), A], "anthropic"),  # empty text with calls
        ([S, U, S, A], "openai-chat"),
        ([U, A, A, U], "openai-chat"),
        ([U, call("a", "b")], "openai-chat"),
        ([U, Message(role="assistant", parts=(Opaque(type="redacted_thinking"), *call("a").parts)), result("a")],
         "anthropic"),
    ],
)  # fmt: skip
def test_valid_but_odd_lists_have_no_error(rows: list[Message], provider: str) -> None:
    assert [f for f in check(rows, provider) if f.severity == "error"] == []


def test_redacted_thinking_counts_as_thinking() -> None:
    redacted = Message(role="assistant", parts=(Opaque(type="redacted_thinking"), Text(text="a")))
    assert refusing("thinking-cut", [U, redacted, U, call("b"), result("b")]) == {"anthropic"}


def test_advice_on_the_list_before_does_not_blame_this_cut() -> None:
    """The result #1 has no call in the file; the call of a list that a cut made went with the cut."""
    made = session(U, result("a"), A, call("b"), result("b"), A)
    (before,) = [each for each in check(made, "anthropic") if each.code == "orphan-result"]
    assert before.advice.startswith("No cut made this, and none mends it: it stands so in the file. Put the call")
    cut = session(U, call("a"), result("a"), A)
    (after,) = [
        each
        for each in check(compact(cut, plan(cut, "by-hand", 1_000, cut=2)), "anthropic")
        if each.code == "orphan-result"
    ]
    assert after.advice.startswith("Move the cut in front of the message that calls")


def test_a_compaction_is_judged_by_its_view_and_numbered_as_the_session() -> None:
    """The split textbook case: 8 messages, a cut at #4 between call and result leaves #4 as an orphan."""
    made = session(S, U, A, call("a"), result("a"), A, U, A)
    view = compact(made, plan(made, "by-hand", 1_000, cut=4))
    errors = [f for f in check(view, "openai-chat") if f.severity == "error"]
    assert [(f.code, f.messages) for f in errors] == [("orphan-result", (4,))]
    assert check(compact(made, plan(made, "by-hand", 1_000, cut=6)), "openai-chat") == ()


def test_thinking_that_was_summarized_away_is_still_known() -> None:
    """t13, D13: the cut falls inside a turn whose thinking stands at its start."""
    made = session(U, thinking(call("a")), result("a"), call("b"), result("b"))
    codes = {f.code for f in check(compact(made, plan(made, "by-hand", 1_000, cut=3)), "anthropic")}
    assert {"thinking-cut", "request-evicted"} <= codes


def test_kept_signatures_are_warned_of_once() -> None:
    made = session(U, thinking(A), U, thinking(A), U, thinking(A))
    found = [f for f in check(compact(made, plan(made, "by-hand", 1_000, cut=2)), "anthropic") if f.severity != "note"]
    assert [(f.code, f.severity, f.messages) for f in found] == [("stale-signature", "warning", (3, 5))]


def test_the_provider_is_guessed_from_the_model_first_then_from_the_format() -> None:
    assert provider_of(session(U, model="claude-sonnet-4-5")).name == "anthropic"
    assert provider_of(session(U, model="mistral-large-latest")).name == "strict-template"
    assert provider_of(session(U, format="codex_rollout")).name == "openai-responses"
    assert provider_of(session(U)).name == "openai-chat"


def test_an_unknown_provider_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="anthropic"):
        check([U], "nonesuch")


def test_a_rule_says_what_it_is_and_owns_its_codes() -> None:
    codes = [code for rule in rules for code in rule.codes]
    assert len(codes) == len(set(codes))
    assert all(rule.label for rule in rules)
    assert {code for code, _, _ in BROKEN} | {code for code, _ in QUIET} == set(codes)


def test_five_thousand_messages_take_under_a_tenth_of_a_second() -> None:
    rows: list[Message] = list(dialogue(2_000).messages)
    for i in range(1_000):
        rows += [U, call(f"c{i}"), result(f"c{i}")]
    assert seconds(lambda: check(rows, "anthropic")) < 0.4  # 0.1 s on a quiet machine


def test_reading_once_serves_every_provider() -> None:
    one = listed([U, A], "openai-chat")
    assert listed([U, A], "anthropic", rows=one.rows).rows is one.rows


def test_a_summary_between_a_head_and_what_follows_stands_where_it_belongs() -> None:
    """OpenHands keeps the first messages: the summary behind them tells of what came after them."""
    head = compact(dialogue(400), plan(dialogue(400), "openhands", 8_000))
    origins = [entry.origin for entry in head.view]
    assert origins.index("summary") > 0 and origins[-1] == "session"
    assert "summary-after-tail" not in {f.code for f in check(head)}


def test_what_a_recorded_compaction_kept_is_in_the_order_of_the_file() -> None:
    """The row with the summary comes last in the file; where it stood in the list, the file does not say."""
    rows = (U, A, U, A, SUM, U, A)
    made = Session(format="pi", messages=rows, compactions=(RecordedCompaction(index=4, kept=(2, 3)),))
    assert "summary-after-tail" not in {f.code for f in check(made, "anthropic")}


def test_a_trigger_that_does_not_fire_refuses_nothing() -> None:
    """Cline's cut leaves a result without its call; at 200,000 tokens that comes about only if someone asks."""
    chosen, made = strategies.get("cline"), open_sample("giant_output")
    at_ease = Case(made, chosen, settle(chosen, {}), 200_000)
    asked = Case(made, chosen, settle(chosen, {}), 200_000, at=len(made.messages))
    one, two = (
        {each.finding.code: each.finding for each in examine(case, ["anthropic"]) if each.where == "after"}
        for case in (at_ease, asked)
    )
    assert set(one) == set(two) and two["orphan-result"].severity == "error"
    assert one["orphan-result"].severity == "warning"
    assert one["orphan-result"].text.startswith("If it is compacted here by hand, for the trigger does not fire: ")


def test_a_list_that_nothing_is_taken_from_is_judged_once() -> None:
    chosen, made = strategies.get("keep-all"), session(say("system", "You are an agent."))
    found = examine(Case(made, chosen, settle(chosen, {}), 8_000), list(PROVIDERS))
    assert not [each for each in found if each.where == "after"]


def test_a_sentence_names_the_summary_as_a_message() -> None:
    after = session(U, call("a"), result("a"), SUM)
    (one,) = [f for f in check(after, "strict-template") if f.code == "user-after-tool"]
    assert one.text.startswith("#3 is a user message right behind a tool result. ")
