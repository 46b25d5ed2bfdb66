"""API keys: typed in, kept in this browser session's memory as secrets, one per place, and nowhere else.

The field is emptied as soon as its key is taken, so no later page element holds it.
"""

import streamlit as st
from pydantic import SecretStr

from ui.words import escape

STATE = "lab_keys"


def held() -> dict[str, SecretStr]:
    """This visitor's keys by place."""
    found: dict[str, SecretStr] = st.session_state.setdefault(STATE, {})
    return found


def field(place: str, number: int) -> None:
    """Take a key for a place, or forget it."""
    if place in held():
        st.caption(f"A key for {escape(place)} is held in this browser session's memory.")
        st.button(
            "Forget the key", key=f"lab_forget_key_{number}", icon=":material/key_off:", on_click=held().pop,
            args=(place, None),
        )  # fmt: skip
        return
    widget = f"lab_key_{number}"
    st.text_input(
        f"API key for {escape(place)}", key=widget, type="password", autocomplete="off", max_chars=1000,
        on_change=_take, args=(place, widget),
        help="Kept in this browser session's memory only: in no link, export, recording or log. It goes to this "
        "place alone. Empty: LiteLLM's own environment variables, except for an address of your own.",
    )  # fmt: skip


def _take(place: str, widget: str) -> None:
    typed = st.session_state[widget].strip()
    st.session_state[widget] = ""
    if typed:
        held()[place] = SecretStr(typed)
