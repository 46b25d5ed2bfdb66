"""The counters command."""

import json

import pytest

from compaction_core.cli import main
from compaction_core.tokens import counters


def test_the_text_ranks_every_counter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["counters", "chinese"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("3,909 tokens by o200k, measured;")
    rows = [line for line in out.splitlines() if "×" in line and line.startswith("  ")]
    assert len(rows) >= len(counters.names())
    assert "Letta Code's estimate, characters / 4" in out and "Chinese, Japanese or Korean: 39 messages" in out
    assert "No base64 in text, no images." in out and "No cached tokens are reported." in out


def test_json_holds_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["counters", "screenshots", "--counter", "cl100k_base", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["against"] == "cl100k_base" and {row["counter"] for row in value["counted"]} == set(counters.names())
    assert value["images"][0]["message"] == 3 and value["images"][0]["flat"] == 3_200
    assert value["base64"] == [] and value["cached"]["largest"] is None
    assert set(value["scripts"]) == {"latin", "symbols"}


def test_cached_tokens_are_read_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    """already_compacted reports 4 fresh tokens beside 159,353 + 346 of cache at #416."""
    assert main(["counters", "already_compacted", "--json"]) == 0
    largest = json.loads(capsys.readouterr().out)["cached"]["largest"]
    assert (largest["message"], largest["once"], largest["twice"], largest["input_alone"]) == (416, 159_703, 319_402, 4)


@pytest.mark.parametrize("words", [("nonesuch",), ("chinese", "--counter", "nonesuch"), ("chinese", "--window", "9")])
def test_bad_input_ends_with_2_and_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    assert main(["counters", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
