"""The frame: navigation, the shared sidebar, one error boundary."""

import streamlit as st

from compaction_core.errors import CompactionError
from ui import frame, link, parts, sidebar
from ui.state import choices, later

page = frame.navigation()
later.take_up()
link.begin()
choices.sync_url()
notice = st.container()
try:
    scene = sidebar.draw()
    if scene is None:
        st.session_state.pop("scene", None)
        parts.missing_file()
    else:
        st.session_state["scene"] = scene
        page.run()
        link.end()
except CompactionError as error:
    parts.error_box(error)
with notice:  # last: pages read what is theirs in the link
    parts.complaints(link.complaints(page.url_path))
