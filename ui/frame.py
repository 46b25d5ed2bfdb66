"""The app's pages, declared once."""

from pathlib import Path

import streamlit as st

from compaction_core.cli.app import script

ICON = Path(__file__).with_name("icon.svg")  # a Material icon would be fetched from another host


def navigation() -> st.Page:
    """Declare the pages and return the one that was asked for."""
    st.set_page_config(page_title="Compaction Explorer", page_icon=str(ICON), layout="wide")
    folder = script().parent / "pages"
    return st.navigation(
        [
            st.Page(folder / "session.py", title="Session", icon=":material/timeline:", default=True),
            st.Page(folder / "cut_search.py", title="Cut search", icon=":material/content_cut:"),
            st.Page(folder / "before_after.py", title="Before and after", icon=":material/compare_arrows:"),
            st.Page(folder / "recorded.py", title="What happened", icon=":material/history:"),
            st.Page(folder / "compare.py", title="Compare", icon=":material/stacks:"),
            st.Page(folder / "checks.py", title="Checks", icon=":material/rule:"),
            st.Page(folder / "museum.py", title="Museum", icon=":material/bug_report:"),
            st.Page(folder / "summary_lab.py", title="Summary lab", icon=":material/science:"),
            st.Page(folder / "build.py", title="Build your own", icon=":material/construction:"),
            st.Page(folder / "claims.py", title="Claims", icon=":material/fact_check:"),
        ]
    )
