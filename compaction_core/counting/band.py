"""How far an estimate lies from a tokenizer on one session: the band around a line that the estimate decides."""

from bisect import bisect_left
from math import ceil

from compaction_core.session import Record
from compaction_core.tokens import Measured, counters

LOW, HIGH = 0.05, 0.95
"""The percentiles that bound the band."""
MOST_RUNS = 2_000
"""Runs that are compared; in a longer session they start evenly spread."""
LARGEST_SHARE = 4
"""A run is at most this part of the session: one run of all of it would have no spread."""


class Band(Record):
    """Measured on this session alone: estimate / tokenizer over runs of consecutive messages."""

    counter: str
    """The counter that estimates."""
    against: str
    """The counter it is held against."""
    low: float
    """5th percentile of the ratio, or the whole session's if that is lower; above 0."""
    high: float
    """95th percentile, or the whole session's if that is higher."""
    whole: float
    """The ratio over the whole session."""
    runs: int
    """How many runs were compared; they overlap, one starts at every message or at every few."""
    size: int
    """Tokens by the estimate that a run holds at least."""

    def around(self, line: float) -> tuple[float, float]:
        """Between which counts by the tokenizer the estimate reaches ``line``."""
        return line / self.high, line / self.low

    @property
    def told(self) -> str:
        """The band in one sentence."""
        name = counters.get(self.against).label if self.against in counters.names() else self.against
        spread = (
            f"is {self.whole:.2f}× {name}"
            if f"{self.low:.2f}" == f"{self.high:.2f}"
            else f"lies between {self.low:.2f}× and {self.high:.2f}× of {name}"
        )
        runs = "1 run" if self.runs == 1 else f"9 in 10 of {self.runs:,} runs"
        return f"On this session the estimate {spread} ({runs} of messages that hold {self.size:,} tokens or more)."


def band(own: Measured, real: Measured, line: float | None = None) -> Band | None:
    """The error of ``own`` against ``real``, measured where it matters: on runs as large as ``line``.

    From every message on, messages are taken until the estimate reaches ``line`` (a tenth of the session without one,
    never more than a quarter); the 5th and the 95th percentile of estimate / tokenizer bound the band. A small run
    strays more than a large one, so the same counter has a wider band around a smaller line. None for a counter that
    does not estimate, for one held against another estimate, and where nothing can be compared.
    """
    if own.basis != "estimated" or real.basis == "estimated" or not own.total or not real.total:
        return None
    wanted = own.total / 10 if line is None or not line > 0 else min(line, own.total / LARGEST_SHARE)
    size = max(1, round(wanted))
    ratios: list[float] = []
    ours, theirs = own.prefix, real.prefix
    for start in range(0, own.length, max(1, own.length // MOST_RUNS)):
        stop = bisect_left(ours, ours[start] + size)
        if stop > own.length:
            break
        counted = theirs[stop] - theirs[start]
        if counted:
            ratios.append((ours[stop] - ours[start]) / counted)
    if not ratios:
        return None
    ratios.sort()
    last, whole = len(ratios) - 1, own.total / real.total
    return Band(
        counter=own.counter,
        against=real.counter,
        low=min(whole, ratios[int(LOW * last)]),
        high=max(whole, ratios[ceil(HIGH * last)]),
        whole=whole,
        runs=len(ratios),
        size=size,
    )
