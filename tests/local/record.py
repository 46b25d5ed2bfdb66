"""Ask the small model for every run of the catalog, and write what it answers into sample_sessions/recordings.

uv run --extra local python -m tests.local.record             # about ten minutes; what lies there is replaced
uv run --extra local python -m tests.local.record --only first_example
"""

import argparse
import sys
from functools import partial
from pathlib import Path

from compaction_core.lab import Result, run
from compaction_core.samples import Sample, recorded_model, samples
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.bundled import BundledRun, bundled_runs, place
from compaction_core.summarizers.litellm import ask
from compaction_core.summarizers.recordings import digest, record
from compaction_core.summarizers.runs import Answer, ModelSettings
from tests.local.asked import asked, column_of
from tests.local.server import LocalModel, missing

PATIENCE = 900.0
"""Seconds one answer may take: a full window is read at about 100 tokens a second."""


def main() -> int:
    """Record; the exit code is 1 where a run came to no summary."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="SAMPLE", help="this sample alone")
    only = parser.parse_args().only
    if missing():
        print(missing(), file=sys.stderr)
        return 1
    failed = 0
    with LocalModel() as running:
        assert running.model == recorded_model().model, "the catalog names another model than the extra brings"
        for sample in samples():
            for each in bundled_runs(sample.name) if only in (None, sample.name) else ():
                failed += _recorded(each, sample, running.url).state != "done"
    if only is None and not failed:
        _sweep()
    return min(failed, 1)


def _recorded(each: BundledRun, sample: Sample, url: str) -> Result:
    """One run down the ladder, as the product asks; every answer becomes a file in place of an earlier one."""
    own, *smaller = asked(each, sample)
    result = run(column_of(each), own, partial(_kept, url), smaller=smaller)
    tries = " → ".join(f"{a.tokens:,} tokens: {a.verdict}, {a.seconds:.1f} s" for a in result.attempts)
    said = f", {result.tokens} tokens written" if result.summary else f", {result.reason}"
    print(f"{sample.name}, {own.prompt}: {result.state}{said}; {tries}", flush=True)
    return result


def _kept(url: str, request: SummaryRequest, settings: ModelSettings) -> Answer:
    # Only where it does not stream does this server report usage, and say that a request overflows its window.
    settings = settings.model_copy(update={"api_base": url, "timeout": PATIENCE, "stream": False})
    answer = ask(request, settings)
    for earlier in place().glob(f"{digest(request)[:16]}-*.json"):
        earlier.unlink()
    record(place(), request, settings, answer).chmod(0o644)  # in a checkout others read it too
    return answer


def _sweep() -> None:
    """Remove what no run asks for any more."""
    wanted = {digest(r)[:16] for s in samples() for each in bundled_runs(s.name) for r in asked(each, s)}
    stale: list[Path] = [path for path in place().glob("*.json") if path.name[:16] not in wanted]
    for path in stale:
        path.unlink()


if __name__ == "__main__":
    sys.exit(main())
