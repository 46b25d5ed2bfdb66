"""What people do, in real Chromium."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import serve

CHAT = [
    {"role": "user", "content": "<script>window.hacked = true</script> **bold** ![x](http://example.invalid/x.png)"},
    *[{"role": ("assistant", "user")[i % 2], "content": f"message number {i} " + "word " * 60} for i in range(30)],
]
STORY = re.compile("Letta Code would compact after #")


@pytest.fixture(autouse=True)
def nothing_leaves_this_computer(page: Page) -> Iterator[None]:
    """No page asks any other host for anything, and no script fails."""
    asked: list[str] = []
    failed: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: failed.append(str(error)))
    yield
    hosts = {urlsplit(url).hostname for url in asked if url.startswith(("http", "ws"))}
    assert hosts <= {"127.0.0.1"}
    assert failed == []


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    expect(page.get_by_test_id("stMain").locator("h3").first).to_be_visible()
    return page


def chosen(page: Page, label: str) -> Locator:
    """The box of a sidebar choice."""
    return page.get_by_test_id("stSidebar").get_by_role("combobox", name=label)


def settled(page: Page) -> None:
    """The script has finished: no element is stale and no run is under way."""
    expect(page.locator("[data-testid=stApp][data-test-script-state=notRunning]")).to_be_visible()


def load_own(page: Page, name: str, content: bytes) -> None:
    page.get_by_test_id("stSidebar").get_by_role("button", name="Load your own").click()
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})


def test_load_step_and_see_the_list_after(page: Page, app: str) -> None:
    """The main job: a transcript in, the search stepped through, the new list with the wrapped summary."""
    opened(page, app)
    load_own(page, "mine.json", json.dumps(CHAT).encode())
    expect(page.get_by_text("This session holds 31 messages")).to_be_visible()
    window = page.get_by_role("spinbutton", name="Context window (tokens)")
    window.fill("2000")
    window.press("Enter")
    expect(page.get_by_text(STORY)).to_be_visible()
    page.get_by_role("link", name="Step through the search").click()
    expect(page.get_by_test_id("player")).to_be_visible()
    first = page.get_by_test_id("player-sentence").inner_text()
    page.get_by_test_id("player-next").click()
    expect(page.get_by_test_id("player-sentence")).not_to_have_text(first)
    page.get_by_test_id("player-last").click()
    expect(page.get_by_test_id("player-sentence")).to_contain_text("Cut at #")
    page.wait_for_timeout(400)  # the player tells its step 120 ms later
    settled(page)  # a click in the very moment in which the step is written to the address goes nowhere
    page.get_by_role("link", name="Before and after").click()
    expect(page.get_by_test_id("lists-summary")).to_be_visible()
    expect(page.get_by_test_id("lists-summary")).to_contain_text("system_alert")
    expect(page.get_by_test_id("lists-row-0")).to_contain_text("<script>")
    assert page.evaluate("window.hacked") is None


def test_the_keys_of_the_player(page: Page, app: str) -> None:
    """From the navigation's link, where the focus then is, and without a click into the player."""
    opened(page, app)
    settled(page)
    page.get_by_test_id("stSidebar").get_by_role("link", name="Cut search").click()
    player = page.get_by_test_id("player")
    expect(player).to_be_visible()
    settled(page)
    step = page.get_by_test_id("player-step")
    expect(step).to_contain_text("step 0")
    page.keyboard.press("ArrowRight")
    expect(step).to_contain_text("step 1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(step).to_contain_text("step 1")
    page.keyboard.press("End")
    expect(page.get_by_test_id("player-sentence")).to_contain_text("Cut at #")
    page.keyboard.press("Home")
    expect(step).to_contain_text("step 0")
    page.keyboard.press(" ")
    expect(step).to_contain_text("step 2")
    page.keyboard.press(" ")
    live = page.locator("[data-testid^=player-line-][aria-current=step]")
    expect(live).to_have_count(1)


def test_a_link_reopens_the_same_view(page: Page, app: str, browser: Browser) -> None:
    opened(page, f"{app}/cut_search?session=first_example&window=700&counter=cl100k_base")
    expect(page.get_by_test_id("player")).to_be_visible()
    expect(chosen(page, "Session")).to_have_value("A bill that does not add up")
    expect(page.get_by_test_id("player")).to_contain_text("cl100k, measured")
    page.get_by_test_id("player-next").click()
    page.get_by_test_id("player-next").click()
    expect(page.get_by_test_id("player-step")).to_contain_text("step 2")
    message = page.get_by_role("spinbutton", name="Selected message #")
    message.fill("4")
    message.press("Enter")
    page.wait_for_url(re.compile("message=4"))
    page.wait_for_url(re.compile("step=2"))
    sentence = page.get_by_test_id("player-sentence").inner_text()
    other = browser.new_context().new_page()
    opened(other, page.url)
    expect(other.get_by_test_id("player-sentence")).to_have_text(sentence)
    expect(other.get_by_role("spinbutton", name="Selected message #")).to_have_value("4")
    other.context.close()


def test_navigating_while_the_page_still_runs_keeps_every_choice(page: Page, app: str) -> None:
    """Streamlit forgets the widgets that an interrupted run had not drawn yet, and gives a select box its first."""
    opened(page, app)
    link = "strategy=codex&counter=cl100k_base&window=90000&message=3"
    page.goto(f"{app}/?{link}")
    for name in ("Cut search", "Before and after", "Compare", "Session", "Before and after"):
        page.locator("[data-testid=stSidebarNavLink]", has_text=name).first.click()
    settled(page)
    expect(chosen(page, "Strategy")).to_have_value(re.compile("Codex"))
    for part in ("strategy=codex", "counter=cl100k_base", "window=90000", "message=3"):
        assert part in page.url


def test_a_link_is_the_first_thing_a_fresh_server_is_asked_for(browser: Browser) -> None:
    """Streamlit runs a script of a folder named pages by itself until st.navigation was called once."""
    server = serve()
    page = browser.new_context().new_page()
    opened(page, f"{next(server)}/cut_search?session=first_example&step=2")
    expect(page.get_by_test_id("player-step")).to_contain_text("step 2")
    expect(chosen(page, "Session")).to_have_value("A bill that does not add up")
    page.context.close()
    server.close()


def test_a_link_to_somebody_s_own_file_asks_for_it(page: Page, app: str, browser: Browser) -> None:
    opened(page, app)
    load_own(page, "mine.json", json.dumps(CHAT).encode())
    expect(page.get_by_text("This session holds 31 messages")).to_be_visible()
    page.wait_for_url(re.compile("session=[0-9a-f]{16}"))
    other = browser.new_context().new_page()
    digest = re.search("session=([0-9a-f]{16})", page.url)
    assert digest is not None
    other.goto(f"{app}/cut_search?session={digest[1]}&window=2000&message=7&step=1")
    expect(other.get_by_text("This link shows a transcript that is not here")).to_be_visible()
    load_own(other, "mine.json", json.dumps(CHAT).encode())
    expect(other.get_by_test_id("player-step")).to_contain_text("step 1")
    expect(other.get_by_role("spinbutton", name="Context window (tokens)")).to_have_value("2000")
    expect(other.get_by_role("spinbutton", name="Selected message #")).to_have_value("7")
    expect(chosen(other, "Session")).to_have_value("mine.json")
    other.context.close()


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("broken.json", b'{"role": "user", "content": ', "Line 0 (the first) is not JSON"),
        ("empty.jsonl", b"\n\n", "The file is empty"),
        ("other.json", b'{"weather": "fine"}', "no transcript format"),
        ("picture.png", bytes(range(128, 256)) * 20, "is not JSON"),
    ],
)
def test_a_bad_file_says_what_is_wrong_and_leaves_the_page_as_it_was(
    page: Page, app: str, name: str, content: bytes, says: str
) -> None:
    opened(page, app)
    load_own(page, name, content)
    expect(page.get_by_test_id("stDialog").get_by_text(says)).to_be_visible()
    expect(page.get_by_text("Traceback")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_text("This session holds 412 messages")).to_be_visible()


def test_the_dialog_generates_a_session(page: Page, app: str) -> None:
    opened(page, app)
    page.get_by_test_id("stSidebar").get_by_role("button", name="Load your own").click()
    page.get_by_role("tab", name="Generate").click()
    messages = page.get_by_test_id("stDialog").get_by_role("spinbutton", name="Messages")
    messages.fill("40")
    messages.press("Enter")
    page.get_by_test_id("stDialog").get_by_role("button", name="Generate").click()
    expect(page.get_by_text("This session holds 40 messages")).to_be_visible()


def test_forgetting_removes_an_uploaded_session(page: Page, app: str) -> None:
    opened(page, app)
    load_own(page, "mine.json", json.dumps(CHAT).encode())
    expect(page.get_by_text("This session holds 31 messages")).to_be_visible()
    page.get_by_role("button", name="Forget this transcript").click()
    expect(page.get_by_text("This session holds 412 messages")).to_be_visible()
    assert not re.search("session=[0-9a-f]{16}", page.url)


def test_a_click_in_a_picture_selects_the_message_everywhere(page: Page, app: str) -> None:
    opened(page, f"{app}/?session=first_example")
    settled(page)
    strip = page.locator(".js-plotly-plot").nth(1)
    box = strip.locator(".nsewdrag").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.5)
    page.wait_for_url(re.compile(r"message=\d+"))
    number = re.search(r"message=(\d+)", page.url)
    assert number is not None
    expect(page.get_by_role("spinbutton", name="Selected message #")).to_have_value(number[1])
    expect(page.get_by_role("button", name=f"Compact here, after #{number[1]}")).to_be_visible()


def test_reduced_motion_offers_the_table_instead_of_playing(browser: Browser, app: str) -> None:
    still = browser.new_context(reduced_motion="reduce").new_page()
    opened(still, f"{app}/cut_search")
    expect(still.get_by_test_id("player-play")).to_be_disabled()
    still.get_by_test_id("player-next").click()
    expect(still.get_by_test_id("player-step")).to_contain_text("step 1")
    expect(still.get_by_text("Every step")).to_be_visible()
    still.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_overflows_its_width(browser: Browser, app: str, scheme: str, tmp_path: Path) -> None:
    """Wide, projected at 1280, and narrow; the pictures are kept beside the test's temporary files."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=scheme).new_page()
    for path in ("", "cut_search", "before_after"):
        opened(page, f"{app}/{path}")
        settled(page)
        for width in (1440, 1280, 760):
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=tmp_path / f"{path or 'session'}-{width}-{scheme}.png")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()
