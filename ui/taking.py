"""From a file that the visitor gave to the transcript that is shown: read, chosen among several, counted, kept."""

from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from compaction_core.errors import BadInput
from compaction_core.importers import Listing, SeveralTranscripts, described, load_all
from compaction_core.progress import Report
from compaction_core.report.words import visible
from compaction_core.session import Session
from compaction_core.words import count
from ui import cached, conversations, masking, members, parts, progress
from ui.local_files import Origin
from ui.state import later, transcripts
from ui.state.keys import Key
from ui.state.transcripts import WHOLE, Choice
from ui.words import escape


@dataclass(frozen=True)
class Given:
    """A file or folder that the visitor gave, and what was chosen in it so far."""

    data: bytes | Path
    name: str
    origin: Origin | None = None
    choice: Choice = WHOLE


def take(given: Given) -> bool:
    """Load and show; a bad file says what is wrong with it (then False) and leaves everything as it was."""
    try:
        size = "" if isinstance(given.data, Path) else f", {len(given.data) / 1_000_000:.1f} MB"
        with st.spinner(f"Reading {escape(masking.shown(_shown(given)))}{size}"), progress.bar() as report:
            found = read(given, report)
    except BadInput as error:
        parts.error_box(error)
        return False
    if isinstance(found, tuple) and len(found) == 1:
        show(found[0], _shown(given), _size(given, found), given.origin, given.choice)
    offer(given, found)
    st.rerun(scope="fragment")  # the list to choose from stands above
    return True


def read(given: Given, report: Report) -> tuple[Session, ...] | Listing:
    """The conversations; of a zip file or folder with several transcripts the list of them. Raises BadInput."""
    try:
        return load_all(given.data, report, given.choice.member)
    except SeveralTranscripts as several:
        if given.choice.member is not None:  # one inside another
            raise
        listing = described(given.data, several.listing, report)
        if not listing.members:
            raise
        return listing


def offer(given: Given, found: tuple[Session, ...] | Listing) -> None:
    """Put up the list to choose one from."""
    if given.choice.member is None:
        drop_offers()
    if isinstance(found, Listing):
        st.session_state["members"] = given, found, members.table(found)
    else:
        st.session_state["conversations"] = given, found, conversations.table(found)


def choose() -> None:
    """A zip file or folder with several transcripts, a file with several conversations: pick one."""
    if "conversations" in st.session_state:
        _choose_conversation()
    elif "members" in st.session_state:
        _choose_member()


def _choose_member() -> None:
    given: Given
    listing: Listing
    given, listing, rows = st.session_state["members"]
    member = members.choose(listing, rows)
    if member is None:
        return
    origin = replace(given.origin, member=member.path) if given.origin else None
    if isinstance(given.data, Path) and (given.data / member.path).is_file():
        origin = Origin(given.data / member.path)  # of a folder
    take(replace(given, origin=origin, choice=Choice(given.name, member.path)))


def _choose_conversation() -> None:
    given: Given
    sessions: tuple[Session, ...]
    given, sessions, rows = st.session_state["conversations"]
    chosen = conversations.choose(rows)
    if given.choice.member is not None and st.button("Back to the files", icon=":material/arrow_back:"):
        del st.session_state["conversations"]
        st.rerun(scope="fragment")
    if chosen is not None:
        choice = replace(given.choice, file=given.name, conversation=chosen)
        origin = replace(given.origin, conversation=chosen) if given.origin else None
        show(sessions[chosen], f"{_shown(given)} #{chosen}", _size(given, sessions), origin, choice)


def _shown(given: Given) -> str:
    """The name of what was chosen so far."""
    inside = given.choice.member
    return given.name if inside is None else f"{given.name}: {visible(PurePosixPath(inside).name)}"


def _size(given: Given, sessions: tuple[Session, ...]) -> int:
    """Bytes of the file that was read, or of the text in it where it is one of several."""
    if isinstance(given.data, bytes) and given.choice.member is None:
        return len(given.data)
    return sum(map(conversations.text_bytes, sessions))


def show(session: Session, name: str, size: int, origin: Origin | None = None, choice: Choice = WHOLE) -> None:
    """Count it here, where its bar can be seen, and show it."""
    _drop_upload()
    drop_offers()
    with st.spinner(f"Counting {count(len(session.messages), 'message')}"):
        cached.counted(session, session.digest, st.session_state[Key.COUNTER])
    transcripts.keep(session, name, size, origin, choice)
    later.choose(session.digest)


def drop_offers() -> None:
    """What could still be chosen goes with the dialog."""
    st.session_state.pop("members", None)
    st.session_state.pop("conversations", None)


def _drop_upload() -> None:
    """Streamlit would keep the uploaded bytes until the browser session ends; the session is read, so they go now."""
    context, uploaded = get_script_run_ctx(), st.session_state.get("upload")
    if context is not None and uploaded is not None:
        context.uploaded_file_mgr.remove_file(session_id=context.session_id, file_id=uploaded.file_id)
