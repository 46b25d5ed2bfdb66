"""The step shown in the player."""

import streamlit as st

from ui.player.moves import last_move
from ui.state.keys import Key

PLAYER = "player"
"""The key of the step player."""


def step() -> int | None:
    """The step shown in the player."""
    value: int | None = st.session_state.get(Key.STEP)
    return value


def take_move() -> None:
    """The step that the player was moved to, at the beginning of the run that this starts.

    Written to the address by the page itself it came too late: a browser that is on its way to another page then
    stays where it is.
    """
    told, seen = st.session_state.get(PLAYER), st.session_state.get(f"{PLAYER}-seen", 0)
    event = (told or {}).get("step")
    if isinstance(event, dict):
        moved = last_move(told, event.get("plan", ""), seen)[1]
        if moved is not None:
            st.session_state[Key.STEP] = moved
