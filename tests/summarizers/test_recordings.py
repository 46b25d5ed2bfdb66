"""Runs kept as files: what replays, what does not, and what a file never holds."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.session import Usage, Warning
from compaction_core.summarizers.climb import run
from compaction_core.summarizers.injected import faulty
from compaction_core.summarizers.ladder import Ladder, Retry
from compaction_core.summarizers.recordings import digest, record, recordings, replay
from compaction_core.summarizers.runs import Answer, ModelSettings
from tests.summarizers.asking import TRANSCRIPT, small

SETTINGS = ModelSettings(model="openai/gpt-4.1", temperature=0.2)
ANSWER = Answer(
    outcome="ok",
    text="## Goals\n- Añadir 中文 😀",
    stop_reason="stop",
    usage=Usage(input=10, output=5),
    model="gpt-4.1",
    seconds=1.25,
    seconds_to_first=0.5,
)
NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


def test_a_run_comes_back_marked_as_recorded(tmp_path: Path) -> None:
    path = record(tmp_path / "runs", small(), SETTINGS, ANSWER, at=NOON)
    assert path.parent == tmp_path / "runs" and path.suffix == ".json"
    found = replay(tmp_path / "runs", small(), SETTINGS)
    assert found == ANSWER.model_copy(update={"origin": "recorded"})
    assert [p.name for p in path.parent.iterdir()] == [path.name], "no half-written file stays"


def test_the_transcript_is_not_in_the_file(tmp_path: Path) -> None:
    path = record(tmp_path, small(), SETTINGS, ANSWER, at=NOON)
    row = json.loads(path.read_text(encoding="utf-8"))
    assert TRANSCRIPT not in path.read_text(encoding="utf-8") and "gatehouse" not in json.dumps(row)
    assert row["recorded_at"] == "2026-01-02T12:00:00.000+00:00"
    assert (row["transcript_chars"], row["digest"]) == (len(TRANSCRIPT), digest(small()))


def test_only_the_same_request_and_the_same_settings_replay(tmp_path: Path) -> None:
    record(tmp_path, small(), SETTINGS, ANSWER)
    assert replay(tmp_path, small("[user] another"), SETTINGS) is None
    assert replay(tmp_path, small(instructions="Another prompt."), SETTINGS) is None
    for change in ({"model": "openai/gpt-5"}, {"temperature": None}, {"max_tokens": 5}, {"fence": True}):
        assert replay(tmp_path, small(), SETTINGS.model_copy(update=change)) is None, change
    same = SETTINGS.model_copy(update={"timeout": 5.0, "stream": False, "api_base": "http://localhost:1/v1"})
    assert replay(tmp_path, small(), same) is not None


def test_the_newest_run_replays(tmp_path: Path) -> None:
    for hour in (12, 15, 9):
        record(
            tmp_path, small(), SETTINGS, ANSWER.model_copy(update={"text": f"at {hour}"}), at=NOON.replace(hour=hour)
        )
    found = replay(tmp_path, small(), SETTINGS)
    assert found is not None and found.text == "at 15"
    assert [r.answer.text for r in recordings(tmp_path)] == ["at 9", "at 12", "at 15"]


def test_a_broken_file_is_skipped_with_a_warning(tmp_path: Path) -> None:
    path = record(tmp_path, small(), SETTINGS, ANSWER)
    (tmp_path / f"{digest(small())[:16]}-a.json").write_bytes(path.read_bytes()[:100])
    (tmp_path / f"{digest(small())[:16]}-b.json").write_text("[]")
    (tmp_path / f"{digest(small())[:16]}-c.json").write_bytes(b" " * 5_000_001)
    (tmp_path / f"{digest(small())[:16]}-d.json").mkdir()
    warnings: list[Warning] = []
    assert replay(tmp_path, small(), SETTINGS, warnings) is not None
    assert [w.code for w in warnings] == ["broken-recording"] * 4
    assert all("was skipped" in w.text for w in warnings)


def test_a_missing_folder_holds_nothing_and_is_not_made(tmp_path: Path) -> None:
    assert replay(tmp_path / "no", small(), SETTINGS) is None and recordings(tmp_path / "no") == ()
    assert not (tmp_path / "no").exists()


def test_attempts_are_kept(tmp_path: Path) -> None:
    ending = run(small(), SETTINGS, Ladder(rungs=(Retry(),)), faulty(lambda request, settings: ANSWER, {0: "timeout"}))
    record(tmp_path, small(), SETTINGS, ANSWER, ending.attempts)
    (kept,) = recordings(tmp_path)
    assert kept.attempts == ending.attempts and [a.origin for a in kept.attempts] == ["injected", "live"]


def test_a_model_name_does_not_leave_the_folder(tmp_path: Path) -> None:
    path = record(tmp_path, small(), ModelSettings(model="../../etc/x y"), ANSWER)
    assert path.resolve().parent == tmp_path.resolve()


def test_nothing_stays_behind_when_writing_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        record(tmp_path / "file", small(), SETTINGS, ANSWER)


@given(st.text(max_size=200))
def test_any_text_comes_back(text: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        answer = ANSWER.model_copy(update={"text": text})
        record(Path(folder), small(), SETTINGS, answer)
        found = replay(Path(folder), small(), SETTINGS)
        assert found is not None and found.text == text
