"""A bar for work that somebody waits for: it says its numbers, and goes when the work is done."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from compaction_core.progress import Report, told, worth_telling


@contextmanager
def bar() -> Iterator[Report]:
    """A function for ``load_all`` and ``measure``; what it is told is drawn where the script stands now."""
    place = st.empty()
    try:
        yield worth_telling(lambda now: place.progress(now.fraction, told(now)))
    finally:
        place.empty()
