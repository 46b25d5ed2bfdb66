"""Frame gaps of the step player in real Chromium, with 500 and with 5,000 bars, at 1× and 4×.

The player records its own gaps; the chosen interval is 600 ms at 1×. Mean and largest gap, and their ratio to it.
"""

import json
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from compaction_core.openai_messages import to_dicts
from compaction_core.synth import generate
from tests.e2e.conftest import CHROMIUM, QUIET, serve

INTERVAL = 600


def main() -> None:
    """Play each session to its end."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for messages in (500, 5000):
            path = Path(folder) / f"{messages}.json"
            rows = to_dicts(generate(seed=5, messages=messages).messages)
            path.write_text(json.dumps({"messages": rows}), encoding="utf-8")
            server = serve("--", str(path))
            page = browser.new_page(viewport={"width": 1440, "height": 1000})
            # a small window: many tries, so many frames
            page.goto(f"{next(server)}/cut_search?window=9000&after={messages - 1}")
            for speed in ("1", "4"):
                _play(page, messages, speed)
            page.close()
            server.close()
        browser.close()


def _play(page: Page, messages: int, speed: str) -> None:
    player = page.get_by_test_id("player")
    player.wait_for(timeout=120_000)
    page.get_by_test_id("player-first").click()
    page.get_by_test_id("player-speed").select_option(speed)
    page.get_by_test_id("player-play").click()
    page.wait_for_selector("[data-testid=player][data-playing=false]", timeout=60_000)
    gaps = json.loads(player.get_attribute("data-frame-gaps") or "[]")
    wanted = INTERVAL / float(speed)
    mean, most = statistics.mean(gaps), max(gaps)
    print(
        f"{messages:5} bars, {speed}x: {len(gaps)} gaps, mean {mean:.0f} ms ({mean / wanted:.2f} of {wanted:.0f}), "
        f"largest {most:.0f} ms ({most / wanted:.2f})"
    )


if __name__ == "__main__":
    main()
