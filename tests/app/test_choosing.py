"""A zip file or folder with several transcripts: the app started on one, and one that was chosen in it."""

import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.importers import load
from tests.app.test_local_files import start
from tests.app.test_pages import visitor
from ui.local_files import Origin
from ui.state.transcripts import Choice, Kept

pytestmark = pytest.mark.usefixtures("bound_to_loopback")
TURNS = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]


@pytest.fixture
def several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A zip file with two transcripts, the second of three conversations."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    path = tmp_path / "several.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/chat.json", json.dumps(TURNS))
        archive.writestr("b/talks.jsonl", "\n".join(json.dumps({"messages": TURNS * (n + 1)}) for n in range(3)))
    return path


def offered(app: AppTest, kind: str) -> list[Any]:
    """The tables of what there is to choose from."""
    return [table for table in app.dataframe if (table.key or "").startswith(f"{kind}_rows_")]


def test_the_app_started_on_several_offers_them(several: Path) -> None:
    app = start(several)
    assert not app.exception and not app.error
    (table,) = offered(app, "member")
    assert list(table.value["file"]) == ["a/chat.json", "b/talks.jsonl"]
    assert list(table.value["messages"]) == [2, 12]
    assert any("This zip file holds 2 transcripts." in note.value for note in app.caption)
    assert app.session_state["session"] == "long_coding", "nothing is opened before one is chosen"


def test_the_app_started_on_several_conversations_offers_those(tmp_path: Path, several: Path) -> None:
    with zipfile.ZipFile(several) as archive:
        archive.extract("b/talks.jsonl", tmp_path)
    app = start(tmp_path / "b/talks.jsonl")
    assert not app.exception
    assert list(offered(app, "conversation")[0].value["messages"]) == [2, 4, 6]


def shown(several: Path, page: str) -> AppTest:
    """The second conversation of the zip file's second transcript, as the dialog opens it."""
    session = load(several, 1, member="b/talks.jsonl")
    choice = Choice("several.zip", "b/talks.jsonl", 1)
    origin = Origin(several, conversation=1, member="b/talks.jsonl")
    return visitor(page, Kept(session, "mine", 9, sys.float_info.max, origin, choice))


@pytest.mark.parametrize(
    ("page", "command"), [("before_after", "compact several.zip"), ("checks", "check several.zip")]
)
def test_the_command_names_what_was_chosen(several: Path, page: str, command: str) -> None:
    app = shown(several, page)
    (line,) = [code.value for code in app.code if code.value.startswith(f"compaction-explorer {command}")]
    assert "--member b/talks.jsonl --conversation 1" in line
