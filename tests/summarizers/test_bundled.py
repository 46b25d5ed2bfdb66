"""The bundled model runs: each still fits a request that the product makes today, and nothing else lies beside them."""

import json

import pytest

from compaction_core import lab
from compaction_core.errors import UnknownName
from compaction_core.samples import recorded_model, samples
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.bundled import BundledRun, bundled_runs, place
from compaction_core.summarizers.recordings import digest, find, recordings, replay
from compaction_core.summarizers.runs import Answer, ModelSettings
from tests.local.asked import AGAIN, asked, column_of

RUNS = [(sample, run) for sample in samples() for run in bundled_runs(sample.name)]
NAMES = [f"{sample.name}-{run.prompt.name if run.prompt else 'own'}" for sample, run in RUNS]


def replayed(request: SummaryRequest, settings: ModelSettings) -> Answer:
    found = replay(place(), request, settings)
    assert found is not None, f"no recorded answer to this request any more; {AGAIN}"
    return found


@pytest.mark.parametrize(("sample", "run"), RUNS, ids=NAMES)
def test_every_run_answers_the_request_made_today(sample: object, run: BundledRun) -> None:
    own, *smaller = asked(run, sample)  # type: ignore[arg-type]
    assert find(place(), own, run.settings) is not None, f"the request has changed; {AGAIN}"
    result = lab.run(column_of(run), own, replayed, smaller=smaller)
    assert result.state == "done" and result.summary is not None and result.summary.text.strip(), result.reason
    assert {attempt.origin for attempt in result.attempts} == {"recorded"}
    assert result.reported is not None and result.reported.output > 0


def test_the_folder_holds_the_answers_of_the_catalogs_runs_and_nothing_else() -> None:
    wanted = {digest(request) for sample, run in RUNS for request in asked(run, sample)}
    warnings: list = []
    kept = recordings(place(), warnings)
    assert kept and not warnings
    assert {recording.digest for recording in kept} <= wanted, f"answers that no run asks for; {AGAIN}"
    assert {(r.settings.model, r.settings.temperature, r.settings.max_tokens) for r in kept} == {
        (recorded_model().model, recorded_model().temperature, recorded_model().max_tokens)
    }


def test_the_answers_came_from_a_real_model_on_this_computer() -> None:
    """A server on loopback that reports what it read and wrote; what it refused, it refused for its window's sake."""
    for kept in recordings(place()):
        assert kept.answer.origin == "live" and kept.settings.api_base is not None
        assert kept.settings.api_base.startswith("http://127.0.0.1:")
        assert kept.answer.outcome in ("ok", "overflow") and kept.answer.seconds > 0
        if kept.answer.outcome == "ok":
            assert kept.answer.usage is not None and kept.answer.usage.output > 0
        else:
            assert "8192" in (kept.answer.error or "")


def test_the_samples_the_app_is_first_seen_with_have_a_run() -> None:
    assert [sample.name for sample in samples() if sample.runs][:2] == ["long_coding", "first_example"]


def test_no_transcript_lies_in_a_recording() -> None:
    fields = {key for path in place().glob("*.json") for key in json.loads(path.read_text(encoding="utf-8"))}
    assert not fields & {"transcript", "instructions", "messages", "key"}


def test_an_unknown_sample_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="first_example"):
        bundled_runs("nothing")
