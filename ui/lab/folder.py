"""Where runs and prompts are kept as files; only while the app listens to this computer alone."""

from pathlib import Path

import streamlit as st

from compaction_core.summarizers.recordings import recordings
from ui import loading

FOLDER, RECORD, REPLAY, PROMPTS = "lab_folder", "lab_record", "lab_replay", "lab_prompts_folder"


def default(what: str) -> Path:
    """A folder of its own in the home folder, for ``runs`` or ``prompts``."""
    return Path.home() / ".compaction-explorer" / what


def _allowed() -> bool:
    return loading.is_local()


def folder() -> Path | None:
    """Where runs are kept or replayed from; None where neither is asked for."""
    if not _allowed() or not (st.session_state.get(RECORD) or replaying()):
        return None
    return _typed(FOLDER, "runs")


def prompts() -> Path | None:
    """Where saved prompts are; None where the app keeps no files."""
    return _typed(PROMPTS, "prompts") if _allowed() else None


def _typed(key: str, what: str) -> Path:
    typed = (st.session_state.get(key) or "").strip()
    if not typed:
        return default(what)
    try:
        return Path(typed).expanduser()
    except RuntimeError:  # ~name of nobody here
        return Path(typed)


def replaying() -> bool:
    """Whether answers come from the folder."""
    return _allowed() and bool(st.session_state.get(REPLAY))


def draw() -> None:
    """Record and replay, and the folders."""
    st.markdown("##### Runs and prompts as files")
    if not _allowed():
        st.caption("This app is served to others, so it writes and reads no files. Run it on your own computer.")
        return
    row = st.columns(2, vertical_alignment="bottom")
    row[0].toggle(
        "Keep runs as files", key=RECORD, persist_state="session", disabled=replaying(),
        help="Each answer with its settings, times and usage, and the request's digest; no transcript, no key.",
    )  # fmt: skip
    row[1].toggle(
        "Replay instead of sending", key=REPLAY, persist_state="session",
        help="Answers come from the folder, without network or key, and are labelled as recorded.",
    )  # fmt: skip
    row = st.columns(2)
    row[0].text_input(
        "Folder of runs", key=FOLDER, max_chars=1000, persist_state="session", placeholder=str(default("runs"))
    )
    row[1].text_input(
        "Saved prompts are in", key=PROMPTS, max_chars=1000, persist_state="session",
        placeholder=str(default("prompts")), help="One file a version, as it can be downloaded and uploaded too.",
    )  # fmt: skip
    place = folder()
    if place is not None:
        kept = len(recordings(place))
        st.caption(f"The folder holds {kept:,} recorded {'run' if kept == 1 else 'runs'}.")
