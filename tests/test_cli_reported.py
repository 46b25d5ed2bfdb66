"""``reported``: the comparison as text and as JSON."""

import json

import pytest

from compaction_core.cli import main
from compaction_core.reported import reported
from compaction_core.samples import open_sample


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["reported", *words]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def test_the_sample_that_reports_usage_is_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """``already_compacted`` holds 277 calls in Claude Code's format."""
    found = reported(open_sample("already_compacted"))
    out = ran(capsys, "already_compacted")
    assert out.startswith("The provider reported the context of 277 calls:")
    assert f"--overhead {found.overhead}, from reported usage" in out
    assert "the first and the last 15 of 277" in out
    first = found.calls[0]
    assert f"#{first.message}  " in out and f"{first.context:,}" in out


def test_the_json_has_every_call(capsys: pytest.CaptureFixture[str]) -> None:
    found, told = reported(open_sample("already_compacted")), json.loads(ran(capsys, "already_compacted", "--json"))
    assert told["overhead"] == found.overhead and told["ratio"] == found.ratio
    assert len(told["calls"]) == 277
    call = told["calls"][0]
    assert call["gap"] == call["context"] - call["counted"]


def test_a_file_without_usage_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(capsys, "long_coding") == "The file reports no tokens of any call.\n"


def test_another_counter_gives_another_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    measured, estimated = (
        json.loads(ran(capsys, "already_compacted", "--json", "--counter", name)) for name in ("o200k_base", "pi")
    )
    assert measured["ratio"] != estimated["ratio"] and estimated["basis"] == "estimated"
    assert [c["context"] for c in measured["calls"]] == [c["context"] for c in estimated["calls"]]
