"""Which session is shown, and how another one gets there."""

import sys

import streamlit as st

from compaction_core.errors import CompactionError
from compaction_core.museum import find_exhibit
from compaction_core.session import Session
from ui import cached, loading, masking, parts
from ui.state import sessions, transcripts
from ui.state.keys import Key


def open_argument() -> None:
    """``compaction-explorer app FILE`` opens that file for everyone on this computer."""
    if len(sys.argv) > 1 and "argument" not in st.session_state:
        st.session_state["argument"] = sys.argv[1]
        try:
            loading.open_path(sys.argv[1])
        except CompactionError as error:
            parts.error_box(error)


def session_shown() -> tuple[str, Session | None]:
    """Its name and itself; None in the place of a transcript that is not loaded here."""
    bundled, mine = sessions.bundled(), transcripts.own()
    options = [*mine, *bundled]
    wanted = st.session_state[Key.SESSION]
    if wanted not in options:
        options.append(wanted)  # a link to a file that is not here
    labels = {name: sample.title for name, sample in bundled.items()}
    if sessions.is_exhibit(wanted):
        labels[wanted] = f"Museum: {find_exhibit(wanted).title}"
    labels = masking.shown(labels | {digest: kept.name for digest, kept in mine.items()})
    name = st.selectbox(
        "Session", options, key=Key.SESSION, persist_state="session", on_change=sessions.start_over,
        format_func=lambda n: labels.get(n, f"not loaded: {n}"),
    )  # fmt: skip
    if st.button("Load your own", icon=":material/upload_file:", width="stretch"):
        loading.dialog()
    if name not in mine:
        return name, cached.sample(name) if name in bundled or sessions.is_exhibit(name) else None
    st.button(
        "Forget this transcript", icon=":material/delete:", width="stretch", on_click=_forget, args=(name,),
        help="Drops it, and everything computed from it, from the memory of the app.",
    )  # fmt: skip
    return name, mine[name].session


def ask_for_file(digest: str) -> None:
    """For the file of a link that only its sender has."""
    st.warning(
        f"This link shows a transcript that is not here (digest {digest}). Load that file to see the same view.",
        icon=":material/link:",
    )


def _forget(digest: str) -> None:
    cached.forget()
    sessions.forget(digest)
