"""Model calls that repeat their history, put together: growth, retries, compactions, clearings, sub-agents."""

from typing import Any

from compaction_core.importers.shared.traces.chain import NO_SUMMARY, Call
from compaction_core.importers.shared.traces.chain_sessions import ToolRun, sessions
from compaction_core.importers.shared.traces.chains import Chains
from compaction_core.session import Message, Role, Session, Text, ToolCall, ToolResult, Usage

SYSTEM = Message(role="system", parts=(Text(text="Be brief."),))
LONG = "The user wants the report in blue, the file is notes.txt, and seven lines were counted in it so far."


def said(role: Role, text: str) -> Message:
    return Message(role=role, parts=(Text(text=text),))


def called(identity: str, name: str = "count") -> Message:
    return Message(role="assistant", parts=(ToolCall(id=identity, name=name, arguments='{"a": 1}'),))


def result(identity: str, text: str) -> Message:
    return Message(role="tool", parts=(ToolResult(call_id=identity, text=text),))


def call(prompt: list[Message], answer: str | Message, **more: Any) -> Call:
    made = said("assistant", answer) if isinstance(answer, str) else answer
    return Call(prompt=[SYSTEM, *prompt], answer=[made], **{"group": "g", **more})


def read(*calls: Call, runs: tuple[ToolRun, ...] = ()) -> list[Session]:
    return list(sessions("otel_genai", Chains().take(calls).all, runs))


def texts(session: Session) -> list[str]:
    return [message.text for message in session.messages]


U1, A1, U2, A2, U3, A3 = (
    said("user" if at % 2 == 0 else "assistant", f"{'question' if at % 2 == 0 else 'answer'} {at // 2 + 1}")
    for at in range(6)
)


def test_a_prompt_that_goes_on_adds_its_new_messages() -> None:
    (session,) = read(
        call([U1], "answer 1", start=1.0, end=2.0, usage=Usage(input=10, output=2), model="m"),
        call([U1, A1, U2], "answer 2", start=3.0, end=4.0, usage=Usage(input=20, output=2), model="m"),
    )
    assert texts(session) == ["Be brief.", "question 1", "answer 1", "question 2", "answer 2"]
    assert [m.timestamp for m in session.messages] == [1.0, 1.0, 2.0, 3.0, 4.0]
    assert [m.usage.input for m in session.messages if m.usage] == [10, 20]
    assert (session.model, session.compactions, session.integrity.warnings) == ("m", (), ())


def test_history_before_the_first_call_has_no_time() -> None:
    (session,) = read(call([U1, A1, U2], "answer 2", start=3.0, end=4.0))
    assert [m.timestamp for m in session.messages] == [None, None, None, 3.0, 4.0]


def test_the_answer_may_be_spelled_otherwise_in_the_next_prompt() -> None:
    (session,) = read(call([U1], "Answer: 1 "), call([U1, A1, U2], "answer 2"))
    assert texts(session) == ["Be brief.", "question 1", "Answer: 1 ", "question 2", "answer 2"]


def test_a_retry_leaves_the_first_answer_out_and_says_so() -> None:
    (session,) = read(call([U1], "first try"), call([U1], "second try"))
    assert texts(session) == ["Be brief.", "question 1", "second try"]
    assert [w.code for w in session.integrity.warnings] == ["branches"]


def test_a_call_told_twice_is_one() -> None:
    (session,) = read(call([U1], "answer 1"), call([U1], "answer 1"))
    assert (texts(session), session.integrity.warnings) == (["Be brief.", "question 1", "answer 1"], ())


def test_other_questions_are_other_conversations() -> None:
    first, second = read(call([U1], "answer 1"), call([said("user", "Summarise this article.")], "It is short."))
    assert (texts(first)[1], texts(second)[1]) == ("question 1", "Summarise this article.")
    assert second.compactions == ()


def test_the_same_question_in_two_traces_is_asked_twice() -> None:
    assert len(read(call([U1], "answer 1"), call([U1], "answer 1", group="h"))) == 2
    assert len(read(call([U1], "answer 1"), call([U1, A1, U2], "answer 2", group="h"))) == 1


def test_a_changed_system_prompt_is_told() -> None:
    later = call([U1, A1, U2], "answer 2")
    later.prompt[0] = said("system", "Be brief. Today is Monday.")
    (session,) = read(call([U1], "answer 1"), later)
    assert [w.code for w in session.integrity.warnings] == ["system_changed"]


def test_a_summary_before_a_kept_tail_is_a_compaction() -> None:
    summary = said("user", "Summary of the conversation so far: blue.")
    (session,) = read(
        call([U1], "answer 1"),
        call([U1, A1, U2], "answer 2", usage=Usage(input=900)),
        call([summary, U2, A2, U3], "answer 3", start=9.0, usage=Usage(input=300)),
    )
    assert texts(session)[5:] == [summary.text, "question 3", "answer 3"]
    (compaction,) = session.compactions
    assert (compaction.index, compaction.kept) == (5, (0, 3, 4))
    assert (compaction.tokens_before, compaction.tokens_after, compaction.timestamp) == (900, 300, 9.0)
    assert session.messages[5].summary == summary.text
    assert [w.code for w in session.integrity.warnings] == ["inferred_compactions"]


def test_what_another_call_answered_is_the_summary_and_that_call_a_thread() -> None:
    ask = Call(prompt=[said("system", "You summarise."), said("user", "question 1 answer 1")], group="g", answer=[])
    ask.answer = [said("assistant", LONG)]
    (session,) = read(
        call([U1], "answer 1"),
        call([U1, A1, U2], "answer 2"),
        ask,
        call([said("user", f"Go on from here.\n{LONG}")], "answer 3"),
    )
    assert [(c.index, c.kept) for c in session.compactions] == [(5, (0,))]
    assert session.messages[5].summary == LONG
    assert [len(thread.messages) for thread in session.threads] == [3]


def test_a_model_that_summarises_its_own_context() -> None:
    (session,) = read(
        call([U1], "answer 1"),
        call([U1, A1, said("user", "Write down what matters.")], LONG),
        call([said("user", f"You wrote: {LONG}")], "answer 3"),
    )
    assert [c.index for c in session.compactions] == [5]
    assert session.messages[5].summary == LONG


def test_a_transcript_for_a_summarizer_is_no_summary() -> None:
    old = said("assistant", LONG)
    transcript = said("user", f"Write a summary of the conversation: {U1.text} {LONG}")
    first, second = read(call([U1], old), call([U1, old, U2], "answer 2"), call([transcript], "Blue."))
    assert (first.compactions, second.compactions) == ((), ())


def test_a_lost_beginning_without_a_summary_gets_a_note() -> None:
    (session,) = read(call([U1], "answer 1"), call([U1, A1, U2], "answer 2"), call([U2, A2, U3], "answer 3"))
    assert [(c.index, c.kept) for c in session.compactions] == [(5, (0, 3, 4))]
    assert (session.messages[5].text, session.messages[5].summary) == (NO_SUMMARY, "")
    assert texts(session)[6:] == ["question 3", "answer 3"]


def test_growth_goes_on_after_a_compaction() -> None:
    summary = said("user", "Summary of our conversation: blue.")
    (session,) = read(
        call([U1, A1, U2], "answer 2"),
        call([summary], "answer 3"),
        call([summary, A3, said("user", "more")], "answer 4"),
    )
    assert texts(session)[5:] == [summary.text, "answer 3", "more", "answer 4"]
    assert len(session.compactions) == 1


def test_old_results_that_shrank_in_place_were_cleared() -> None:
    (session,) = read(
        call([U1], called("c1")),
        call([U1, called("c1"), result("c1", "a long result")], "answer 1"),
        call([U1, called("c1"), result("c1", "[gone]"), A1, U2], "answer 2"),
    )
    assert [(c.index, c.kind) for c in session.compactions] == [(5, "clear")]
    assert [m.flags for m in session.messages if m.result] == [("pruned",)]
    assert texts(session)[3] == "a long result"


def test_prompts_changed_in_place_are_no_compaction() -> None:
    (session,) = read(
        call([said("user", "question 1\nreminder")], "answer 1"),
        call([said("user", "question 1\nreminder"), A1, U2], "answer 2"),
        call([U1, A1, U2, A2, U3], "answer 3"),
    )
    assert session.compactions == ()
    assert texts(session)[-2:] == ["question 3", "answer 3"]


def test_a_call_without_a_prompt_goes_on_under_the_same_span() -> None:
    later = Call(prompt=[], answer=[said("assistant", "answer 2")], group="g", parents=("p",))
    (session,) = read(call([U1], "answer 1", parents=("p",)), later)
    assert texts(session) == ["Be brief.", "question 1", "answer 1", "answer 2"]


def test_a_call_that_names_the_one_before_goes_back_to_it() -> None:
    (session,) = read(
        call([U1], "answer 1", id="r1"),
        Call(prompt=[U2], answer=[A2], group="g", id="r2", follows="r1"),
        Call(prompt=[U3], answer=[A3], group="g", id="r3", follows="r1"),
    )
    assert texts(session) == ["Be brief.", "question 1", "answer 1", "question 3", "answer 3"]
    assert [w.code for w in session.integrity.warnings] == ["branches"]


def test_results_in_spans_of_their_own_stand_behind_their_calls() -> None:
    runs = (
        ToolRun(call_id="c1", name="count", arguments="{}", text="seven", group="g", end=5.0),
        ToolRun(call_id="", name="count", arguments='{"a":1}', text="eight", group="g", is_error=True),
    )
    summary = said("user", "Summary of the conversation: blue.")
    (session,) = read(
        call([U1], called("c1")),
        Call(prompt=[], answer=[called("c2")], group="g"),
        call([U1, called("c1")], "x", id="late"),
        runs=runs,
    )[:1]
    assert [m.text for m in session.messages if m.result][:1] == ["seven"]
    (other,) = read(call([U1], called("c2")), call([summary], "answer"), runs=runs[1:])
    assert other.messages[3].result == ToolResult(call_id="c2", text="eight", is_error=True)
    assert [c.index for c in other.compactions] == [4]


def test_a_sub_agent_inside_a_tool_is_a_thread() -> None:
    inner = Call(prompt=[said("user", "Find it.")], answer=[said("assistant", "Found.")], group="g")
    inner.parents, inner.inside_tool = ("agent", "tool", "root"), True
    (session,) = read(call([U1], called("c1"), parents=("root",)), inner)
    assert [[m.text for m in thread.messages] for thread in session.threads] == [["Find it.", "Found."]]
