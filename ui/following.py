"""Follow a transcript of this computer that is still being written: it is read again when its file changes."""

import gc
import time
from dataclasses import dataclass, replace
from hashlib import blake2b

import streamlit as st

from compaction_core.discovery import Stamp, content, stamp, whole_lines
from compaction_core.errors import BadInput
from compaction_core.importers import load_all
from compaction_core.nearness import nearness, told
from compaction_core.session import Session
from ui import cached, local_files, masking
from ui.local_files import Origin
from ui.scene import Scene
from ui.state import later, transcripts
from ui.state.transcripts import Kept
from ui.words import escape

EVERY = 3.0
"""Seconds between two looks at a file of up to SMALL bytes; a larger one waits longer in proportion."""
SMALL, LONGEST_WAIT = 20_000_000, 60.0
QUIET = 60 * 60
"""Seconds without a change after which following stops."""


@dataclass(frozen=True)
class _Followed:
    """What is known of the file that is followed; times are on the monotonic clock."""

    key: str
    stamp: Stamp | None
    """Of the file as it was last read; None: not since following began."""
    changed: float
    looked: float


def toggle(digest: str, kept: Kept | None) -> bool:
    """Draw the switch, for a file of this computer only; whether the shown transcript is followed."""
    origin = kept.origin if kept else None
    if kept is None or origin is None or not local_files.is_local():
        st.session_state.pop("following", None)
        return False
    key, wait = _key(origin), pause(kept.size)
    if st.session_state.pop("follow_over", None) == key:
        st.session_state[key] = False
        st.caption("Following stopped: the file had not changed for an hour.")
    on = st.toggle(
        "Follow", key=key,
        help=f"While the agent works, the whole file is read again every {wait:.0f} seconds if it has changed.",
    )  # fmt: skip
    if not on:
        st.session_state.pop("following", None)
        return False
    followed: _Followed | None = st.session_state.get("following")
    if followed is None or followed.key != key:
        now = time.monotonic()
        st.session_state["following"] = _Followed(key, None, now, now - wait)
    st.fragment(_look, run_every=wait)(digest, wait)
    return True


def pause(size: int) -> float:
    """Seconds between two looks at a file of ``size`` bytes.

    >>> pause(1_000_000), pause(60_000_000), pause(10**10)
    (3.0, 9.0, 60.0)
    """
    return min(LONGEST_WAIT, EVERY * max(1.0, size / SMALL))


def status(scene: Scene) -> None:
    """How near the trigger is, above the page."""
    near = nearness(scene.watch, scene.session.stretches)
    words = f"Following this session, against {scene.strategy.label}. {told(near)}"
    if near.near:
        st.warning(escape(words), icon=":material/notifications_active:")
    else:
        st.info(escape(words), icon=":material/sensors:")


def _key(origin: Origin) -> str:
    name = f"{origin.conversation} {origin.member or ''} {origin.path}".encode("utf-8", "surrogateescape")
    return f"follow_{blake2b(name, digest_size=8).hexdigest()}"


def _look(digest: str, wait: float) -> None:
    """One look at the file; a fragment, which Streamlit runs again by itself."""
    followed: _Followed | None = st.session_state.get("following")
    kept = transcripts.own().get(digest)
    if followed is None or kept is None or kept.origin is None or not local_files.is_local():
        return
    now = time.monotonic()
    found = stamp(kept.origin.path, kept.origin.beside)
    due = now - followed.looked >= 0.8 * wait  # a page that is drawn again in between does not read again
    if found is None:
        said = "The file is gone. What was read of it stays."
    elif found == followed.stamp or not due:
        written = local_files.age(time.time() - found.modified / 1e9)
        said = f"Looked at {time.strftime('%H:%M:%S')}; last written {written}."
    else:
        try:
            grown = read_again(kept)
        except BadInput as error:
            st.session_state["following"] = replace(followed, looked=now)
            said = f"Not readable at the moment: {masking.shown(str(error))}"
        else:
            changed = followed.changed if followed.stamp is None else now
            followed = replace(followed, stamp=found, looked=now, changed=changed)
            st.session_state["following"] = followed
            _take(digest, replace(kept, size=found.size), grown)
            said = "Read just now."
    if now - followed.changed > QUIET:
        st.session_state["follow_over"] = followed.key
        st.rerun()
    st.caption(escape(said))


def _take(digest: str, kept: Kept, grown: Session) -> None:
    """Put what the file holds now in the place of what it held; the page is drawn again where that differs."""
    if grown.digest != digest:
        cached.outgrow()
    if grown.digest != digest or grown.integrity != kept.session.integrity:
        later.grow(digest, replace(kept, session=grown))


def read_again(kept: Kept) -> Session:
    """The transcript as its file holds it now, without a last line that is still being written.

    Raises BadInput where the file cannot be read, or the conversation is not in its place any more.
    """
    origin = kept.origin
    assert origin is not None  # noqa: S101
    sessions = load_all(whole_lines(content(origin.path, origin.beside)), member=origin.member)
    gc.unfreeze()  # loading freezes all that is alive; done again and again, garbage would be frozen with it for good
    if origin.conversation < len(sessions):
        found = sessions[origin.conversation]
        if len(sessions) == 1 or found.messages[0] == kept.session.messages[0]:
            return found
    raise BadInput("This conversation is not in its place in the file any more; open the file again.")
