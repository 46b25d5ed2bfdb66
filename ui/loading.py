"""Load your own: upload, paste, or pick one of the transcripts found on this computer."""

import streamlit as st

from compaction_core.discovery import Found, found
from compaction_core.errors import BadInput
from compaction_core.importers import load_all
from compaction_core.session import Session
from ui import state

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@st.dialog("Load a transcript", width="large")
def dialog() -> None:
    """Three ways in; every one ends in the same importer."""
    st.caption("It stays in this browser session's memory. Nothing is sent anywhere, and a button forgets it.")
    names = ["Upload", "Paste", *(["On this computer"] if is_local() else [])]
    tabs = st.tabs(names)
    with tabs[0]:
        uploaded = st.file_uploader(
            "A transcript file: JSON, JSONL, or either compressed with gzip", key="upload", max_upload_size=200
        )
        if uploaded is not None:
            _take(uploaded.getvalue(), uploaded.name)
    with tabs[1]:
        text = st.text_area("JSON or JSONL", height=220, key="paste", placeholder='[{"role": "user", "content": "…"}]')
        if st.button("Open", type="primary", disabled=not text, icon=":material/input:"):
            _take(text.encode("utf-8", "replace"), "pasted text")
    if is_local():
        with tabs[2]:
            _on_this_computer()


def is_local() -> bool:
    """Whether the app listens to this computer alone; only then are local transcripts offered."""
    return st.get_option("server.address") in LOOPBACK


def open_path(path: str) -> None:
    """Open the file that the app was started on, once per visitor; only while the app is local."""
    if is_local():
        _take_sessions(load_all(path), path.replace("\\", "/").rsplit("/", 1)[-1])


def _on_this_computer() -> None:
    transcripts = found()
    if not transcripts:
        st.info("No Claude Code or Codex transcripts found in their usual folders.")
        return
    chosen = st.selectbox("Newest first", transcripts, format_func=_describe, index=None, key="local_file")
    if chosen is not None and st.button("Open it", type="primary", icon=":material/folder_open:"):
        try:
            data = chosen.path.read_bytes()
        except OSError as error:
            st.error(f"Cannot read it: {error.strerror}. It may have been moved; reload this page.")
            return
        _take(data, chosen.path.name)


def _describe(item: Found) -> str:
    size = f"{item.size / 1_000_000:.1f} MB" if item.size >= 100_000 else f"{item.size / 1000:.0f} kB"
    when = item.modified.strftime("%Y-%m-%d %H:%M") if hasattr(item.modified, "strftime") else ""
    return f"{when} · {item.tool} · {item.project} · {size}"


def _take(data: bytes, name: str) -> None:
    """Load and show; a bad file says what is wrong with it and leaves everything as it was."""
    try:
        with st.spinner(f"Reading {len(data) / 1_000_000:.1f} MB"):
            sessions = load_all(data)
    except BadInput as error:
        st.error(str(error), icon=":material/error:")
        return
    if len(sessions) > 1:
        choice = st.selectbox(
            f"This file holds {len(sessions):,} conversations", range(len(sessions)),
            format_func=lambda i: f"#{i}: {len(sessions[i].messages):,} messages · {sessions[i].title[:60]}",
        )  # fmt: skip
        if not st.button("Open this one", type="primary"):
            return
        sessions = (sessions[choice],)
    _take_sessions(sessions, name)
    st.rerun()  # closes the dialog


def _take_sessions(sessions: tuple[Session, ...], name: str) -> None:
    state.keep(sessions[0], name)
