"""``python -m tests.e2e.picture``: make the README's picture again, from the app as it opens."""

from playwright.sync_api import sync_playwright

from tests.e2e.conftest import CHROMIUM, QUIET, ROOT, serve


def main() -> None:
    """Start the app, wait for the first paint, and keep its upper part."""
    server = serve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page(viewport={"width": 1440, "height": 940}, device_scale_factor=1.25)
        page.goto(next(server))
        page.locator(".js-plotly-plot").nth(1).wait_for(timeout=60_000)
        page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
        page.screenshot(path=ROOT / "README.png")
        browser.close()
    server.close()


if __name__ == "__main__":
    main()
