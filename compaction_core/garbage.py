"""Pausing Python's cycle collector while many records are made: it would walk the growing heap again and again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """No cycle collection inside; reference counting goes on. Half the time of loading a large file.

    What is alive at the end is left out of later collections too (``gc.freeze``): records hold no cycles, and each
    full collection would walk all of them. They are still freed when nobody refers to them.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
