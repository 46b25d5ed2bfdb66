"""Comparing strategies in real Chromium: strips, the race on one scrubber, and the way from a claim to both sides."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.test_journeys import opened, settled

PAIR = "?with=letta-code,textbook-window"


def test_all_strategies_run_on_one_scrubber(app: str, page: Page) -> None:
    opened(page, f"{app}/compare{PAIR}")
    race = page.get_by_test_id("race")
    expect(race.locator("canvas")).to_have_count(2)
    lanes = race.locator(".said")
    expect(lanes.nth(0)).to_contain_text(re.compile(r"^8: Cut at #172"))
    scrubber = race.get_by_test_id("race-scrubber")
    settled(page)
    scrubber.press("Home")
    expect(lanes.nth(0)).to_contain_text(re.compile("^0: 344 messages in play"))
    expect(lanes.nth(1)).to_contain_text(re.compile("^0: 25 turns"))
    scrubber.press("End")
    expect(lanes.nth(1)).to_contain_text("Deleted: ")


def test_the_race_plays_to_its_end_and_stops(app: str, page: Page) -> None:
    opened(page, f"{app}/compare{PAIR}")
    race = page.get_by_test_id("race")
    expect(race.locator("canvas")).to_have_count(2)
    settled(page)
    race.get_by_test_id("race-play").click()
    expect(race).to_have_attribute("data-playing", "true")
    expect(race).to_have_attribute("data-playing", "false")
    expect(race).to_have_attribute("data-frame", "8")


def test_a_claim_opens_both_sides(app: str, page: Page) -> None:
    opened(page, f"{app}/claims")
    page.get_by_role("button", name="See both on this session").first.click()
    expect(page.get_by_test_id("stMain").locator("h3").first).to_contain_text("strategies would change the list")
    settled(page)
    assert "with=letta-code-as-described%2Cletta-code" in page.url


def test_a_cut_by_hand_becomes_the_strategy(app: str, page: Page) -> None:
    opened(page, f"{app}/cut_search")
    slider = page.get_by_role("slider", name="Cut in front of message #")
    slider.focus()
    page.keyboard.press("ArrowRight")
    settled(page)
    expect(page.get_by_test_id("stMain")).to_contain_text("#173 is ")
    page.get_by_role("button", name="Make it the strategy's cut").click()
    settled(page)
    expect(page.get_by_test_id("stMain").locator("h3").first).to_contain_text("the rest stays from #173 on")
