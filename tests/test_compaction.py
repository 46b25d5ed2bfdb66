"""From plan and summary to the list the model sees next: letta.md §1.10 for wrapper and statistics."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from compaction_core.compaction import Compaction, compact
from compaction_core.session import Message, RecordedCompaction, Session
from compaction_core.strategies import Decision, Effect, Plan, plan
from compaction_core.summarizers import Summary, Wrapper, clipped
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session, sessions


def test_the_summary_stands_in_front_of_what_is_kept() -> None:
    found = dialogue(20)
    done = compact(found, plan(found, "letta-code", 150), "none")
    assert [entry.index for entry in done.view] == [None, *range(11, 20)]
    assert done.view[0].message.role == "user"


def test_the_alert_is_what_the_release_would_send_to_the_letter() -> None:
    """letta.md §1.10: JSON.stringify of the alert, toISOString; 11 evicted, so it prints 10."""
    found = session(*[replace(m, timestamp=1_767_225_600.5) for m in dialogue(20).messages])
    done = compact(found, plan(found, "letta-code", 150), text='line one\n"zwei"', trigger="context_window_limit")
    assert done.view[0].message.text == (
        '{"type":"system_alert","message":"Note: 10 earlier messages of this conversation are hidden, because the '
        'context has a limit.\\nWhat they held is summarized here:\\n line one\\n\\"zwei\\"",'
        '"time":"2026-01-01T00:00:00.500Z","compaction_stats":{"trigger":"context_window_limit",'
        '"context_tokens_before":200,"context_tokens_after":94,"context_window":150,'
        '"messages_count_before":20,"messages_count_after":10}}'
    )  # context_tokens_after: 90 kept and ceil(15 / 4) for the raw summary


def test_mode_all_prints_no_count() -> None:
    found = dialogue(20)
    done = compact(found, plan(found, "letta-code", 150, mode="all"), text="s")
    assert len(done.view) == 1
    assert json.loads(done.view[0].message.text)["message"].startswith("Note: earlier messages")


def test_a_summary_is_clipped_and_then_the_note_is_added() -> None:
    long = Summary(text="x" * 60, summarizer="given", basis="given")
    assert clipped(long, 50).text.startswith("x" * 50 + "... [10 ")
    assert clipped(long, 50).clipped_chars == 10
    assert clipped(long, None) == clipped(long, 60) == long


def test_the_wrapper_can_be_changed_and_braces_in_a_summary_stay() -> None:
    found = dialogue(20)
    mine = Wrapper(role="system", template="<{summary}>", position="last")
    done = compact(found, plan(found, "letta-code", 150), text="a {hidden} {summary} b", wrapper=mine)
    assert done.view[-1].message == Message(
        role="system", parts=done.view[-1].message.parts, summary="a {hidden} {summary} b"
    )
    assert done.view[-1].message.text == "<a {hidden} {summary} b>"


def test_a_system_prompt_stays_first_also_after_a_recorded_compaction() -> None:
    rest = [say(("user", "assistant")[i % 2]) for i in range(20)]
    found = session(say("system", "rules"), *rest, compactions=(RecordedCompaction(index=9),))
    done = compact(found, plan(found, "letta-code", 100), "none")
    assert done.view[0].index == 0 and done.view[1].index is None
    assert done.plan.start == 9


def test_the_recorded_summary_is_the_next_one_in_the_file() -> None:
    rest = [say(("user", "assistant")[i % 2]) for i in range(12)]
    found = session(*rest, say("user", "wrapped", summary="what was"), compactions=(RecordedCompaction(index=12),))
    assert compact(found, plan(found, "letta-code", 100, at=12), "recorded").summary.text == "what was"
    assert "no summary" in compact(dialogue(8), plan(dialogue(8), "letta-code", 100), "recorded").summary.note


def test_the_recorded_summary_is_never_the_one_the_range_starts_with() -> None:
    """Two recorded compactions: planning between them, the second one's summary is what the system then wrote."""
    talk = [say(("user", "assistant")[i % 2]) for i in range(8)]
    first, second = say("user", "w", summary="first"), say("user", "w", summary="second")
    marks = (RecordedCompaction(index=8), RecordedCompaction(index=17))
    found = session(*talk, first, *talk, second, *talk, compactions=marks)
    between = plan(found, "letta-code", 50, at=16)
    assert between.start == 8
    assert compact(found, between, "recorded").summary.text == "second"
    after = plan(found, "letta-code", 50)
    assert after.start == 17
    assert compact(found, after, "recorded").summary.text == ""


def test_the_ledger_adds_up() -> None:
    found = session(say("system", "x" * 80), *dialogue(20).messages, tools='[{"name":"run"}]')
    made = plan(found, "letta-code", 150)
    done = compact(found, made, text="short", counter="letta-code")
    book = done.ledger
    assert (book.system, book.tools, book.before, book.kept) == (20, 4, 200, 90)
    assert book.context_before == 224 and book.free == 150 - book.context_after
    assert done.tokens_before == 220
    assert done.tokens_after == book.system + book.summary + book.kept


def test_the_strategy_s_own_count_of_the_result_follows_its_counter() -> None:
    """90 tokens stay of twenty messages; 401 characters are 101 by Letta's rule, "hello world" is 2 by o200k."""
    found = dialogue(20)
    assert compact(found, plan(found, "letta-code", 150), text="x" * 401).estimated_after == 90 + 101
    measured = plan(found, "letta-code", 150, counter="o200k_base")
    assert compact(found, measured, text="hello world").estimated_after == measured.stats["tokens_kept"] + 2


def test_a_typed_overhead_replaces_what_the_file_holds() -> None:
    found = dialogue(20)
    book = compact(found, plan(found, "letta-code", 150), text="s", overhead=500).ledger
    assert (book.overhead, book.tools_basis) == (500, "given")


def test_a_custom_prompt_is_dropped_when_the_plan_falls_back() -> None:
    few = dialogue(3)
    assert compact(few, plan(few, "letta-code", 150, prompt="mine"), "none").request.prompt == "letta_code_all"
    many = dialogue(20)
    assert compact(many, plan(many, "letta-code", 150, prompt="mine"), "none").request.instructions == "mine"


@settings(max_examples=40)
@given(sessions())
def test_nothing_is_lost_and_nothing_appears(found: Session) -> None:
    made = plan(found, "letta-code", 40)
    done = compact(found, made, "none")
    seen = [entry.index for entry in done.view if entry.index is not None]
    assert sorted({*seen, *made.indexes("summarize")}) == sorted(
        {
            *range(made.start, made.end),
            *(i for i in range(made.start) if found.messages[i].role in ("system", "developer")),
        }
    )
    assert len(seen) == len(set(seen))
    assert done.tokens_after == sum(entry.tokens for entry in done.view)
    assert done.tokens_before == done.ledger.system + sum(
        measure(found).counts[i]
        for i in range(made.start, made.end)
        if found.messages[i].role not in ("system", "developer")
    )
    assert Compaction.model_validate_json(done.model_dump_json()) == done


def test_messages_for_an_api_pair_calls_and_results() -> None:
    found = session(*dialogue(10).messages, call("a", text="let me look"), result("a", "there"))
    sent = compact(found, plan(found, "letta-code", None), "none").to_messages()
    assert sent[-2]["tool_calls"][0]["id"] == sent[-1]["tool_call_id"] == "a"
    assert sent[-1] == {"role": "tool", "content": "there", "tool_call_id": "a"}


@pytest.mark.parametrize("summarizer", ["none", "recorded", "offline"])
def test_an_empty_plan_has_no_summary_message(summarizer: str) -> None:
    empty = session()
    done = compact(empty, plan(empty, "letta-code", 100), summarizer)
    assert done.view == () and done.summary_message is None


def test_what_is_said_beside_the_summary_stands_behind_it_and_is_counted_with_it() -> None:
    found = dialogue(20)
    made = plan(found, "letta-code", 150)
    plain = compact(found, made, text="s")
    wrapper = plain.wrapper.model_copy(update={"acknowledgement": "Understood."})
    done = compact(found, made, text="s", wrapper=wrapper)
    assert [entry.origin for entry in done.view[:3]] == ["summary", "added", "session"]
    assert (done.view[1].message.role, done.view[1].message.text) == ("assistant", "Understood.")
    assert done.ledger.summary == plain.ledger.summary + done.view[1].tokens
    assert done.ledger.kept == plain.ledger.kept


def test_reference_only_is_said_in_front_of_the_summary() -> None:
    found = dialogue(20)
    made = plan(found, "letta-code", 150)
    wrapper = Wrapper(template="<{summary}>", reference_only=True)
    text = compact(found, made, text="s", wrapper=wrapper).view[0].message.text
    assert text.startswith("[For reference only") and text.endswith("]\n<s>")


def test_a_summary_may_stand_inside_the_kept_list_or_inside_a_kept_message() -> None:
    """agent-framework puts it where the evicted messages stood, hermes may put it into the first kept message."""
    found = dialogue(8)
    made = plan(found, "letta-code", 40, mode="all")

    def replanned(decision: Decision, fates: tuple[Effect, ...]) -> Plan:
        last = made.steps[-1].model_copy(update={"decision": decision, "effects": fates})
        return Plan.model_validate(made.model_dump() | {"steps": (last,)})

    gone = (Effect(fate="summarize", start=2, stop=4),)
    inside = replanned(Decision(cut=6, mode_used="all", summary_at=2), gone)
    assert [entry.index for entry in compact(found, inside, text="s").view] == [0, 1, None, 4, 5, 6, 7]
    merged = replanned(Decision(cut=4, mode_used="all", merged_into=4), gone)
    done = compact(found, merged, text="s")
    view = done.view
    assert done.ledger.kept == sum(measure(found).counts[i] for i in (0, 1, 4, 5, 6, 7))
    assert done.tokens_after == done.ledger.kept + done.ledger.summary
    assert [(entry.index, entry.origin) for entry in view[1:4]] == [(1, "session"), (4, "summary"), (5, "session")]
    assert view[2].message.text.endswith(found.messages[4].text) and view[2].message.role == found.messages[4].role
    beside = compact(found, merged, text="s", wrapper=done.wrapper.model_copy(update={"acknowledgement": "Fine."}))
    assert [(entry.index, entry.origin) for entry in beside.view[2:4]] == [(4, "summary"), (None, "added")]
