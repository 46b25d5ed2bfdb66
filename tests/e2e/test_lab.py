"""The summary lab in real Chromium, against the scripted server on loopback."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.test_journeys import nothing_leaves_this_computer, opened, settled
from tests.scripted_answers import SCRIPTS, SUMMARY, Script
from tests.scripted_server import ScriptedServer

__all__ = ["nothing_leaves_this_computer"]
KEY = "sk-canary-0f1e2d3c4b5a69788"


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer({**SCRIPTS, "growing": Script(text=SUMMARY * 2, pause=0.25)}) as running:
        yield running


def add_model(page: Page, number: int, model: str, server: ScriptedServer, key: str = "") -> None:
    """The ``number``-th model column, 0-based."""
    page.get_by_role("button", name="Add a model").click()
    expect(page.get_by_role("combobox", name=f"Column {'CDEF'[number]}")).to_be_visible()
    settled(page)
    name = page.get_by_role("textbox", name="Model", exact=True).nth(number)
    name.fill(f"openai/{model}")
    name.press("Enter")
    send_button = page.get_by_role("button", name=f"Send to {number + 1} model")
    expect(send_button).to_be_enabled()  # LiteLLM is loaded now
    settled(page)
    page.get_by_role("button", name="Model, address, key, prompt").nth(number).click()
    address = page.get_by_role("textbox", name="Address", exact=True)
    address.fill(server.url)
    address.press("Enter")
    settled(page)
    if key:
        field = page.get_by_role("textbox", name=re.compile("^API key for"))
        field.fill(key)
        field.press("Enter")
        expect(page.get_by_text("is held in this browser session").first).to_be_visible()
    page.keyboard.press("Escape")
    settled(page)


def send(page: Page, name: str) -> None:
    button = page.get_by_role("button", name=name)
    expect(button).to_be_enabled()
    settled(page)
    button.click()


def state(page: Page, letter: str) -> Locator:
    return page.get_by_text(re.compile(rf"^{letter} · ")).first


def test_two_models_stream_side_by_side_one_fails_one_is_cancelled(
    page: Page, app: str, server: ScriptedServer
) -> None:
    opened(page, f"{app}/summary_lab?session=first_example")
    for number, model in enumerate(("growing", "server-error", "slow-1000")):
        add_model(page, number, model, server)
    send(page, "Send to 3 models")
    expect(state(page, "D")).to_have_text("D · failed")
    expect(state(page, "C")).to_have_text("C · running")
    shown = page.get_by_text(re.compile(r"^[\d.]+ s · [\d,]+ characters so far")).first
    first = shown.inner_text()
    expect(shown).not_to_have_text(first)
    page.get_by_role("link", name="Session", exact=True).click()  # a run goes on while another page is shown
    expect(page.get_by_text("This session holds")).to_be_visible()
    page.get_by_role("link", name="Summary lab").click()
    expect(state(page, "E")).to_have_text("E · running")
    page.get_by_role("button", name="Cancel", exact=True).last.click()
    expect(state(page, "E")).to_have_text("E · cancelled")
    expect(state(page, "C")).to_have_text("C · done")
    settled(page)
    expect(page.get_by_role("button", name="Cancel all")).to_have_count(0)
    box = page.get_by_test_id("lab-diff")
    expect(box).to_be_visible()
    expect(box.locator("del, ins").first).to_be_visible()


def test_a_recorded_run_is_replayed_with_the_server_gone(page: Page, app: str, tmp_path: Path) -> None:
    with ScriptedServer() as server:
        opened(page, f"{app}/summary_lab?session=first_example")
        add_model(page, 0, "other", server, KEY)
        page.get_by_text("Keep runs as files", exact=True).click()
        folder = page.get_by_role("textbox", name="Folder")
        folder.fill(str(tmp_path))
        folder.press("Enter")
        settled(page)
        send(page, "Send to 1 model")
        expect(state(page, "C")).to_have_text("C · done")
        assert server.requests[-1]["key"] == KEY
    settled(page)
    page.get_by_text("Replay instead of sending", exact=True).click()
    send(page, "Replay 1 model")
    expect(state(page, "C")).to_have_text("C · done, recorded")
    expect(page.get_by_text("The other model says: fix the login.").first).to_be_visible()
    assert KEY not in page.content() and KEY not in page.url
    assert all(KEY not in path.read_text() for path in tmp_path.iterdir())
    assert set(re.findall(r"[?&](\w+)=", page.url)) <= {"session", "window"}


def test_a_winner_goes_into_the_compaction(page: Page, app: str) -> None:
    opened(page, f"{app}/summary_lab?session=first_example")
    page.get_by_role("button", name="Add your own text").click()
    box = page.get_by_role("textbox", name="Your summary")
    box.fill("<b>my own</b> summary")
    box.press("Control+Enter")
    settled(page)
    page.get_by_role("button", name="Use this summary").last.click()
    page.get_by_role("link", name="See before and after").click()
    expect(page.get_by_role("textbox", name="Summary text")).to_have_value("<b>my own</b> summary")
