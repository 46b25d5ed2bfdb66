"""Loading what takes a choice or a while, in real Chromium: a list of conversations, a thread, a long count."""

import io
import json
import random
import zipfile

from playwright.sync_api import Locator, Page, expect

from tests.e2e.test_journeys import chosen, load_own, opened
from tests.importers import claude_rows as rows

FIRST, SECOND, THIRD = 52, 88, 124
"""Pixels from the top of a table to its first rows."""


def tick(page: Page, table: Locator, y: int) -> None:
    """Tick a row; the grid draws itself on a canvas."""
    expect(table).to_be_visible()
    page.wait_for_timeout(1_000)
    table.click(position={"x": 20, "y": y})


def test_a_file_with_several_conversations_offers_a_choice(page: Page, app: str) -> None:
    turns = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]
    lines = [json.dumps({"messages": turns * (n + 1)}) for n in range(3)]
    opened(page, app)
    load_own(page, "talks.jsonl", "\n".join(lines).encode())
    dialog = page.get_by_test_id("stDialog")
    expect(dialog.get_by_text("This file holds 3 conversations.")).to_be_visible()
    tick(page, dialog.get_by_test_id("stDataFrame"), THIRD)
    dialog.get_by_role("button", name="Open #2").click()
    expect(page.get_by_text("This session holds 6 messages")).to_be_visible()


def test_a_zip_file_with_several_transcripts_offers_a_choice(page: Page, app: str) -> None:
    """The chosen file has several conversations in turn; the command line names both."""
    turns = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("a/chat.json", json.dumps(turns))
        archive.writestr("b/talks.jsonl", "\n".join(json.dumps({"messages": turns * (n + 1)}) for n in range(3)))
    opened(page, app)
    load_own(page, "mine.zip", made.getvalue())
    dialog = page.get_by_test_id("stDialog")
    expect(dialog.get_by_text("This zip file holds 2 transcripts.")).to_be_visible()
    tick(page, dialog.get_by_test_id("stDataFrame"), SECOND)
    dialog.get_by_role("button", name="Open talks.jsonl").click()
    expect(dialog.get_by_text("This file holds 3 conversations.")).to_be_visible()
    tick(page, dialog.get_by_test_id("stDataFrame"), THIRD)
    dialog.get_by_role("button", name="Open #2").click()
    expect(page.get_by_text("This session holds 6 messages")).to_be_visible()
    expect(chosen(page, "Session")).to_have_value("mine.zip: talks.jsonl #2")
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Before and after").click()
    command = page.get_by_test_id("stCode").filter(has_text="compaction-explorer compact mine.zip")
    expect(command).to_contain_text("--member b/talks.jsonl --conversation 2")


def test_a_thread_opens_as_a_session(page: Page, app: str) -> None:
    main = [rows.user("u0", None, "ask"), rows.assistant("a0", "u0", rows.text("answer"))]
    aside = [rows.user(f"s{n}", None, "aside", isSidechain=True, agentId="agent-7") for n in range(3)]
    opened(page, app)
    load_own(page, "mine.jsonl", rows.jsonl(*main, *aside))
    expect(page.get_by_text("This session holds 2 messages")).to_be_visible()
    button = page.get_by_role("button", name="Open this thread")
    expect(button).to_be_disabled()
    button.scroll_into_view_if_needed()
    table = page.get_by_test_id("stDataFrame").nth(1)  # after what was found, before the messages
    tick(page, table, FIRST)
    expect(button).to_be_enabled()
    button.click()
    expect(page.get_by_text("This session holds 3 messages")).to_be_visible()
    expect(chosen(page, "Session")).to_have_value("mine.jsonl, thread agent-7")


def test_a_large_file_shows_how_far_it_is(page: Page, app: str) -> None:
    dice = random.Random(1)
    said = [{"role": "user", "content": " ".join(str(dice.random()) for _ in range(120))} for _ in range(6_000)]
    opened(page, app)
    load_own(page, "large.jsonl", "\n".join(map(json.dumps, said)).encode())
    bar = page.get_by_test_id("stProgress")
    expect(bar.filter(has_text="of 6,000 messages counted").first).to_be_visible()
    page.get_by_role("button", name="Close").click()  # leaving is possible at any time
