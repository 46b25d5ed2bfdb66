"""A zip file or folder with several transcripts on the command line."""

import json
import shlex
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.cli import main, reproduce
from compaction_core.cli.arguments import parser
from compaction_core.cli.source import openable
from compaction_core.errors import BadInput
from compaction_core.importers import load

TURNS = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]
TALKS = "\n".join(json.dumps({"messages": TURNS * (n + 1)}) for n in range(3))


@pytest.fixture
def several(tmp_path: Path) -> str:
    path = tmp_path / "several.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("my chats/one.json", json.dumps(TURNS))
        archive.writestr("b/talks.jsonl", TALKS)
    return str(path)


def test_several_are_named_with_the_option_that_chooses(several: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", several]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "holds 2 transcripts; choose one of its files: my chats/one.json (" in said
    assert said.endswith("Name it, as in: --member 'my chats/one.json'.\n")


@pytest.mark.parametrize("command", ["load", "reported", "counters", "recorded", "plan", "compact", "check"])
def test_every_command_takes_a_member(several: str, capsys: pytest.CaptureFixture[str], command: str) -> None:
    code = main([command, several, "--member", "b/talks.jsonl", "--conversation", "2"])
    assert (code, capsys.readouterr().err) == (0, "")


def test_the_member_is_what_is_read(several: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", several, "--member", "b/talks.jsonl", "--conversation", "2", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["messages"], value["conversations"]) == (6, 3)
    assert value["digest"] == load(several, 2, member="b/talks.jsonl").digest


@pytest.mark.parametrize(
    ("file", "member", "says"),
    [
        (None, "b/none.jsonl", "There is no file 'b/none.jsonl' in the zip file; choose one of: my chats/one.json"),
        ("first_example", "x", "leave the member out"),
    ],
)
def test_a_member_that_is_not_there(
    several: str, capsys: pytest.CaptureFixture[str], file: str | None, member: str, says: str
) -> None:
    assert main(["load", file or several, "--member", member]) == 2
    assert says in capsys.readouterr().err


def test_the_markdown_holds_the_member(several: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compact", several, "--member", "b/talks.jsonl", "--conversation", "2", "--markdown"]) == 0
    assert "--member b/talks.jsonl --conversation 2" in capsys.readouterr().out


def test_the_app_opens_several_and_refuses_what_is_none(several: str, tmp_path: Path) -> None:
    openable(several)
    (tmp_path / "none.txt").write_text("no transcript", encoding="utf-8")
    with pytest.raises(BadInput):
        openable(str(tmp_path / "none.txt"))


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1), st.integers(0, 99))
def test_the_command_names_the_member_as_it_is_read_back(member: str, conversation: int) -> None:
    written = reproduce("F", strategy="letta-code", window=1000, member=member, conversation=conversation)
    asked = parser().parse_args(shlex.split(written)[1:])
    assert (asked.member, asked.conversation) == (member, conversation)
