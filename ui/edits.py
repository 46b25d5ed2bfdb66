"""What a visitor changed by hand: the summary's text for one plan, the wrapper for one mode of one strategy."""

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from compaction_core.summarizers import Wrapper

STATE = "edits"
PINNED = "pinned "
"""Before a summary's key: what was taken over from elsewhere, and where that is."""


@dataclass(frozen=True)
class Edits:
    """Real changes only; None where the release's own stands. Kept in this browser session, never in the URL."""

    text: str | None = None
    note: str = ""
    """Where the text comes from."""
    stop_reason: str | None = None
    """The provider's word for why it stopped, if the text is its unchanged answer."""
    role: Any = None
    template: str | None = None
    alert: bool | None = None
    position: Any = None
    acknowledgement: str | None = None
    reference_only: bool | None = None

    @property
    def rewrapped(self) -> bool:
        """Whether the wrapper was changed."""
        return self != Edits(self.text, self.note, self.stop_reason)

    def applied(self, wrapper: Wrapper) -> Wrapper:
        """The release's wrapper with the changes in it."""
        changes = {name: getattr(self, name) for name in Wrapper.model_fields if hasattr(self, name)}
        return wrapper.model_copy(update={name: value for name, value in changes.items() if value is not None})


def edits(summary_key: str, wrapper_key: str, given: Edits | None = None) -> Edits:
    """This visitor's changes for one summary and one kind of wrapper, over those that an exhibit comes with."""
    stored = st.session_state.get(STATE, {})
    found = replace(given or Edits(), **stored.get(wrapper_key, {}))
    text = stored.get(summary_key)
    if text is None:
        return found
    pinned = stored.get(PINNED + summary_key)
    if pinned is None:
        return replace(found, text=text, note="edited by hand", stop_reason=None)
    if text != pinned["text"]:
        return replace(found, text=text, note=f"edited by hand, after {pinned['origin']}", stop_reason=None)
    return replace(found, text=text, note=f"from {pinned['origin']}", stop_reason=pinned["stop_reason"])


def pin(summary_key: str, text: str, origin: str, stop_reason: str | None = None) -> None:
    """Take a summary from elsewhere. ``origin`` says where that is: "the summary lab, column C, openai/gpt-4.1"."""
    stored = st.session_state.get(STATE, {})
    pinned = {"text": text, "origin": origin, "stop_reason": stop_reason}
    st.session_state[STATE] = {**stored, summary_key: text, PINNED + summary_key: pinned}


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
    for key in (summary_key, PINNED + summary_key, wrapper_key):
        st.session_state.get(STATE, {}).pop(key, None)
    for widget in widgets:
        st.session_state.pop(widget, None)
