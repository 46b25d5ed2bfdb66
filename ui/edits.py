"""What a visitor changed by hand: the summary's text for one plan, the wrapper for one mode of one strategy."""

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from compaction_core.summarizers import Wrapper

STATE = "edits"


@dataclass(frozen=True)
class Edits:
    """Real changes only; None where the release's own stands. Kept in this browser session, never in the URL."""

    text: str | None = None
    role: Any = None
    template: str | None = None
    alert: bool | None = None

    def applied(self, wrapper: Wrapper) -> Wrapper:
        """The release's wrapper with the changes in it."""
        changes = {"role": self.role, "template": self.template, "alert": self.alert}
        return wrapper.model_copy(update={name: value for name, value in changes.items() if value is not None})


def edits(summary_key: str, wrapper_key: str) -> Edits:
    """This visitor's changes for one summary and one kind of wrapper."""
    stored = st.session_state.get(STATE, {})
    return replace(Edits(**stored.get(wrapper_key, {})), text=stored.get(summary_key))


def change_text(summary_key: str, widget: str) -> None:
    """Take over what a text area says now."""
    stored = st.session_state.setdefault(STATE, {})
    st.session_state[STATE] = {**stored, summary_key: st.session_state[widget]}


def change_wrapper(wrapper_key: str, field: str, widget: str) -> None:
    """Take over what a wrapper control says now."""
    stored = st.session_state.setdefault(STATE, {})
    changed = {**stored.get(wrapper_key, {}), field: st.session_state[widget]}
    st.session_state[STATE] = {**stored, wrapper_key: changed}


def undo(summary_key: str, wrapper_key: str, widgets: tuple[str, ...]) -> None:
    """Back to the release's summary and wrapper."""
    for key in (summary_key, wrapper_key):
        st.session_state.get(STATE, {}).pop(key, None)
    for widget in widgets:
        st.session_state.pop(widget, None)
