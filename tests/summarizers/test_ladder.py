"""The ladder: which rung comes after which outcome, what is stored, and that nothing is lost where nothing is."""

import time
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from compaction_core.strategies import strategies
from compaction_core.strategies.letta_code.ladder import RUNGS, rungs
from compaction_core.strategies.letta_code.transcript import lines, transcript
from compaction_core.summarizers.base import SummaryRequest, summarizers
from compaction_core.summarizers.climb import climb, run
from compaction_core.summarizers.injected import FAULTS, Fault, faulty, injected
from compaction_core.summarizers.ladder import (
    FAILURES,
    VERDICTS,
    Attempt,
    Ending,
    Fail,
    Injection,
    Keep,
    Ladder,
    Offline,
    OtherModel,
    Retry,
    Rung,
    Smaller,
)
from compaction_core.summarizers.litellm import ask
from compaction_core.summarizers.runs import Answer, ModelSettings
from tests.scripted_answers import SUMMARY
from tests.scripted_server import ScriptedServer
from tests.summarizers.asking import small

ONE, TWO = ModelSettings(model="one"), ModelSettings(model="two")
pytestmark = pytest.mark.filterwarnings(
    "ignore:Accessing the 'model_.*fields' attribute on the instance:DeprecationWarning"
)


def fine(request: SummaryRequest, settings: ModelSettings) -> Answer:
    return Answer(
        outcome="ok", text=f"{settings.model} on {len(request.transcript)}", model=settings.model, seconds=0.5
    )


def seen(*faults: Fault, rungs: tuple[Rung, ...], **more: object) -> tuple[list[tuple[str, str | None]], Ending]:
    """Each attempt's rung and verdict; faults by attempt, then every answer is fine."""
    ending = run(small("x" * 100), ONE, Ladder(rungs=rungs), faulty(fine, dict(enumerate(faults))), **more)
    return [(a.kind, a.verdict) for a in ending.attempts], ending


def test_a_first_answer_is_stored() -> None:
    tried, ending = seen(rungs=(Retry(), Offline()))
    assert tried == [("first", "ok")]
    assert ending.ended == "stored" and ending.reason == "Stored."
    assert ending.summary is not None
    assert (ending.summary.text, ending.summary.summarizer, ending.summary.basis) == (
        "one on 100",
        "litellm:one",
        "model",
    )


def test_retry_as_often_as_it_says_and_only_what_may_pass() -> None:
    assert seen("429", "500", rungs=(Retry(times=2),))[0] == [
        ("first", "rate_limit"),
        ("retry", "server_error"),
        ("retry", "ok"),
    ]
    tried, ending = seen("refusal", rungs=(Retry(times=2),))
    assert tried == [("first", "refusal")] and ending.ended == "failed"
    tried, ending = seen("429", "429", "429", rungs=(Retry(times=2),))
    assert len(tried) == 3 and ending.ended == "failed" and ending.summary is None


def test_smaller_input_on_overflow_only() -> None:
    less = [small("x" * n) for n in (50, 20, 10)]
    tried, ending = seen("overflow", "overflow", rungs=(Smaller(), Fail()), smaller=less)
    assert tried == [("first", "overflow"), ("smaller", "overflow"), ("smaller", "ok")]
    assert ending.summary is not None and ending.summary.text == "one on 20"
    tried, ending = seen("overflow", "500", rungs=(Smaller(), Fail()), smaller=less)
    assert tried == [("first", "overflow"), ("smaller", "server_error")] and ending.ended == "failed"
    assert seen("500", rungs=(Smaller(), Fail()), smaller=less)[0] == [("first", "server_error")]


def test_another_model_gets_the_first_request_and_stays() -> None:
    rungs_ = (Smaller(), OtherModel(settings=TWO), Retry())
    tried, ending = seen("overflow", "overflow", "500", rungs=rungs_, smaller=[small("x" * 50)])
    assert [kind for kind, _ in tried] == ["first", "smaller", "model", "retry"]
    assert [a.model for a in ending.attempts] == ["one", "one", "two", "two"]
    assert ending.summary is not None and ending.summary.text == "two on 100"


def test_offline_does_not_fail() -> None:
    tried, ending = seen("refusal", rungs=(Retry(), Offline(), Fail()))
    assert tried == [("first", "refusal"), ("offline", "ok")]
    assert ending.summary == summarizers.get("offline").summarize(small("x" * 100))
    assert ending.attempts[-1].model is None and ending.attempts[-1].origin == "live"


def test_keep_and_fail_store_nothing_and_say_why() -> None:
    for rung, ended in ((Keep(), "kept"), (Fail(), "failed")):
        tried, ending = seen("garbage", rungs=(rung, Offline()))
        assert (ending.ended, ending.summary) == (ended, None) and len(tried) == 1
        assert "the messages stay as they were. Last: garbage (Injected:" in ending.reason


def test_a_blank_answer_fails_unless_the_system_stores_it() -> None:
    assert seen("blank", rungs=(Retry(),))[0] == [("first", "blank"), ("retry", "ok")]
    stored = run(small(), ONE, Ladder(accept_blank=True), faulty(fine, {0: "blank"}))
    assert stored.ended == "stored" and stored.summary is not None and stored.summary.text == " \n"


def test_a_check_may_reject() -> None:
    tried, ending = seen(
        rungs=(OtherModel(settings=TWO),), reject=lambda a: "it names no file" if a.model == "one" else None
    )
    assert tried == [("first", "rejected"), ("model", "ok")]
    assert ending.attempts[0].error == "it names no file"


def test_whatever_ask_raises_is_an_attempt_that_failed() -> None:
    def broken(request: SummaryRequest, settings: ModelSettings) -> Answer:
        raise OSError("the disk is gone")

    ending = run(small(), ONE, Ladder(rungs=(Keep(),)), broken)
    assert ending.ended == "kept" and ending.attempts[0].error == "OSError: the disk is gone"


def test_attempts_are_told_when_they_start_and_when_they_end() -> None:
    events = list(climb(small(), ONE, Ladder(rungs=(Retry(),)), faulty(fine, {0: "timeout"})))
    told = [(e.index, e.verdict) for e in events if isinstance(e, Attempt)]
    assert told == [(0, None), (0, "timeout"), (1, None), (1, "ok")]
    first = events[1]
    assert (
        isinstance(first, Attempt)
        and first.origin == "injected"
        and first.error == ("Injected: no answer within the time allowed.")
    )
    assert first.chars == len(small().instructions) + len(small().transcript) and first.tokens > 0
    assert isinstance(events[-1], Ending) and [a.origin for a in events[-1].attempts] == ["injected", "live"]


def test_a_cancel_ends_it_also_while_waiting() -> None:
    started = time.monotonic()
    ladder = Ladder(rungs=(Retry(wait=30), Offline()))
    events = list(
        climb(small(), ONE, ladder, faulty(fine, {0: "429"}), cancelled=lambda: time.monotonic() > started + 0.2)
    )
    ending = events[-1]
    assert isinstance(ending, Ending) and ending.ended == "cancelled" and ending.summary is None
    assert time.monotonic() - started < 15, "half of what it would have waited"


def test_every_fault_says_that_it_is_injected() -> None:
    for fault in FAULTS:
        answer = injected(fault, ONE)
        assert answer.origin == "injected" and (answer.error or "").startswith("Injected: ")


def test_a_fault_stands_on_its_rung_whatever_came_before() -> None:
    """The retry is passed over after an overflow, so its fault does not strike the rung below."""
    rungs_ = (Retry(times=2), Smaller(), Retry(), OtherModel(settings=TWO), Offline())
    less = [small("x" * n) for n in (50, 20)]
    injections = (
        Injection(fault="overflow"),
        Injection(rung=0, fault="500"),
        Injection(rung=1, attempt=1, fault="429"),
        Injection(rung=3, fault="refusal"),
    )
    ending = run(small("x" * 100), ONE, Ladder(rungs=rungs_, injections=injections), overflowing, smaller=less)
    assert [(a.rung, a.kind, a.verdict, a.origin) for a in ending.attempts] == [
        (None, "first", "overflow", "injected"),
        (1, "smaller", "overflow", "live"),
        (1, "smaller", "rate_limit", "injected"),
        (2, "retry", "overflow", "live"),
        (3, "model", "refusal", "injected"),
        (4, "offline", "ok", "live"),
    ]
    assert ending.ended == "stored"


def overflowing(request: SummaryRequest, settings: ModelSettings) -> Answer:
    return Answer(outcome="overflow", model=settings.model)


@pytest.mark.parametrize("rung", [1, 2, -1])
def test_a_fault_needs_a_rung_that_asks(rung: int) -> None:
    with pytest.raises(ValidationError, match="asks no model"):
        Ladder(rungs=(Retry(), Offline()), injections=(Injection(rung=rung, fault="429"),))


def test_each_strategy_may_bring_the_ladder_of_its_release() -> None:
    """Letta Code sends smaller requests on an overflow, then gives up, and stores a blank answer (ladder.py)."""
    letta = strategies.get("letta-code")
    assert letta.ladder(letta.parameters()) == Ladder(rungs=(Smaller(), Fail()), accept_blank=True)
    found = [each.ladder(each.parameters()) for each in strategies]
    assert all(each is None or isinstance(each, Ladder) for each in found)


any_rung = st.one_of(
    st.builds(Retry, times=st.integers(1, 3), on=st.lists(st.sampled_from(VERDICTS)).map(tuple)),
    st.builds(Smaller, on=st.lists(st.sampled_from(FAILURES)).map(tuple)),
    st.builds(OtherModel, settings=st.just(TWO)),
    st.builds(Offline, on=st.lists(st.sampled_from(FAILURES)).map(tuple)),
    st.builds(Keep),
    st.builds(Fail),
)


@given(st.lists(any_rung, max_size=5), st.lists(st.sampled_from([None, *FAULTS]), max_size=8))
def test_any_ladder_ends_with_a_whole_summary_or_with_nothing(rungs_: list[Rung], faults: list[Fault | None]) -> None:
    planned = {i: fault for i, fault in enumerate(faults) if fault is not None}
    events = list(
        climb(
            small("x" * 100), ONE, Ladder(rungs=tuple(rungs_)), faulty(fine, planned), smaller=[small("x"), small("y")]
        )
    )
    ending = events[-1]
    assert isinstance(ending, Ending) and not any(isinstance(e, Ending) for e in events[:-1])
    assert (ending.ended == "stored") == (ending.summary is not None) == (ending.attempts[-1].verdict == "ok")
    assert all(a.verdict not in ("ok", None) for a in ending.attempts[:-1])
    assert [a.index for a in ending.attempts] == list(range(len(ending.attempts)))
    assert Ladder.model_validate_json(Ladder(rungs=tuple(rungs_)).model_dump_json()).rungs == tuple(rungs_)


def test_letta_codes_ladder_over_the_wire(server: ScriptedServer) -> None:
    """A server that takes 20,000 characters: the rungs of 120,000 to 40,000 overflow too, 25,000 is sent as 15,000."""
    request = small()
    long = replace(request.messages[1], parts=(replace(request.messages[1].parts[0], text="a b c d " * 30_000),))
    read = lines([(0, long)])
    request = request.model_copy(update={"lines": read, "transcript": transcript(read)})
    asked = ModelSettings(model="openai/fits-20000", api_base=server.url, timeout=10)
    server.requests.clear()
    ending = run(request, asked, Ladder(rungs=(Smaller(), Fail())), ask, smaller=islice(rungs(request), 1, None))
    assert [a.verdict for a in ending.attempts] == ["overflow"] * 5 + ["ok"]
    assert len(server.requests) == 6 and RUNGS[4] == 25_000
    assert ending.summary is not None and ending.summary.text == SUMMARY
    assert 0.6 * 25_000 < ending.attempts[-1].chars < 20_000


def test_retry_then_another_model_over_the_wire(server: ScriptedServer) -> None:
    def at(model: str) -> ModelSettings:
        return ModelSettings(model=f"openai/{model}", api_base=server.url, timeout=10)

    ladder = Ladder(rungs=(Retry(times=2), OtherModel(settings=at("other")), Offline()))
    passing = run(small(), at("flaky-2"), ladder, ask)
    assert [a.verdict for a in passing.attempts] == ["server_error", "server_error", "ok"]
    stays = run(small(), at("rate-limit"), ladder, ask)
    assert [(a.kind, a.verdict) for a in stays.attempts] == [
        ("first", "rate_limit"),
        ("retry", "rate_limit"),
        ("retry", "rate_limit"),
        ("model", "ok"),
    ]
    assert stays.summary is not None and stays.summary.summarizer == "litellm:openai/other"
    blank = run(small(), at("blank"), Ladder(rungs=(Offline(),)), ask)
    assert [(a.kind, a.verdict) for a in blank.attempts] == [("first", "blank"), ("offline", "ok")]
