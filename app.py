"""The frame: navigation, the shared sidebar, one error boundary."""

import streamlit as st

from compaction_core.errors import CompactionError
from ui import frame, parts, sidebar, state

state.apply_later()
state.sync_url()  # before the navigation shows: a click on it drops what is in the link
page = frame.navigation()
try:
    scene = sidebar.draw()
    if scene is None:
        st.session_state.pop("scene", None)
        parts.missing_file()
    else:
        st.session_state["scene"] = scene
        page.run()
except CompactionError as error:
    parts.error_box(error)
