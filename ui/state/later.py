"""What one run leaves for the next: a widget that is drawn already takes no other value."""

import streamlit as st

from ui.state import sessions, step, transcripts
from ui.state.keys import Key
from ui.state.transcripts import Kept


def select(index: int) -> None:
    """Select a message that a component reported; takes another run."""
    st.session_state["selected_later"] = index
    st.rerun()


def choose(name: str) -> None:
    """Show another session from inside a dialog, which this closes."""
    st.session_state["chosen_later"] = name
    st.rerun()


def grow(digest: str, grown: Kept) -> None:
    """Put what a followed file holds now in the place of the transcript as it was; takes another run."""
    st.session_state["grown_later"] = digest, grown
    st.rerun()


def take_up() -> None:
    """Take up what the last run left; before any widget is drawn."""
    if "grown_later" in st.session_state:
        transcripts.grow(*st.session_state.pop("grown_later"))
    if "chosen_later" in st.session_state:
        sessions.choose(st.session_state.pop("chosen_later"))
    if "selected_later" in st.session_state:
        st.session_state[Key.MESSAGE] = st.session_state.pop("selected_later")
    step.take_move()
