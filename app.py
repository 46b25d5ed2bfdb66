"""The frame: navigation, the shared sidebar, one error boundary."""

from pathlib import Path

import streamlit as st

import ui
from compaction_core.errors import CompactionError
from ui import parts, sidebar, state

PAGES = Path(__file__).parent / "pages"
ICON = Path(ui.__file__).parent / "icon.svg"  # a Material icon here would be fetched from another host

st.set_page_config(page_title="Compaction Explorer", page_icon=str(ICON), layout="wide")
page = st.navigation(
    [
        st.Page(PAGES / "session.py", title="Session", icon=":material/timeline:", default=True),
        st.Page(PAGES / "cut_search.py", title="Cut search", icon=":material/content_cut:"),
        st.Page(PAGES / "before_after.py", title="Before and after", icon=":material/compare_arrows:"),
    ]
)
try:
    state.sync_step()
    scene = sidebar.draw()
    if scene is None:
        parts.missing_file()
    else:
        st.session_state["scene"] = scene
        page.run()
except CompactionError as error:
    parts.error_box(error)
