"""Columns of the summary lab, with scripted answers in place of a model."""

from compaction_core.compaction import summary_request
from compaction_core.lab import Column, request_of, run
from compaction_core.samples import open_sample
from compaction_core.session import Session, Usage
from compaction_core.strategies import plan
from compaction_core.summarizers.ladder import Ladder, Offline, Retry
from compaction_core.summarizers.outgoing import masked_request
from compaction_core.summarizers.prompts import Prompt, prompt
from compaction_core.summarizers.runs import Answer, ModelSettings
from tests.make import call, result, say, session

TALK = open_sample("first_example")
REQUEST = summary_request(TALK, plan(TALK, "letta-code", 700))
MODEL = ModelSettings(model="gpt-4.1")


def never(request, settings):
    raise AssertionError("nothing is to be sent")


def test_a_column_written_here_sends_nothing() -> None:
    done = run(Column(summarizer="offline"), REQUEST, never)
    assert done.state == "done" and done.summary is not None and done.tokens and done.price is None
    assert not any(finding.severity == "error" for finding in done.findings)


def test_a_pasted_empty_summary_is_found() -> None:
    done = run(Column(summarizer="given", text="  "), REQUEST, never)
    assert "whitespace-only" in {finding.code for finding in done.findings}


def test_a_model_s_answer_with_its_price_and_usage() -> None:
    """gpt-4.1 in LiteLLM's list: $2 and $8 a million tokens, so 1,000 in and 100 out cost $0.0028."""
    answer = Answer(
        outcome="ok", text="## Goals\n- one", model="m", usage=Usage(input=1000, output=100), stop_reason="stop"
    )
    done = run(Column(summarizer="litellm", settings=MODEL), REQUEST, lambda request, settings: answer)
    assert done.state == "done" and done.price == 0.0028 and done.reported == answer.usage


def test_a_failure_is_a_result_with_its_attempts() -> None:
    column = Column(summarizer="litellm", settings=MODEL, ladder=Ladder(rungs=(Retry(times=2),)))
    done = run(column, REQUEST, lambda request, settings: Answer(outcome="server_error", model="m"))
    assert done.state == "failed" and done.summary is None and len(done.attempts) == 3
    rescued = column.model_copy(update={"ladder": Ladder(rungs=(Offline(),))})
    done = run(rescued, REQUEST, lambda request, settings: Answer(outcome="timeout", model="m"))
    assert done.state == "done" and [a.kind for a in done.attempts] == ["first", "offline"]


def test_focus_and_what_must_not_be_lost_reach_the_instructions() -> None:
    plain = request_of(Column(focus="the cache", must_keep=("never push",)), REQUEST)
    assert "Pay special attention to: the cache" in plain.instructions
    assert plain.instructions.endswith("- never push") and plain.transcript == REQUEST.transcript
    update = request_of(Column(prompt=prompt("opencode_anchored_update"), focus="the cache"), REQUEST)
    assert update.prompt == "opencode_anchored_update" and update.instructions.endswith("the cache")


def test_a_detector_may_send_an_answer_down_the_ladder() -> None:
    """A refusal in prose is a whole answer to the provider; the error-text detector knows better."""
    refusal = Answer(outcome="ok", text="I'm sorry, but I can't help with that.", model="m", stop_reason="stop")
    column = Column(summarizer="litellm", settings=MODEL, ladder=Ladder(rungs=(Offline(),)))
    stored = run(column, REQUEST, lambda request, settings: refusal)
    assert stored.summary is not None and stored.summary.text == refusal.text, "as released: whatever comes is stored"
    rescued = run(column.model_copy(update={"reject": True}), REQUEST, lambda request, settings: refusal)
    assert [attempt.verdict for attempt in rescued.attempts] == ["rejected", "ok"]
    assert rescued.summary is not None and rescued.summary.basis == "offline"


def test_a_prompt_without_a_place_for_the_focus_gets_it_at_the_end() -> None:
    bare = Prompt(name="own", title="own", kind="first", role="system", text="Summarize.")
    asked = request_of(Column(prompt=bare, focus="the cache"), REQUEST)
    assert asked.instructions == "Summarize.\n\nPay special attention to: the cache"


def cut_turn() -> Session:
    """One long turn: pi cuts it and asks for two summaries (agents.md §4)."""
    steps = [m for i in range(30) for m in (call(f"c{i}", text="step " * 40), result(f"c{i}", "out " * 40))]
    return session(say("user", "first"), say("assistant", "done"), say("user", "the long task"), *steps)


def test_a_cut_turn_is_asked_for_in_two_requests_and_stored_as_one_text() -> None:
    found = cut_turn()
    request = summary_request(found, plan(found, "pi", 5_000, keep_recent_tokens=600))
    assert request.turn_prefix is not None
    asked = []

    def ask(request, settings):
        asked.append(request)
        text = f"answer {len(asked)}"
        return Answer(outcome="ok", text=text, model="m", usage=Usage(input=10, output=2), stop_reason="stop")

    done = run(Column(summarizer="litellm", settings=MODEL), request, ask)
    assert done.state == "done" and done.summary is not None
    assert done.summary.text.startswith("answer 1") and done.summary.text.endswith("answer 2")
    assert [a.index for a in done.attempts] == [0, 1] and done.reported == Usage(input=20, output=4)
    assert "the long task" in asked[1].transcript and "the long task" not in asked[0].transcript


def test_a_failing_second_request_stores_nothing() -> None:
    found = cut_turn()
    request = summary_request(found, plan(found, "pi", 5_000, keep_recent_tokens=600))
    answers = iter([Answer(outcome="ok", text="one", model="m"), Answer(outcome="timeout", model="m")])
    done = run(Column(summarizer="litellm", settings=MODEL), request, lambda request, settings: next(answers))
    assert done.state == "failed" and done.summary is None and len(done.attempts) == 2


def test_what_is_masked_is_masked_in_both_requests() -> None:
    found = cut_turn()
    messages = [*found.messages[:2], say("user", "mail jane.doe@example.org about it"), *found.messages[3:]]
    private = session(*messages)
    request = summary_request(private, plan(private, "pi", 5_000, keep_recent_tokens=600))
    outgoing = masked_request(request)
    assert outgoing.request.turn_prefix is not None
    assert "jane.doe" not in outgoing.request.model_dump_json() and outgoing.counts["email"] == 1
