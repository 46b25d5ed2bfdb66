"""The frame: navigation, the shared sidebar, one error boundary."""

import streamlit as st

from compaction_core.errors import CompactionError
from ui import frame, parts, sidebar, state

page = frame.navigation()
try:
    state.apply_later()
    state.sync_url()
    scene = sidebar.draw()
    if scene is None:
        st.session_state.pop("scene", None)
        parts.missing_file()
    else:
        st.session_state["scene"] = scene
        page.run()
except CompactionError as error:
    parts.error_box(error)
