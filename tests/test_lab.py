"""Columns of the summary lab, with scripted answers in place of a model."""

from compaction_core.compaction import summary_request
from compaction_core.lab import Column, request_of, run
from compaction_core.samples import open_sample
from compaction_core.session import Usage
from compaction_core.strategies import plan
from compaction_core.summarizers.ladder import Ladder, Offline, Retry
from compaction_core.summarizers.prompts import Prompt, prompt
from compaction_core.summarizers.runs import Answer, ModelSettings

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
