"""A file with several conversations on the command line, and the formats that are read."""

import json
from pathlib import Path

import pytest

from compaction_core.cli import main
from compaction_core.importers import importers

TALKS = [[{"role": "user", "content": f"talk {n}"}] * (n + 1) for n in range(3)]


@pytest.fixture
def talks(tmp_path: Path) -> str:
    path = tmp_path / "talks.jsonl"
    path.write_text("\n".join(json.dumps({"messages": talk}) for talk in TALKS), encoding="utf-8")
    return str(path)


def test_the_first_of_several_is_not_taken_in_silence(talks: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", talks, "--json"]) == 0
    told = capsys.readouterr()
    assert told.err.startswith("compaction-explorer: this is conversation 0 of 3, numbered from 0; --conversation N")
    value = json.loads(told.out)
    assert (value["conversation"], value["conversations"], value["messages"]) == (0, 3, 1)
    assert main(["load", talks, "--json", "--conversation", "2"]) == 0
    told = capsys.readouterr()
    assert (told.err, json.loads(told.out)["conversation"], json.loads(told.out)["messages"]) == ("", 2, 3)


def test_the_conversations_are_listed(talks: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", talks, "--list", "--json"]) == 0
    told = capsys.readouterr()
    rows = json.loads(told.out)["conversations"]
    assert ([row["conversation"] for row in rows], [row["messages"] for row in rows]) == ([0, 1, 2], [1, 2, 3])
    assert told.err == ""
    assert main(["load", talks, "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["no.", "messages", "title"] and len(lines) == 4


def test_one_conversation_says_nothing_of_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", "first_example"]) == 0
    assert capsys.readouterr().err == ""


def test_an_unknown_file_is_told_where_the_formats_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = tmp_path / "odd.txt"
    odd.write_text("nothing known", encoding="utf-8")
    assert main(["load", str(odd)]) == 2
    assert f"{len(importers.names())} formats are read; `compaction-explorer formats` lists" in capsys.readouterr().err
    assert main(["formats", "--json"]) == 0
    assert tuple(row["name"] for row in json.loads(capsys.readouterr().out)["formats"]) == importers.names()
    assert main(["formats"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(importers.names()) + 1
