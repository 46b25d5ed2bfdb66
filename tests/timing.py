"""How long something takes, whatever else this machine does at the time."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What the work gives, and the CPU seconds of this thread: no waiting, no other thread, no other process."""
    began = time.thread_time()
    found = work()
    return found, time.thread_time() - began


def seconds(work: Callable[[], object], tries: int = 1) -> float:
    """The CPU seconds of the work alone, the best of ``tries``."""
    return min(timed(work)[1] for _ in range(tries))
