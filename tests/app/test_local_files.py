"""Transcripts of this computer: the list, following one that grows, and neither where others reach the app."""

import gc
import json
import os
import sys
import time
import weakref
from pathlib import Path

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from tests.app.test_pages import headline, visitor
from ui import following

PAUSE = 0.1
pytestmark = pytest.mark.usefixtures("bound_to_loopback")


def rows(first: int, last: int) -> str:
    """Rows ``first`` up to ``last`` of a Claude Code session, a question and an answer by turns."""
    made = []
    for number in range(first, last):
        role = ("user", "assistant")[number % 2]
        row = {
            "type": role, "uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None, "sessionId": "s",
            "isSidechain": False, "cwd": "/home/me/app",
            "message": {"role": role, "content": f"message {number} " + "word " * 100, "id": f"m{number}"},
        }  # fmt: skip
        made.append(json.dumps(row, separators=(",", ":")) + "\n")
    return "".join(made)


@pytest.fixture
def transcript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A live session of 40 messages in a home folder that holds nothing else, looked at more often than by the app."""
    monkeypatch.setattr(following, "EVERY", PAUSE)
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / ".claude/projects/-home-me-app/s.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(rows(0, 40), encoding="utf-8")
    return path


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


def start(file: Path | None = None) -> AppTest:
    """A fresh visitor of the app, which was started on ``file``: what the dialog opens, tests/e2e holds."""
    sys.argv = ["app.py", *([str(file)] if file else [])]  # conftest.py puts the old one back
    return visitor()


def followed(app: AppTest) -> AppTest:
    """With the switch on."""
    return next(toggle for toggle in app.sidebar.toggle if toggle.label == "Follow").set_value(True).run()


def follows(app: AppTest) -> bool:
    """Whether following is offered."""
    return any(toggle.label == "Follow" for toggle in app.sidebar.toggle)


def grow(path: Path, text: str) -> None:
    """Append, as the agent does, and let the pause between two looks pass."""
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
    time.sleep(PAUSE)


def test_the_list_shows_tool_project_time_size_and_whether_compacted(transcript: Path) -> None:
    app = press(start(), "Load your own")
    table = next(table for table in app.dataframe if table.key == "local_rows_").value
    shown = table.iloc[0]
    assert (shown["tool"], shown["project"], shown["compacted"]) == ("Claude Code", "app", "no")
    assert shown["size"] == transcript.stat().st_size
    assert shown["changed"].timestamp() == pytest.approx(transcript.stat().st_mtime, abs=1)


def test_the_list_is_filtered_by_tool(transcript: Path, tmp_path: Path) -> None:
    other = tmp_path / ".pi/agent/sessions/--app--/1_s.jsonl"
    other.parent.mkdir(parents=True)
    other.write_text('{"type":"session","version":3,"cwd":"/home/me/app"}\n{"type":"compaction"}\n', encoding="utf-8")
    os.utime(other, (1, 1))
    app = press(start(), "Load your own")
    table = next(table for table in app.dataframe if table.key == "local_rows_").value
    assert list(zip(table["tool"], table["compacted"], strict=True)) == [("Claude Code", "no"), ("pi", "yes")]
    app.session_state["local_tools"] = ["pi"]
    press(app, "Load your own")
    assert [list(table.value["tool"]) for table in app.dataframe if table.key == "local_rows_pi"] == [["pi"]]


def test_a_followed_session_grows_and_keeps_the_selection_and_the_settings(transcript: Path) -> None:
    app = followed(start(transcript))
    assert headline(app).startswith("This session holds 40 messages")
    app.number_input(key="message").set_value(7).run()
    app.number_input(key="window").set_value(60_000).run()
    app.number_input(key="overhead").set_value(5_000).run()
    app.selectbox(key="strategy").select("pi").run()
    before = app.session_state["session"]
    grow(transcript, rows(40, 52))
    app.run()
    assert not app.exception
    assert headline(app).startswith("This session holds 52 messages")
    assert app.number_input(key="message").value == 7
    assert app.number_input(key="window").value == 60_000
    assert app.number_input(key="overhead").value == 5_000
    assert app.selectbox(key="strategy").value == "pi"
    assert list(app.session_state["own"]) == [app.session_state["session"]] != [before]


def test_following_says_how_near_the_trigger_is(transcript: Path) -> None:
    """Letta Code looks after each of the 20 answers, each question and answer has about 210 tokens."""
    app = start(transcript)
    assert not app.main.info
    followed(app)
    assert "tokens to the trigger; at the session\u2019s own growth".replace("\u2019", "'") in app.main.info[0].value
    app.number_input(key="window").set_value(5_000).run()
    assert app.main.warning, "near: the 40 messages are about to reach the line of a window of 5,000"


def test_a_last_line_that_is_being_written_is_no_warning_while_following(transcript: Path) -> None:
    with transcript.open("a", encoding="utf-8") as file:
        file.write(rows(40, 41)[:100])
    app = start(transcript)
    assert any("could not be read" in note.value for note in app.main.warning)
    followed(app)
    assert not app.main.warning
    assert headline(app).startswith("This session holds 40 messages")
    grow(transcript, rows(40, 41)[100:])
    assert headline(app.run()).startswith("This session holds 41 messages")


def test_another_session_ends_the_following(transcript: Path) -> None:
    app = followed(start(transcript))
    own = app.session_state["session"]
    app.selectbox(key="session").select("first_example").run()
    assert not follows(app) and "following" not in app.session_state
    app.selectbox(key="session").select(own).run()
    assert next(toggle for toggle in app.sidebar.toggle if toggle.label == "Follow").value is False


def test_nothing_holds_a_transcript_as_it_was(transcript: Path) -> None:
    """State and caches let the shorter session go. Streamlit itself keeps a run's values for one run more."""
    app = followed(start(transcript))
    old = weakref.ref(app.session_state["own"][app.session_state["session"]].session)
    grow(transcript, rows(40, 42))
    app.run()
    app.run()
    gc.collect()
    assert headline(app).startswith("This session holds 42 messages")
    assert old() is None


def test_an_hour_without_a_change_ends_the_following(transcript: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = followed(start(transcript))
    monkeypatch.setattr(following, "QUIET", 0)
    app.run()
    assert next(toggle for toggle in app.sidebar.toggle if toggle.label == "Follow").value is False
    assert any("Following stopped" in note.value for note in app.sidebar.caption)
    assert not app.main.info


def test_a_file_that_is_gone_leaves_what_was_read(transcript: Path) -> None:
    app = followed(start(transcript))
    transcript.unlink()
    app.run()
    assert not app.exception and headline(app).startswith("This session holds 40 messages")
    assert any("The file is gone" in note.value for note in app.sidebar.caption)


def test_a_file_that_turns_unreadable_is_tried_again(transcript: Path) -> None:
    app = followed(start(transcript))
    transcript.write_text("no transcript", encoding="utf-8")
    time.sleep(PAUSE)
    app.run()
    assert not app.exception and headline(app).startswith("This session holds 40 messages")
    assert any("Not readable at the moment" in note.value for note in app.sidebar.caption)
    transcript.write_text(rows(0, 44), encoding="utf-8")
    time.sleep(PAUSE)
    assert headline(app.run()).startswith("This session holds 44 messages")


def test_a_sample_cannot_be_followed() -> None:
    assert not follows(start())


def test_nothing_of_this_where_others_reach_the_app(transcript: Path) -> None:
    """Neither the list nor, once the address changes under an open session, its following."""
    app = start(transcript)
    assert follows(app)
    config.set_option("server.address", "0.0.0.0")
    app.run()
    assert not follows(app)
    press(app, "Load your own")
    assert not [table for table in app.dataframe if (table.key or "").startswith("local_rows_")]
    assert "On this computer" not in [tab.label for tab in app.tabs]
