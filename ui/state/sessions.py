"""Which session is shown, and what it begins with."""

from typing import NamedTuple

import streamlit as st

from compaction_core.models import PROPOSED_WINDOW, window_of
from compaction_core.museum import exhibits, find_exhibit, open_exhibit
from compaction_core.samples import Sample, samples
from ui.state.keys import Key
from ui.state.transcripts import own

BUNDLED_FIRST = "long_coding"
"""The sample the app opens with: first paint tells a story."""
LARGEST_WINDOW = 100_000_000
"""Tokens of the largest window that can be typed in."""


def bundled() -> dict[str, Sample]:
    """The bundled samples by name."""
    return {sample.name: sample for sample in samples()}


def is_exhibit(name: str) -> bool:
    """Whether a session's name is that of an exhibit of the museum."""
    return any(exhibit.session_name == name for exhibit in exhibits())


def is_digest(text: str) -> bool:
    """Whether a link's session value is a digest of a visitor's own file."""
    return len(text) == 16 and all(c in "0123456789abcdef" for c in text)


def choose(name: str) -> None:
    """Show another session, with its own window and moment; the file a link asked for keeps the link's view."""
    other = st.session_state.get(Key.SESSION) != name
    st.session_state[Key.SESSION] = name  # also where it is the same: its label may have changed
    if other:
        start_over()


def start_over() -> None:
    """Defaults for the session that is chosen now: its window, the trigger's moment, nothing selected or edited."""
    for key in (Key.AFTER, Key.MESSAGE, Key.OVERHEAD, Key.STEP):
        st.session_state[key] = None
    st.session_state[Key.PINS] = []
    set_window(window_default(st.session_state.get(Key.SESSION)))
    st.session_state.pop("edits", None)


def forget(digest: str) -> None:
    """Drop one of the visitor's transcripts and show the first sample again."""
    own().pop(digest, None)
    for key in ("scene", "edits", "paste", "upload", "upload_read", "members", "conversations", "following"):
        st.session_state.pop(key, None)
    for key in [str(key) for key in st.session_state if str(key).startswith("lab_") and key != "lab_keys"]:
        del st.session_state[key]  # with the bench of the summary lab its runs stop
    choose(BUNDLED_FIRST)


def set_window(window: int | None) -> None:
    """Give the window's field a value; None: unknown."""
    st.session_state[Key.WINDOW] = window


class FirstWindow(NamedTuple):
    """The window a session is best opened with."""

    tokens: int
    source: str
    """A sentence: where the number comes from."""


def window_default(name: str | None) -> int:
    """The tokens of ``first_window``."""
    return first_window(name).tokens


def first_window(name: str | None) -> FirstWindow:
    """The sample's or the exhibit's, else the file's or its model's, else a guess."""
    sample = bundled().get(name or "")
    if sample is not None:
        return FirstWindow(sample.context_window, "Given with this sample.")
    if name is not None and is_exhibit(name):
        found = find_exhibit(name).setting.window or open_exhibit(name).context_window
        return FirstWindow(found, "Given with this exhibit.") if found else _guessed("this exhibit names no window")
    kept = own().get(name or "")
    if kept is not None and kept.session.context_window:
        return FirstWindow(min(max(kept.session.context_window, 1), LARGEST_WINDOW), "Recorded in the file.")
    listed = None if kept is None else window_of(kept.session.model)
    if listed:
        return FirstWindow(min(listed, LARGEST_WINDOW), "Of the file's model, from LiteLLM's bundled list.")
    return _guessed("the file names no window, and no model whose window is known")


def _guessed(why: str) -> FirstWindow:
    return FirstWindow(PROPOSED_WINDOW, f"A guess: {why}. Type yours, or empty the field for unknown.")
