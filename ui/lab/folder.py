"""Runs kept as files, and replayed; only while the app listens to this computer alone."""

from pathlib import Path

import streamlit as st

from compaction_core.summarizers.recordings import recordings
from ui import loading

FOLDER, RECORD, REPLAY = "lab_folder", "lab_record", "lab_replay"


def default() -> Path:
    """A folder of its own in the home folder."""
    return Path.home() / ".compaction-explorer" / "runs"


def _allowed() -> bool:
    return loading.is_local()


def folder() -> Path | None:
    """Where runs are kept or replayed from; None where neither is asked for."""
    if not _allowed() or not (st.session_state.get(RECORD) or replaying()):
        return None
    typed = (st.session_state.get(FOLDER) or "").strip()
    return Path(typed).expanduser() if typed else default()


def replaying() -> bool:
    """Whether answers come from the folder."""
    return _allowed() and bool(st.session_state.get(REPLAY))


def draw() -> None:
    """Record and replay."""
    st.markdown("##### Runs as files")
    if not _allowed():
        st.caption("This app is served to others, so it writes and reads no files. Run it on your own computer.")
        return
    row = st.columns([1, 1, 2], vertical_alignment="bottom")
    row[0].toggle(
        "Keep runs as files", key=RECORD, persist_state="session", disabled=replaying(),
        help="Each answer with its settings, times and usage, and the request's digest; no transcript, no key.",
    )  # fmt: skip
    row[1].toggle(
        "Replay instead of sending", key=REPLAY, persist_state="session",
        help="Answers come from the folder, without network or key, and are labelled as recorded.",
    )  # fmt: skip
    row[2].text_input("Folder", key=FOLDER, max_chars=1000, persist_state="session", placeholder=str(default()))
    place = folder()
    if place is not None:
        kept = len(recordings(place))
        st.caption(f"The folder holds {kept:,} recorded {'run' if kept == 1 else 'runs'}.")
