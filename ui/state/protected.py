"""Messages protected by hand."""

from collections.abc import Iterable

import streamlit as st

from ui.state.keys import Key

MOST_PINS = 200


def numbers() -> tuple[int, ...]:
    """The messages protected by hand, ascending; what is no number is passed over."""
    return read(st.session_state.get(Key.PINS) or ())


def read(texts: Iterable[str]) -> tuple[int, ...]:
    """Message numbers as someone types them, ascending, each once, MOST_PINS at most.

    >>> read(["40", "#12", "x", "12", "-3"])
    (12, 40)
    """
    plain = (text.strip().removeprefix("#") for text in texts)
    return tuple(sorted({int(text) for text in plain if text.isdecimal() and len(text) < 8})[:MOST_PINS])


def toggle(number: int) -> None:
    """Protect a message, or no longer; before any widget is drawn."""
    now = set(numbers()) ^ {number}
    st.session_state[Key.PINS] = [str(each) for each in sorted(now)]


def typed(size: int) -> None:
    """Keep of what was typed only the numbers that the session has."""
    st.session_state[Key.PINS] = [str(number) for number in numbers() if number < size]
