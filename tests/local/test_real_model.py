"""A real model, small enough for any machine, through the product's own path: LiteLLM, recordings, detectors.

    uv run --extra local pytest tests/local

Nothing here says what the model answers, only that what it answers is taken in whole and kept as it came.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from compaction_core import lab
from compaction_core.lab import Column
from compaction_core.samples import find_sample
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.bundled import LADDER
from compaction_core.summarizers.litellm import ask
from compaction_core.summarizers.recordings import record, recordings, replay
from compaction_core.summarizers.runs import Answer, ModelSettings, leaves_this_computer
from tests.local.asked import first_request
from tests.local.server import WINDOW, LocalModel, missing

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=missing()),
    # LiteLLM reads pydantic's fields from instances; the filter it sets when imported is undone for each test.
    pytest.mark.filterwarnings("ignore:Accessing the 'model_.*fields' attribute on the instance:DeprecationWarning"),
]
PATIENCE = 300.0
"""Seconds one answer may take; about 15 on an idle core."""


@pytest.fixture(scope="module")
def model() -> Iterator[LocalModel]:
    with LocalModel() as running:
        yield running


@pytest.fixture(scope="module")
def request_() -> SummaryRequest:
    """Five messages with a tool call; 760 of the model's tokens with the prompt."""
    return first_request(find_sample("first_example"))


def settings(model: LocalModel, **more: object) -> ModelSettings:
    fields = {"model": model.model, "api_base": model.url, "temperature": 0.0, "max_tokens": 60, "timeout": PATIENCE}
    return ModelSettings.model_validate({**fields, **more})


def test_it_runs_on_this_computer(model: LocalModel) -> None:
    assert not leaves_this_computer(settings(model))


def test_an_answer_is_streamed_with_its_times(model: LocalModel, request_: SummaryRequest) -> None:
    pieces: list[str] = []
    answer = ask(request_, settings(model), on_text=pieces.append)
    assert answer.outcome == "ok" and answer.error is None and answer.origin == "live"
    assert len(pieces) > 20 and "".join(pieces) == answer.text and answer.text.strip()
    assert answer.seconds_to_first is not None and 0 < answer.seconds_to_first < answer.seconds < PATIENCE
    assert answer.stop_reason == "length", "60 tokens are too few for a summary"
    assert answer.usage is None, "this server reports none in a stream, and no estimate takes its place"


def test_usage_is_reported_and_the_answer_is_the_same_each_time(model: LocalModel, request_: SummaryRequest) -> None:
    first, second = (ask(request_, settings(model, stream=False)) for _ in range(2))
    assert first.usage is not None and first.usage.output == 60
    characters = len(request_.instructions) + len(request_.transcript)
    assert characters / 6 < first.usage.input < characters / 2, "a token is 2 to 6 characters of English and numbers"
    assert (first.text, first.usage) == (second.text, second.usage), "temperature 0"


def test_a_recorded_answer_replays_equal_and_is_checked_like_the_live_one(
    model: LocalModel, request_: SummaryRequest, tmp_path: Path
) -> None:
    asked = settings(model, stream=False, max_tokens=200)
    column = Column(summarizer="litellm", settings=asked)

    def recorded(request: SummaryRequest, chosen: ModelSettings) -> Answer:
        answer = ask(request, chosen)
        record(tmp_path, request, chosen, answer)
        return answer

    def replayed(request: SummaryRequest, chosen: ModelSettings) -> Answer:
        found = replay(tmp_path, request, chosen)
        assert found is not None
        return found

    live = lab.run(column, request_, recorded)
    assert live.state == "done" and live.summary is not None and live.summary.basis == "model"
    assert live.tokens and live.reported and live.stop_reason in ("stop", "length")
    assert live.stop_reason == "stop" or "cut-at-cap" in {finding.code for finding in live.findings}
    again = lab.run(column, request_, replayed)
    assert [attempt.origin for attempt in again.attempts] == ["recorded"]
    assert (again.summary.text if again.summary else None, again.findings, again.reported, again.tokens) == (
        live.summary.text, live.findings, live.reported, live.tokens,
    )  # fmt: skip
    (kept,) = recordings(tmp_path)
    assert kept.answer.text == live.summary.text and request_.transcript not in next(tmp_path.iterdir()).read_text()


@pytest.mark.parametrize(
    ("stream", "verdicts"),
    [
        (False, ["overflow", "ok"]),
        # llama-cpp-python 0.3.36 answers 200 with an empty stream then: nobody can tell that the window was the reason
        (True, ["garbage"]),
    ],
)
def test_a_request_beyond_its_window(
    model: LocalModel, request_: SummaryRequest, stream: bool, verdicts: list[str]
) -> None:
    """Where the server says that it overflows, the ladder goes down Letta Code's smaller requests."""
    long = request_.model_copy(update={"transcript": request_.transcript * 30})
    column = Column(summarizer="litellm", settings=settings(model, max_tokens=20, stream=stream), ladder=LADDER)
    result = lab.run(column, long, ask, smaller=(request_,))
    assert [attempt.verdict for attempt in result.attempts] == verdicts
    assert stream or str(WINDOW) in (result.attempts[0].error or "")


def test_a_cancelled_run_ends_at_once_and_the_server_answers_the_next(
    model: LocalModel, request_: SummaryRequest
) -> None:
    pieces: list[str] = []
    answer = ask(request_, settings(model, max_tokens=400), on_text=pieces.append, cancelled=lambda: len(pieces) > 2)
    assert answer.outcome == "cancelled" and answer.text == "".join(pieces)
    assert ask(request_, settings(model, max_tokens=5)).outcome == "ok"
