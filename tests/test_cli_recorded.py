"""``recorded`` on the shell."""

import json

import pytest

from compaction_core.cli import main
from compaction_core.recorded import beside, told
from compaction_core.samples import open_sample


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["recorded", *words]) == 0
    return capsys.readouterr().out


def test_json_says_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    value = json.loads(run(capsys, "already_compacted", "--nth", "1", "--strategy", "pi", "--json"))
    assert [(e["index"], e["trigger"], e["tokens_before"]) for e in value["events"]] == [
        (418, "auto", 160_029),
        (528, "manual", 46_060),
    ]
    other = beside(open_sample("already_compacted"), 1, "pi", 128_000)
    assert value["beside"]["told"] == told(other)
    assert value["beside"]["kept_by_the_strategy_only"] == list(other.strategy_only)
    assert value["beside"]["recorded_summary"]["text"] == open_sample("already_compacted").messages[528].summary


def test_settings_and_window_reach_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("already_compacted", "--strategy", "by-hand", "--set", "cut=400", "--window", "50000", "--json")
    found = json.loads(run(capsys, *words))["beside"]
    assert (found["cut"], found["messages_from_recorded_cut"], found["context_window"]) == (400, -18, 50_000)


def test_text_shows_the_events_the_sides_and_both_summaries(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "already_compacted")
    for part in ("160,029", "46,060", "Event 0. Before #418", "kept by both", "The recorded summary (1,953 tokens)"):
        assert part in text


def test_a_file_that_records_nothing_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert "records no compaction" in run(capsys, "first_example")
    value = json.loads(run(capsys, "first_example", "--json"))
    assert (value["events"], value["beside"]) == ([], None)


def test_an_event_that_is_not_there_ends_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recorded", "already_compacted", "--nth", "2"]) == 2
    assert "choose --nth from 0 to 1" in capsys.readouterr().err
    assert main(["recorded", "first_example", "--nth", "0"]) == 2
    assert "records none" in capsys.readouterr().err


def test_a_moment_is_refused_because_the_record_gives_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recorded", "already_compacted", "--at", "3"]) == 2
    assert "--at" in capsys.readouterr().err
