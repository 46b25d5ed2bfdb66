"""A zip file or folder with several transcripts: the app started on one, and one that was chosen in it."""

import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from compaction_core.importers import load
from tests.app.test_pages import ENTRY, PAGES, WAIT
from ui.local_files import Origin
from ui.state import Choice, Kept

TURNS = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]


@pytest.fixture(autouse=True)
def bound_to_loopback() -> Iterator[None]:
    """As the configuration of the app has it, wherever the tests are started."""
    before = config.get_option("server.address")
    config.set_option("server.address", "127.0.0.1")
    yield
    config.set_option("server.address", before)


@pytest.fixture
def several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A zip file with two transcripts, the second of three conversations."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    path = tmp_path / "several.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/chat.json", json.dumps(TURNS))
        archive.writestr("b/talks.jsonl", "\n".join(json.dumps({"messages": TURNS * (n + 1)}) for n in range(3)))
    return path


def start(file: Path | None = None) -> AppTest:
    sys.argv = ["app.py", *([str(file)] if file else [])]  # conftest.py puts the old one back
    return AppTest.from_file(str(ENTRY), default_timeout=WAIT).run()


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


def shown(several: Path) -> AppTest:
    """The second conversation of the zip file's second transcript, as the dialog opens it."""
    session = load(several, 1, member="b/talks.jsonl")
    app = AppTest.from_file(str(ENTRY), default_timeout=WAIT)
    choice = Choice("several.zip", "b/talks.jsonl", 1)
    origin = Origin(several, conversation=1, member="b/talks.jsonl")
    app.session_state["own"] = {session.digest: Kept(session, "mine", 9, sys.float_info.max, origin, choice)}
    app.session_state["session"] = session.digest
    return app.run()


@pytest.mark.parametrize(("page", "command"), [("before_after", "compact YOUR_FILE"), ("checks", "check several.zip")])
def test_the_command_names_what_was_chosen(several: Path, page: str, command: str) -> None:
    app = shown(several).switch_page(next(str(path) for path in PAGES if path.stem == page)).run()
    (line,) = [code.value for code in app.code if code.value.startswith(f"compaction-explorer {command}")]
    assert "--member b/talks.jsonl --conversation 1" in line
