"""A transcript of this computer that is still being written, in real Chromium."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from compaction_core.discovery import PLACES
from tests.e2e.conftest import serve


def rows(first: int, last: int) -> str:
    """Rows of a Claude Code session, a question and an answer by turns."""
    made = []
    for number in range(first, last):
        role = ("user", "assistant")[number % 2]
        message = {"role": role, "content": f"message {number} " + "word " * 100, "id": f"m{number}"}
        ids = {"uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None, "sessionId": "s"}
        row = {"type": role, **ids, "isSidechain": False, "cwd": "/home/me/app", "message": message}
        made.append(json.dumps(row, separators=(",", ":")) + "\n")
    return "".join(made)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with a live session, newest, and an older one of another tool."""
    folder = tmp_path_factory.mktemp("home")
    live = folder / ".claude/projects/-home-me-app/live.jsonl"
    other = folder / ".pi/agent/sessions/--home-me-app--/1_old.jsonl"
    for path in (live, other):
        path.parent.mkdir(parents=True)
    live.write_text(rows(0, 40), encoding="utf-8")
    other.write_text('{"type":"session","version":3,"cwd":"/home/me/app"}\n{"type":"compaction"}\n', encoding="utf-8")
    os.utime(other, (1_700_000_000, 1_700_000_000))
    return folder


@pytest.fixture(scope="module")
def local_app(home: Path) -> Iterator[str]:
    """The app of somebody whose folders no variable moves."""
    with pytest.MonkeyPatch.context() as patch:
        for name in set(re.findall(r"\$\{(\w+)", " ".join(root for place in PLACES for root in place.roots))):
            patch.delenv(name, raising=False)
        yield from serve(home=home)


def open_first(page: Page, address: str) -> None:
    """The dialog's list, its first row ticked, and the button."""
    page.goto(address)
    page.get_by_test_id("stSidebar").get_by_role("button", name="Load your own").click()
    dialog = page.get_by_test_id("stDialog")
    dialog.get_by_role("tab", name="On this computer").click()
    table = dialog.get_by_test_id("stDataFrame")
    expect(table).to_be_visible()
    page.wait_for_timeout(1_000)  # the grid draws itself on a canvas
    table.click(position={"x": 20, "y": 52})
    button = dialog.get_by_role("button", name="Open it")
    expect(button).to_be_enabled()
    button.click()


def test_a_followed_session_grows_by_itself(page: Page, local_app: str, home: Path) -> None:
    open_first(page, local_app)
    expect(page.get_by_text("This session holds 40 messages")).to_be_visible()
    message = page.get_by_role("spinbutton", name="Selected message #")
    message.fill("7")
    message.press("Enter")
    page.wait_for_url(re.compile("message=7"))
    before = re.search("session=([0-9a-f]{16})", page.url)
    assert before is not None
    page.get_by_test_id("stSidebar").get_by_text("Follow", exact=True).click()
    expect(page.get_by_text("tokens to the trigger; at the session's own growth about")).to_be_visible()
    with (home / ".claude/projects/-home-me-app/live.jsonl").open("a", encoding="utf-8") as file:
        file.write(rows(40, 46) + rows(46, 47)[:200])  # the last row is still being written
    expect(page.get_by_text("This session holds 46 messages")).to_be_visible()
    expect(page.get_by_text("could not be read")).to_have_count(0)
    expect(message).to_have_value("7")
    page.wait_for_url(re.compile("message=7"))
    page.wait_for_url(re.compile(f"session=(?!{before[1]})[0-9a-f]{{16}}"))
    page.get_by_test_id("stSidebar").get_by_text("Follow", exact=True).click()
    expect(page.get_by_text("tokens to the trigger; at the session's own growth about")).to_have_count(0)


def test_an_upload_cannot_be_followed(page: Page, local_app: str) -> None:
    page.goto(local_app)
    page.get_by_test_id("stSidebar").get_by_role("button", name="Load your own").click()
    mine = {"name": "mine.jsonl", "mimeType": "text/plain", "buffer": rows(0, 12).encode()}
    page.locator("input[type=file]").set_input_files(mine)
    expect(page.get_by_text("This session holds 12 messages")).to_be_visible()
    expect(page.get_by_text("Follow", exact=True)).to_have_count(0)
