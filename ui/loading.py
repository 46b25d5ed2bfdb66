"""Load your own: upload, paste, or pick one of the transcripts found on this computer."""

from dataclasses import replace
from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from compaction_core.discovery import content
from compaction_core.errors import BadInput
from compaction_core.importers import load_all
from compaction_core.report.words import count
from compaction_core.session import Session
from compaction_core.synth import Recipe, generate
from ui import cached, controls, conversations, local_files, parts, progress, state
from ui.local_files import Origin, is_local
from ui.words import escape


def dialog() -> None:
    """Open the dialog; its list of local files stays as it is now until it is opened again."""
    cached.listed.clear()
    _dialog()


@st.dialog("Load a transcript", width="large")
def _dialog() -> None:
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
            _by_path()


def _upload() -> None:
    label = "A transcript: JSON, JSONL, Markdown, SQLite or a data export, also packed with zip, gzip or Zstandard"
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


def open_path(path: str) -> None:
    """Open the file that the app was started on, once per visitor; only while the app is local."""
    if is_local():
        place = Path(path)
        session = load_all(place)[0]
        state.keep(session, place.name, place.stat().st_size, Origin(place) if place.is_file() else None)
        state.choose(session.digest)


def _on_this_computer() -> None:
    chosen = local_files.choose()
    if chosen is None:
        return
    try:
        data = content(chosen.path, chosen.beside)
    except BadInput as error:
        parts.error_box(error)
    else:
        _take(data, local_files.named(chosen.path), Origin(chosen.path, chosen.beside))


def _by_path() -> None:
    """A path: of a file, or of a folder that is one transcript (a task, a store, an unpacked export)."""
    typed = st.text_input("Or the path of a file or folder", key="local_path").strip()
    if st.button("Open this path", disabled=not typed, icon=":material/folder_open:"):
        path = Path(typed).expanduser()
        _take(path, local_files.named(path), Origin(path) if path.is_file() else None)


def _take(data: bytes | Path, name: str, origin: Origin | None = None) -> bool:
    """Load and show; a bad file says what is wrong with it (then False) and leaves everything as it was."""
    try:
        size = "" if isinstance(data, Path) else f", {len(data) / 1_000_000:.1f} MB"
        with st.spinner(f"Reading {escape(name)}{size}"), progress.bar() as report:
            sessions = load_all(data, report)
    except BadInput as error:
        parts.error_box(error)
        return False
    held = len(data) if isinstance(data, bytes) else sum(map(conversations.text_bytes, sessions))
    if len(sessions) == 1:
        _show(sessions[0], name, held, origin)
    st.session_state["conversations"] = sessions, name, held, origin, conversations.table(sessions)
    st.rerun(scope="fragment")  # the chooser stands above
    return True


def _choose_conversation() -> None:
    """A file with several conversations: pick one."""
    if "conversations" not in st.session_state:
        return
    sessions: tuple[Session, ...]
    origin: Origin | None
    sessions, name, size, origin, rows = st.session_state["conversations"]
    choice = conversations.choose(rows)
    if choice is not None:
        del st.session_state["conversations"]
        place = replace(origin, conversation=choice) if origin else None
        _show(sessions[choice], f"{name} #{choice}", size, place)


def _show(session: Session, name: str, size: int, origin: Origin | None = None) -> None:
    """Count it here, where its bar can be seen, and show it."""
    _drop_upload()
    with st.spinner(f"Counting {count(len(session.messages), 'message')}"):
        cached.counted(session, session.digest, st.session_state[state.Key.COUNTER])
    state.keep(session, name, size, origin)
    state.choose_later(session.digest)
