"""How what came from a transcript is cached: for its visitor only, bounded, and forgotten with it."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import streamlit as st

Arguments, Value = ParamSpec("Arguments"), TypeVar("Value")
KEPT: dict[str, Any] = {"scope": "session", "ttl": "2h"}
"""Private transcripts: no visitor can reach what another one's file produced."""
PRIVATE: list[Any] = []
"""Every function whose results came from a transcript."""
_outlasting: list[Any] = []


def private(
    max_entries: int, spinner: str | bool = False, outlasts_growth: bool = False
) -> Callable[[Callable[Arguments, Value]], Callable[Arguments, Value]]:
    """Cache what a function makes of a visitor's transcript.

    Arguments without an underscore are the key. ``outlasts_growth``: still right when the transcript has grown.
    """

    def keep(function: Callable[Arguments, Value]) -> Callable[Arguments, Value]:
        cached: Any = st.cache_resource(function, max_entries=max_entries, show_spinner=spinner, **KEPT)
        PRIVATE.append(cached)
        if outlasts_growth:
            _outlasting.append(cached)
        return cached  # type: ignore[no-any-return]

    return keep


def forget() -> None:
    """Empty every cache of this visitor."""
    for function in PRIVATE:
        function.clear()


def outgrow() -> None:
    """A followed transcript has grown: drop what came from it as it was. What its messages were read as stays."""
    for function in PRIVATE:
        if function not in _outlasting:
            function.clear()
