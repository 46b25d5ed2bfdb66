"""The link: every shared choice is a query parameter, taken from it once and written back after every change.

By hand, and not with Streamlit's binding, which loses a value when someone navigates while the script still runs,
and writes a select box's label (for an own file: the file's name) where a name belongs. A widget whose choice is in
the link keeps it with ``persist_state="session"``.
"""

from collections.abc import Callable, Collection
from typing import Any

import streamlit as st


def take(key: str, default: Any, read: Callable[[str], Any]) -> None:
    """Before the widget is drawn for the first time: the link's value, else ``default``.

    ``read`` makes a value of the parameter's text, and raises ValueError where it is none.
    """
    if key in st.session_state:
        return
    st.session_state[key] = default
    text = st.query_params.get(key)
    if text is not None:
        try:
            st.session_state[key] = read(text)
        except ValueError:
            st.query_params.pop(key, None)


def put(key: str, value: Any, default: Any) -> None:
    """Write a choice to the link; what is the default is left out."""
    text = written(value)
    if value == default:
        st.query_params.pop(key, None)
    elif st.query_params.get(key) != text:
        st.query_params[key] = text


def drop(prefix: str, but: Collection[str]) -> None:
    """Take every parameter of that prefix out of the link, ``but`` these."""
    for key in [key for key in st.query_params if key.startswith(prefix) and key not in but]:
        st.query_params.pop(key, None)


def written(value: Any) -> str:
    """A value as the link has it.

    >>> written(None), written(True), written(["a", "b"]), written(0.3)
    ('', 'true', 'a,b', '0.3')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Reads a whole number in a range."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 12):
            raise ValueError(text)
        value = int(text)
        if value < low or (high is not None and value > high):
            raise ValueError(text)
        return value

    return read


def one_of(known: Callable[[str], bool]) -> Callable[[str], str]:
    """Reads a name that ``known`` accepts."""

    def read(text: str) -> str:
        if not known(text):
            raise ValueError(text)
        return text

    return read
