"""Plan 5,000 messages with every strategy of the registry, in three shapes; and one turn of twice the size.

What is timed is ``plan_context`` on a counted session, which is how the product runs; counting comes before it. The
context is new each time, so that nothing derived from it is carried over; what the session itself remembers (which
result answers which call) stays. The window of 200,000 tokens is far below each list, so that most of it must go.
CPU milliseconds, medians, in one process: planning runs in one thread, and wall time on a shared machine says more
about the neighbours. Exit code 1 where a strategy needs more than twice the target in one of the three shapes: less
than that is noise. The double list has no target; it shows whether time grows with the list or faster.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable

from benchmarks.lists import MESSAGES, one_turn, plain, tool_heavy
from compaction_core.session import Session
from compaction_core.strategies import Strategy, context_of, strategies
from compaction_core.strategies.planner import plan_context
from compaction_core.tokens import Measured, measure

RUNS, WINDOW, TARGET_MS, NOISE = 7, 200_000, 50, 2
SHAPES: dict[str, Callable[[], Session]] = {
    "dialogue": plain,
    "tool results": tool_heavy,
    "one turn": one_turn,
    "one turn, double": lambda: one_turn(2 * MESSAGES),
}
JUDGED = 3


def planned(strategy: Strategy, session: Session, measured: Measured) -> tuple[float, int]:
    """Median milliseconds of RUNS plans after one that is not counted, and the number of steps."""
    milliseconds, steps = [], 0
    for _ in range(RUNS + 1):
        start = time.process_time()
        made = plan_context(strategy, context_of(session, measured, WINDOW, strategy.parameters()))
        milliseconds.append((time.process_time() - start) * 1000)
        steps = len(made.steps)
    return statistics.median(milliseconds[1:]), steps


def slowest(found: list[tuple[float, int]]) -> float:
    """The number a strategy is judged by."""
    return max(milliseconds for milliseconds, _ in found[:JUDGED])


def main() -> int:
    """Print a table, the slowest first."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", help="strategies; all of the registry where none is named")
    names = options.parse_args().names
    chosen = [strategies.get(name) for name in names] or list(strategies)
    rows: dict[str, list[tuple[float, int]]] = {strategy.name: [] for strategy in chosen}
    for shape, made in SHAPES.items():
        session = made()
        counts = {name: measure(session, name) for name in dict.fromkeys(strategy.counter for strategy in chosen)}
        tokens = measure(session, "o200k_base").total
        print(f"{shape}: {len(session.messages):,} messages, {tokens:,} tokens (o200k, measured)")
        for strategy in chosen:
            rows[strategy.name].append(planned(strategy, session, counts[strategy.counter]))
    ordered = sorted(rows.items(), key=lambda row: -slowest(row[1]))
    width = max(map(len, rows))
    print(f"\n{'median ms, steps':<{width}}" + "".join(f"{shape:>18}" for shape in SHAPES))
    for name, found in ordered:
        over = slowest(found) / TARGET_MS
        mark = "" if over <= 1 else "  over the target" if over <= NOISE else "  MISSED"
        print(f"{name:<{width}}" + "".join(f"{ms:11.1f} {steps:6,}" for ms, steps in found) + mark)
    above, missed = (sum(slowest(found) > limit * TARGET_MS for _, found in ordered) for limit in (1, NOISE))
    print(f"\nof {len(rows)} strategies {above} need more than {TARGET_MS} ms, {missed} more than {NOISE} times that")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
