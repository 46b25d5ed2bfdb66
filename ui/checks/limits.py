"""Further settings of the checks: what no strategy has a field for, and a request is refused for all the same."""

from typing import NamedTuple

import streamlit as st

from compaction_core.words import count
from ui import link

OUTPUT, SUMMARIZER_WINDOW = "output", "summarizer_window"
"""Also the query parameters, and the names of the command line's options."""
LEAST = {OUTPUT: 0, SUMMARIZER_WINDOW: 1}
LARGEST = 100_000_000


class Limits(NamedTuple):
    """In tokens; None where nothing was said."""

    output: int | None
    """Longest answer that is asked for."""
    summarizer_window: int | None
    """Window of the model that summarizes."""

    @property
    def words(self) -> list[str]:
        """Those that are set, as options of the command line."""
        given = {"--output": self.output, "--summarizer-window": self.summarizer_window}
        return [word for name, value in given.items() if value is not None for word in (name, str(value))]

    @property
    def told(self) -> str:
        """Those that are set, in a sentence; empty where none is."""
        parts = [
            "" if self.output is None else f"an answer of up to {count(self.output, 'token')}",
            ""
            if self.summarizer_window is None
            else f"a summarizer with a window of {count(self.summarizer_window, 'token')}",
        ]
        said = " and ".join(filter(None, parts))
        return f"Judged with {said}, as given under Further settings." if said else ""


def chosen() -> Limits:
    """Draw the two fields, folded away; from the page, else from the link, else from the exhibit that was opened."""
    for key, least in LEAST.items():
        link.take(key, None, link.number(least, LARGEST))
    with st.popover("Further settings", icon=":material/tune:", width="content"):
        output = st.number_input(
            "Longest answer (tokens)", min_value=LEAST[OUTPUT], max_value=LARGEST, value=None, step=1000, key=OUTPUT,
            persist_state="session", placeholder="as the strategy has it",
            help="What is asked for as max_tokens. Most providers take it out of the same window as the request.",
        )  # fmt: skip
        window = st.number_input(
            "Window of the summarizer (tokens)", min_value=LEAST[SUMMARIZER_WINDOW], max_value=LARGEST, value=None,
            step=1000, key=SUMMARIZER_WINDOW, persist_state="session", placeholder="the same window",
            help="Where another model summarizes. Its request holds everything that goes.",
        )  # fmt: skip
    limits = Limits(output, window)
    for key, value in zip(LEAST, limits, strict=True):
        link.put(key, value, None)
    return limits
