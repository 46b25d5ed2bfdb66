"""Load your own: upload, paste, or pick one of the transcripts found on this computer."""

from datetime import datetime
from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from compaction_core.discovery import Found, found
from compaction_core.errors import BadInput
from compaction_core.importers import load_all
from compaction_core.session import Session
from compaction_core.synth import Recipe, generate
from ui import controls, parts, state

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@st.dialog("Load a transcript", width="large")
def dialog() -> None:
    """Four ways in; every file ends in the same importers."""
    st.caption("It stays in this browser session's memory. Nothing is sent anywhere, and a button forgets it.")
    _choose_conversation()
    tabs = st.tabs(["Upload", "Paste", "Generate", *(["On this computer"] if is_local() else [])])
    with tabs[0]:
        _upload()
    with tabs[1]:
        _paste()
    with tabs[2]:
        _generate()
    if is_local():
        with tabs[3]:
            _on_this_computer()


def _upload() -> None:
    label = "A transcript file: JSON or JSONL, also compressed with gzip"
    uploaded = st.file_uploader(label, key="upload", max_upload_size=200)
    if uploaded is None or st.session_state.get("upload_read") == uploaded.file_id:
        return
    st.session_state["upload_read"] = uploaded.file_id
    if not _take(uploaded.getvalue(), uploaded.name):
        del st.session_state["upload_read"]  # so that its error stands as long as the file does


def _drop_upload() -> None:
    """Streamlit would keep the uploaded bytes until the browser session ends; the session is read, so they go now."""
    context, uploaded = get_script_run_ctx(), st.session_state.get("upload")
    if context is not None and uploaded is not None:
        context.uploaded_file_mgr.remove_file(session_id=context.session_id, file_id=uploaded.file_id)


def _paste() -> None:
    text = st.text_area("JSON or JSONL", height=220, key="paste", placeholder='[{"role": "user", "content": "…"}]')
    if st.button("Open", type="primary", disabled=not text, icon=":material/input:"):
        _take(text.encode("utf-8", "replace"), "pasted text")


def _generate() -> None:
    """A session made by the library's seeded generator; the same settings give the same session."""
    st.caption("Made here from a seed: work of an invented project. The same settings give the same session.")
    names = list(Recipe.model_fields)
    values = controls.fields(Recipe, names[:4], "recipe_{}".format)
    with st.expander("More"):
        values |= controls.fields(Recipe, names[4:], "recipe_{}".format)
    if st.button("Generate", type="primary", icon=":material/auto_awesome:"):
        with st.spinner(f"Writing {values['messages']:,} messages"):
            made = generate(Recipe(**values))
        _show(made, f"generated, seed {values['seed']}", made.integrity.lines)


def is_local() -> bool:
    """Whether the app listens to this computer alone; only then are local transcripts offered."""
    return st.get_option("server.address") in LOOPBACK


def open_path(path: str) -> None:
    """Open the file that the app was started on, once per visitor; only while the app is local."""
    if is_local():
        session = load_all(Path(path))[0]
        state.keep(session, Path(path).name, Path(path).stat().st_size)
        state.choose(session.digest)


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
    when = datetime.fromtimestamp(item.modified).strftime("%Y-%m-%d %H:%M")
    return f"{when} · {item.tool} · {item.project} · {size}"


def _take(data: bytes, name: str) -> bool:
    """Load and show; a bad file says what is wrong with it (then False) and leaves everything as it was."""
    try:
        with st.spinner(f"Reading {len(data) / 1_000_000:.1f} MB"):
            sessions = load_all(data)
    except BadInput as error:
        parts.error_box(error)
        return False
    if len(sessions) == 1:
        _show(sessions[0], name, len(data))
    st.session_state["conversations"] = sessions, name, len(data)
    st.rerun(scope="fragment")  # the chooser stands above
    return True


def _choose_conversation() -> None:
    """A file with several conversations: pick one."""
    if "conversations" not in st.session_state:
        return
    sessions: tuple[Session, ...]
    sessions, name, size = st.session_state["conversations"]
    choice = st.selectbox(
        f"This file holds {len(sessions):,} conversations", range(len(sessions)), key="conversation",
        format_func=lambda i: f"#{i}: {len(sessions[i].messages):,} messages · {sessions[i].title[:60]}",
    )  # fmt: skip
    if st.button("Open this one", type="primary", icon=":material/input:"):
        del st.session_state["conversations"]
        _show(sessions[choice], f"{name} #{choice}", size)


def _show(session: Session, name: str, size: int) -> None:
    _drop_upload()
    state.keep(session, name, size)
    state.choose_later(session.digest)
