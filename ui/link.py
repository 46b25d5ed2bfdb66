"""The link: every shared choice is a query parameter, taken from it once and written back after every change.

By hand, and not with Streamlit's binding, which loses a value when someone navigates while the script still runs,
and writes a select box's label (for an own file: the file's name) where a name belongs. A widget whose choice is in
the link keeps it with ``persist_state="session"``.
"""

from collections.abc import Callable, Collection
from typing import Any

import streamlit as st

TAKEN, COMPLAINTS, CARRIED, SEEN = "link_taken", "link_complaints", "link_carried", "link_complaints_seen"
LONGEST = 60
"""Characters of a link's value that a complaint shows."""
READ = "link_read"
"""The parameters that this run has read or written: those of the frame, and of the page that is shown."""


def begin() -> None:
    """At the beginning of a run, before anything is read."""
    st.session_state[READ] = set()


def take(key: str, default: Any, read: Callable[[str], Any], names: str = "", shows: str = "") -> None:
    """Before the widget is drawn for the first time: the link's value, else ``default``.

    ``read`` makes a value of the parameter's text, and raises ValueError where it is none; then a complaint says that
    the link ``names`` something that is not here, and what it ``shows`` instead.
    """
    _note(key)
    if key in st.session_state:
        return
    st.session_state[key] = default
    text = asked(key)
    if text is not None:
        try:
            st.session_state[key] = read(text)
            st.session_state.setdefault(TAKEN, {})[key] = text
        except ValueError:
            st.query_params.pop(key, None)
            if names:
                unknown(names, text, shows)
            else:
                complain(f"This link has {key}={_short(text)}, which cannot be taken; it is left out.")


def asked(key: str) -> str | None:
    """What the link says: the address now, else the one that was opened on a page without this parameter."""
    _note(key)
    carried: dict[str, str] = st.session_state.get(CARRIED, {})
    return st.query_params.get(key, carried.pop(key, None))


def end() -> None:
    """When a page was drawn to its end: a parameter that nothing has read is another page's.

    It leaves the address, and is kept for when its page is shown; so a page declares its own by reading them.
    """
    others = set(st.query_params) - st.session_state.get(READ, set())
    if others:
        kept: dict[str, str] = st.session_state.setdefault(CARRIED, {})
        kept.update({key: st.query_params[key] for key in others})
    for key in others:
        st.query_params.pop(key, None)


def _note(key: str) -> None:
    st.session_state.setdefault(READ, set()).add(key)


def too_large(key: str, value: int, why: str) -> None:
    """A number was out of range: it goes from the address, with a complaint where it came from a link."""
    if st.session_state.get(TAKEN, {}).pop(key, None) is not None:
        complain(f"This link has {key}={value}, but {why}; it is left out.")
    st.query_params.pop(key, None)


def unknown(names: str, text: str, shows: str) -> None:
    """Complain of a name."""
    complain(f"This link names {names} '{_short(text)}' that is not here; showing {shows}.")


def complain(sentence: str) -> None:
    """Say on this page that the link asked for something that is not here."""
    found: list[str] = st.session_state.setdefault(COMPLAINTS, [])
    if sentence not in found:
        found.append(sentence)
        st.session_state.pop(SEEN, None)


def complaints(page: str) -> list[str]:
    """What is to be said at the end of a run: it stands until another page or another choice is made."""
    now = page, sorted(st.query_params.items())
    if st.session_state.setdefault(SEEN, now) != now:
        st.session_state.pop(COMPLAINTS, None)
    found: list[str] = st.session_state.get(COMPLAINTS, [])
    return found


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def put(key: str, value: Any, default: Any) -> None:
    """Write a choice to the link; what is the default is left out."""
    _note(key)
    text = written(value)
    if value == default:
        st.query_params.pop(key, None)
    elif st.query_params.get(key) != text:
        st.query_params[key] = text


def named(prefix: str) -> list[str]:
    """The parameters of the address that begin so."""
    return [key for key in st.query_params if key.startswith(prefix)]


def refused(key: str, why: str) -> None:
    """A parameter of the address that nothing here takes: it goes, with a complaint."""
    complain(f"This link has {_short(key)}={_short(st.query_params[key])}, but {why}; it is left out.")
    st.query_params.pop(key, None)


def drop(prefix: str, but: Collection[str]) -> None:
    """Take every parameter of that prefix out of the link, ``but`` these."""
    for key in named(prefix):
        if key not in but:
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
