"""Protecting a message where it stands, in real Chromium."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.test_journeys import opened, settled


def test_a_message_is_protected_in_the_lists_and_let_go_again(page: Page, app: str) -> None:
    opened(page, f"{app}/before_after?session=first_example")
    settled(page)
    row = page.get_by_test_id("lists-row-3")
    row.click()
    expect(page.get_by_test_id("lists-pin")).to_have_text("pin")
    page.get_by_test_id("lists-pin").click()
    expect(row).to_contain_text("pinned")
    expect(page.get_by_test_id("lists-row-4")).to_contain_text("pinned too")  # the result of its call
    expect(page.get_by_test_id("lists-after-3")).to_have_count(1)
    expect(page.get_by_text("#3 is protected by hand")).to_be_visible()
    page.wait_for_url(re.compile("pin=3"))
    settled(page)
    page.get_by_test_id("lists-pin").click()
    expect(row).to_contain_text("summarized")
    expect(page.get_by_test_id("lists-after-3")).to_have_count(0)


def test_what_is_added_stands_in_the_lists_without_a_number(page: Page, app: str) -> None:
    opened(page, f"{app}/before_after?session=first_example")
    settled(page)
    page.locator("summary").filter(has_text="Wrapper").last.click()
    said = page.get_by_role("textbox", name="Acknowledgement")
    said.fill("Understood.")
    said.press("Enter")
    added = page.get_by_test_id("lists-added")
    expect(added).to_contain_text("added: acknowledgement")
    expect(added).to_contain_text("Understood.")
    page.get_by_test_id("lists-summary").focus()
    page.keyboard.press("ArrowDown")
    expect(added).to_be_focused()
