"""The museum in real Chromium: run a report, mend it, and look at it in another page."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.test_journeys import chosen, opened, settled


def test_an_exhibit_is_run_mended_and_opened_elsewhere(page: Page, app: str) -> None:
    opened(page, f"{app}/museum?exhibit_shown=ten-results-lose-their-call")
    main = page.get_by_test_id("stMain")
    expect(main.locator("h3").first).to_contain_text("answer calls that no earlier message makes")
    main.get_by_text("With the fix").click()
    expect(main.get_by_text("is gone. The change")).to_be_visible()
    expect(main.locator("h3").first).not_to_contain_text("answer calls")
    settled(page)
    assert "exhibit_how=mended" in page.url
    main.get_by_role("button", name="Cut search").click()
    expect(page).to_have_url(re.compile(r"/cut_search\?"))
    expect(chosen(page, "Session")).to_have_value(re.compile("Museum: Ten results"))
    settled(page)
    for part in ("session=museum", "strategy=by-hand", "exhibit=mended", "set_cut=1", "window=8000"):
        assert part in page.url.replace("%2F", "/")
