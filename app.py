"""The frame: navigation, the shared sidebar, one error boundary."""

import streamlit as st

from compaction_core.errors import CompactionError
from ui import frame, link, parts, sidebar, state

page = frame.navigation()
state.apply_later()
state.sync_url()
link.keep_for(page.url_path)
notice = st.container()
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
with notice:  # last: pages read what is theirs in the link
    parts.complaints(link.complaints(page.url_path))
