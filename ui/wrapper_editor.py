"""The controls of the text around a summary: who says it, where it stands, and what is said with it."""

from typing import Any

import streamlit as st

from compaction_core.summarizers import Wrapper
from ui import edits

ROLES = ["user", "system", "developer", "assistant"]
POSITIONS = {
    "planned": "where the plan puts it",
    "first": "in front of all that is kept",
    "last": "behind all that is kept",
}
ACKNOWLEDGEMENT = "an assistant message right behind the summary, as in: Understood, I go on from there."


def draw(wrapper: Wrapper, key: str, *, alert: bool) -> tuple[str, ...]:
    """Draw them for the wrapper as it is now; returns the keys of their widgets. ``key`` is where edits are kept.

    ``alert`` says whether the system has a JSON alert to choose.
    """
    names = ("role", "position", "template", "alert", "reference_only", "acknowledgement")
    widgets = {name: f"{name} {key}" for name in names}

    def changes(name: str) -> dict[str, Any]:
        return {"key": widgets[name], "on_change": edits.change_wrapper, "args": (key, name, widgets[name])}

    role, position = st.columns([2, 3])
    roles = ROLES if wrapper.role in ROLES else [wrapper.role, *ROLES]
    role.selectbox("Role", roles, index=roles.index(wrapper.role), **changes("role"))
    position.selectbox(
        "Position", list(POSITIONS), index=list(POSITIONS).index(wrapper.position), format_func=POSITIONS.__getitem__,
        **changes("position"),
    )  # fmt: skip
    st.text_area(
        "Template", value=wrapper.template, height=120,
        help="{summary} and {hidden} are filled in; everything else is sent as it stands.", **changes("template"),
    )  # fmt: skip
    if "{summary}" not in wrapper.template:
        st.warning("The template has no {summary}: the model would not see the summary at all.")
    if alert:
        st.toggle("As a JSON alert with statistics", value=wrapper.alert, **changes("alert"))
    st.toggle(
        "Say that it is for reference only", value=wrapper.reference_only,
        help="In front of the template: that it is a record, and not a request to act on.", **changes("reference_only"),
    )  # fmt: skip
    st.text_input(
        "Acknowledgement", value=wrapper.acknowledgement, max_chars=2000, placeholder=ACKNOWLEDGEMENT,
        **changes("acknowledgement"),
    )  # fmt: skip
    return tuple(widgets.values())
