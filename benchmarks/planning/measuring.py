"""What one comparison is, and how both sides are timed."""

import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from compaction_core.session import Session
from compaction_core.strategies import Plan, context_of, strategies
from compaction_core.strategies.planner import plan_context
from compaction_core.tokens import Measured, measure
from compaction_core.tokens.bpe import CL100K, O200K, encoding

RUNS, PATIENCE = 7, 15.0
"""At most so many runs; no further one after so many seconds."""
T, R = TypeVar("T"), TypeVar("R")


class Timed(NamedTuple):
    """CPU seconds, the median of some runs."""

    seconds: float
    runs: int

    def __str__(self) -> str:
        return f"{self.seconds * 1000:,.1f} ms ({self.runs} {'run' if self.runs == 1 else 'runs'})"


class Compared(NamedTuple):
    """One decision made by a peer's own code and by ours, on the same messages."""

    what: str
    messages: int
    tokens: int
    counter: str
    timed: str
    """What is inside the peer's time."""
    no_target: str | None
    """Why ours need not be TARGET times as fast; None where it must, because the peer counts again and again."""
    their_cut: str
    our_cut: str
    theirs: Timed
    ours: Timed
    counting: float
    """Seconds of the one count that comes before our plan."""


def repeated(prepare: Callable[[], T], run: Callable[[T], R]) -> tuple[Timed, R]:
    """Time ``run`` on what ``prepare`` makes anew each time; the first run is only counted where it is the only one."""
    seconds: list[float] = []
    started = time.perf_counter()
    while True:
        given = prepare()
        start = time.process_time()
        answer = run(given)
        seconds.append(time.process_time() - start)
        if len(seconds) > RUNS or time.perf_counter() - started > PATIENCE:
            break
    counted = seconds[1:] or seconds
    return Timed(statistics.median(counted), len(counted)), answer


def ours(session: Session, name: str, counter: str | None, window: int | None, **settings: Any) -> tuple[Timed, Plan]:
    """Plan a counted session with a strategy of ours, with a new context each time."""
    strategy = strategies.get(name)
    measured, parameters = counted(session, counter or strategy.counter)[0], strategy.parameters(**settings)
    return repeated(lambda: context_of(session, measured, window, parameters), lambda c: plan_context(strategy, c))


def counted(session: Session, counter: str) -> tuple[Measured, float]:
    """The counts, and the CPU seconds they take where no text was seen before."""
    for tokenizer in (O200K, CL100K):
        encoding(tokenizer.name)
        tokenizer._remembered.clear()
    start = time.process_time()
    return measure(session, counter), time.process_time() - start
