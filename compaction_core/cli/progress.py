"""How far a long load or count is: one line on stderr that is written over and over, while a person watches."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from compaction_core.progress import Progress, Report, silent, told, worth_telling

_WIDTH = 60


@contextmanager
def line() -> Iterator[Report]:
    """A function for ``load`` and ``measure``; it writes only to a terminal, and leaves nothing behind."""
    if not sys.stderr.isatty():
        yield silent
        return
    written = False

    def write(now: Progress) -> None:
        nonlocal written
        written = True
        print(f"\r{told(now):<{_WIDTH}}", end="", file=sys.stderr, flush=True)

    try:
        yield worth_telling(write)
    finally:
        if written:
            print(f"\r{'':<{_WIDTH}}\r", end="", file=sys.stderr, flush=True)
