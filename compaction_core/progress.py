"""How far a long piece of work is, for whoever wants to show it: ``load`` and ``measure`` take a function for it.

>>> told(Progress("read", 43_000_000, 100_000_000))
'43 of 100 MB read'
>>> told(Progress("look", 3, 40))
'3 of 40 files looked at'
>>> told(Progress("count", 12_000, 31_000))
'12,000 of 31,000 messages counted'
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeVar

Stage = Literal["unpack", "look", "read", "arrange", "count"]
"""Packed bytes are unpacked, files looked at; bytes become rows, rows become messages, messages are counted."""
T = TypeVar("T")

_DONE = {
    "unpack": "unpacked",
    "look": "files looked at",
    "read": "read",
    "arrange": "rows turned into messages",
    "count": "messages counted",
}
_PARTS = 200
"""Reports of one stage at most, so that reporting costs nothing."""
_MB = 1_000_000
LARGE = 2 * _MB
_PATIENCE = 0.4
"""Seconds of work that need no report."""


class Progress(NamedTuple):
    """``done`` of ``total`` packed bytes (unpack), files (look), bytes (read), rows (arrange) or messages (count)."""

    stage: Stage
    done: int
    total: int

    @property
    def fraction(self) -> float:
        """From 0 to 1; 1 where there is nothing to do."""
        return self.done / self.total if self.total else 1.0


Report = Callable[[Progress], None]


def silent(_: Progress) -> None:
    """For nobody."""


def told(now: Progress) -> str:
    """The progress in words, with its numbers."""
    if now.stage in ("unpack", "read"):
        digits = 0 if now.total >= 10 * _MB else 1
        return f"{now.done / _MB:,.{digits}f} of {now.total / _MB:,.{digits}f} MB {_DONE[now.stage]}"
    return f"{now.done:,} of {now.total:,} {_DONE[now.stage]}"


def paced(report: Report, seconds: float = 0.05) -> Report:
    """The same function, called at most once in so many seconds; the start and end of a stage always come through."""
    last = float("-inf")

    def passed_on(now: Progress) -> None:
        nonlocal last
        moment = time.monotonic()
        if moment - last >= seconds or now.done in (0, now.total):
            last = moment
            report(now)

    return passed_on


def worth_telling(report: Report) -> Report:
    """The same function, called only for work that somebody waits for: a file from LARGE bytes, or after 0.4 s."""
    began = time.monotonic()

    def passed_on(now: Progress) -> None:
        if (now.stage == "read" and now.total >= LARGE) or time.monotonic() - began >= _PATIENCE:
            report(now)

    return passed_on


def step_of(total: int) -> int:
    """How much to do between two reports."""
    return max(1, total // _PARTS)


def reported(items: Sequence[T], stage: Stage, report: Report) -> Iterator[T]:
    """The items, one after the other, with reports of how many were taken."""
    total = len(items)
    every = step_of(total)
    for start in range(0, total, every):
        report(Progress(stage, start, total))
        yield from items[start : start + every]
    report(Progress(stage, total, total))
