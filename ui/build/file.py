"""The recipe as a file: presets, upload, download, and its text in a field that can be edited."""

import streamlit as st

from compaction_core.strategies.composed import presets
from ui.build import held
from ui.build.held import TEXT, Held
from ui.words import escape


def draw(now: Held) -> None:
    """What stands beside the controls."""
    st.selectbox(
        "Start from", presets.names(), index=None, key="build_preset", format_func=_title, on_change=_preset,
        placeholder="a recipe that comes with the app",
        help="Most decide as the system does that they are named after; a test holds that.",
    )  # fmt: skip
    if now.recipe.same_as:
        under = " under the settings named in it" if now.recipe.settings else ""
        st.caption(escape(f"It decides as {now.recipe.same_as} does{under}."))
    if now.error:
        st.error(f"{escape(now.error)} The last recipe that could be read still counts.", icon=":material/error:")
        st.button("Put that one here", icon=":material/undo:", on_click=held.change, args=(now.recipe,))
    st.text_area("Recipe, as YAML", key=TEXT, height=560, on_change=held.typed)
    left, right = st.columns(2, vertical_alignment="bottom")
    left.download_button(
        "Save as a file", now.text, "recipe.yaml", "application/yaml", icon=":material/download:", width="stretch",
        on_click="ignore", disabled=bool(now.error),
    )  # fmt: skip
    with right.popover("Load a file", icon=":material/upload_file:", width="stretch"):
        st.file_uploader(
            "A recipe in YAML", type=["yaml", "yml"], key="build_upload", max_upload_size=1, on_change=_upload
        )


def _title(name: str) -> str:
    return presets.preset(name).name if name != presets.FIRST else "Balanced, ours"


def _preset() -> None:
    chosen = st.session_state.get("build_preset")
    if chosen:
        held.put(presets.text(chosen))
        st.session_state["build_preset"] = None


def _upload() -> None:
    uploaded = st.session_state.get("build_upload")
    if uploaded is not None:
        held.put(uploaded.getvalue().decode("utf-8", "replace"))
