"""Load your own: upload, paste, or pick one of the transcripts found on this computer."""

from pathlib import Path

import streamlit as st

from compaction_core.discovery import content
from compaction_core.errors import BadInput
from compaction_core.importers import Listing
from compaction_core.importers.sketch import EXAMPLE
from compaction_core.synth import Recipe, generate
from ui import cached, controls, local_files, masking, parts, progress, taking
from ui.local_files import Origin, is_local
from ui.state import sessions, transcripts


def dialog() -> None:
    """Open the dialog; its list of local files stays as it is now until it is opened again."""
    cached.listed.clear()
    _dialog()


@st.dialog("Load a transcript", width="large", on_dismiss=taking.drop_offers)
def _dialog() -> None:
    """Four ways in; every file ends in the same importers."""
    st.caption("It stays in this browser session's memory. Nothing is sent anywhere, and a button forgets it.")
    taking.choose()
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
    if not taking.take(taking.Given(uploaded.getvalue(), uploaded.name)):
        del st.session_state["upload_read"]  # so that its error stands as long as the file does


def _paste() -> None:
    label, empty = "JSON, JSONL or a sketch", '[{"role": "user", "content": "…"}]'
    text = st.text_area(label, height=220, key="paste", placeholder=empty)
    with st.expander("A sketch: a conversation in a few lines of YAML, with sizes instead of texts"):
        st.code(EXAMPLE, language="yaml")
        st.caption(
            "filler: words of one token each; repeated: the text again; calls and of: a tool call and its answer; "
            "times: messages again. Copy it with the button in its corner, and change it."
        )
    if st.button("Open", type="primary", disabled=not text, icon=":material/input:"):
        taking.take(taking.Given(text.encode("utf-8", "replace"), "pasted text"))


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
        taking.show(made, f"generated, seed {values['seed']}", made.integrity.lines)


def open_path(path: str) -> None:
    """Open what the app was started on, once per visitor; only while the app is local. Of several, one is chosen."""
    if not is_local():
        return
    place = Path(path)
    given = taking.Given(place, local_files.named(place), Origin(place) if place.is_file() else None)
    with progress.bar() as report:
        found = taking.read(given, report)
    if isinstance(found, Listing) or len(found) > 1:
        taking.offer(given, found)
        dialog()
    else:
        transcripts.keep(found[0], given.name, place.stat().st_size, given.origin)
        sessions.choose(found[0].digest)


def _on_this_computer() -> None:
    chosen = local_files.choose(masking.table)
    if chosen is None:
        return
    try:
        data = content(chosen.path, chosen.beside)
    except BadInput as error:
        parts.error_box(error)
    else:
        taking.take(taking.Given(data, local_files.named(chosen.path), Origin(chosen.path, chosen.beside)))


def _by_path() -> None:
    """A path: of a file, or of a folder (a task, a store, an unpacked export, or several transcripts)."""
    typed = st.text_input("Or the path of a file or folder", key="local_path").strip()
    if st.button("Open this path", disabled=not typed, icon=":material/folder_open:"):
        path = Path(typed).expanduser()
        taking.take(taking.Given(path, local_files.named(path), Origin(path) if path.is_file() else None))
