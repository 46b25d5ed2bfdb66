"""Server time of one control change on a 20,000-message session: the whole script, page by page.

The app runs under AppTest (no browser); a change of the window makes every view follow. The floor beside it is a
script run in which nothing changed. Wall milliseconds, medians.
"""

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from streamlit.testing.v1 import AppTest

from compaction_core.openai_messages import to_dicts
from compaction_core.synth import generate

ROOT = Path(__file__).parents[1]
ENTRY = ROOT / "tests" / "app" / "entry.py"
MESSAGES, CHANGES = 20_000, 7


def main() -> None:
    """Load, then change the window several times on each page."""
    session = generate(seed=5, messages=MESSAGES)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.json"
        path.write_text(json.dumps({"messages": to_dicts(session.messages)}), encoding="utf-8")
        sys.argv = ["app.py", str(path)]
        app = AppTest.from_file(str(ENTRY), default_timeout=300)
        start = time.perf_counter()
        app.run()
        print(f"first run, loading and counting included: {time.perf_counter() - start:.1f} s")
        assert not app.exception
        for page in sorted((ROOT / "pages").glob("*.py")):
            app.switch_page(str(page)).run()
            still = [_run(app, None) for _ in range(CHANGES)]
            changed = [_run(app, 200_000 + 1000 * i) for i in range(CHANGES)]
            print(
                f"{page.stem:14} change {1000 * statistics.median(changed):6.0f} ms (target 150)   "
                f"nothing changed {1000 * statistics.median(still):6.0f} ms"
            )


def _run(app: AppTest, window: int | None) -> float:
    if window is not None:
        app.number_input(key="window").set_value(window)
    start = time.perf_counter()
    app.run()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
