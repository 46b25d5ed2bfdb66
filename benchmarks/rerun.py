"""What one control change costs on a 20,000-message session: the whole script, page by page, in CPU time.

The app runs under AppTest (no browser). Two changes: the window, from which every view follows, and the strategy's
first ratio. Beside them, as the floor, a run in which nothing changed. Milliseconds of the process's CPU time, medians;
what AppTest itself takes (about 4) and the collection of garbage after each run are in them. On a busy machine CPU time
grows too, so the least time stands beside each median, and a speed test at the start and the end.

``python -m benchmarks.rerun session checks`` measures these pages alone; with ``--where`` it also tells in which
functions of ours the time of the changes went, sampled every millisecond.
"""

import argparse
import json
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.testing.v1 import AppTest

from compaction_core.openai_messages import to_dicts
from compaction_core.synth import generate

ROOT = Path(__file__).parents[1]
ENTRY = ROOT / "tests" / "app" / "entry.py"
MESSAGES, CHANGES, TARGET = 20_000, 9, 150
OURS = ("compaction_core/", "ui/", "pages/")
LEAST = 3.0
"""Milliseconds from which a function is named."""


def main() -> None:
    """Load, then change window and ratio several times on each page."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.rerun")
    asked.add_argument("pages", nargs="*", help="pages to measure (default: all)")
    asked.add_argument("--where", action="store_true", help="tell where the time goes")
    args = asked.parse_args()
    session = generate(seed=5, messages=MESSAGES)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.json"
        path.write_text(json.dumps({"messages": to_dicts(session.messages)}), encoding="utf-8")
        sys.argv = ["app.py", str(path)]
        app = AppTest.from_file(str(ENTRY), default_timeout=300)
        print(f"first run, loading and counting included: {_cpu(app.run) / 1000:.1f} s; speed test {_speed():.1f} ms")
        assert not app.exception
        for page in sorted((ROOT / "pages").glob("*.py")):
            if not args.pages or page.stem in args.pages:
                _page(app, page, args.where)
        print(f"speed test {_speed():.1f} ms")


def _page(app: AppTest, page: Path, where: bool) -> None:
    app.switch_page(str(page)).run()
    still = [_cpu(app.run) for _ in range(CHANGES)]
    found = [f"nothing changed {statistics.median(still):4.0f}"]
    for name, change in (("window", _window), ("ratio", _ratio)):
        with _sampled(where) as samples:
            times = [_cpu(change(app, i).run) for i in range(CHANGES)]
        assert not app.exception, page.stem
        median = statistics.median(times)
        found.append(f"{name} {median:4.0f}{' (!)' if median > TARGET else ''} (least {min(times):4.0f})")
        _tell(samples, median)
    print(f"{page.stem:14} " + "   ".join(found) + f"   ms (target {TARGET})", flush=True)


def _window(app: AppTest, i: int) -> AppTest:
    app.number_input(key="window").set_value(190_000 + 1000 * i)
    return app


def _ratio(app: AppTest, i: int) -> AppTest:
    app.slider(key="set_sliding_window_percentage").set_value(round(0.1 + 0.05 * i, 2))
    return app


def _cpu(act: Callable[[], object]) -> float:
    """Milliseconds of CPU time, all threads."""
    start = time.process_time()
    act()
    return 1000 * (time.process_time() - start)


def _speed() -> float:
    """Milliseconds of a fixed piece of work, to hold one list of numbers against another."""
    return statistics.median(_cpu(lambda: [i % 7 for i in range(300_000)]) for _ in range(9))


@contextmanager
def _sampled(wanted: bool) -> Iterator[Counter[str]]:
    """Which of our functions the script is in, counted every millisecond; ``""`` counts all samples."""
    found: Counter[str] = Counter()
    if not wanted:
        yield found
        return
    running: set[int] = set()
    run, done, switching = ScriptRunner._run_script, threading.Event(), sys.getswitchinterval()

    def noted(self: ScriptRunner, rerun_data: RerunData) -> None:
        running.add(threading.get_ident())
        try:
            run(self, rerun_data)
        finally:
            running.discard(threading.get_ident())

    def sample() -> None:
        while not done.wait(0.001):
            for thread in tuple(running):
                frame, seen = sys._current_frames().get(thread), {""}
                while frame is not None:
                    file = frame.f_code.co_filename.removeprefix(f"{ROOT}/")
                    if file.startswith(OURS):
                        seen.add(f"{file}:{frame.f_code.co_name}")
                    frame = frame.f_back
                found.update(seen)

    ScriptRunner._run_script = noted  # type: ignore[method-assign]
    sys.setswitchinterval(0.0003)
    sampler = threading.Thread(target=sample, daemon=True)
    sampler.start()
    try:
        yield found
    finally:
        done.set()
        sampler.join()
        ScriptRunner._run_script = run  # type: ignore[method-assign]
        sys.setswitchinterval(switching)


def _tell(samples: Counter[str], median: float) -> None:
    for name, number in samples.most_common():
        share = median * number / samples[""]
        if name and share >= LEAST:
            print(f"    {share:6.1f} ms  {name}")


if __name__ == "__main__":
    main()
