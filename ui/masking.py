"""What is masked: on screen on request, in exports unless switched off. Own words stay in this visitor's memory."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import pandas as pd
import streamlit as st

from compaction_core.errors import CompactionError
from compaction_core.redaction import ALL, NO_MASKING, Kind, Masking, found_words, own_words
from compaction_core.redaction.settings import NOUNS
from compaction_core.session import Session
from ui import cached, link
from ui.scene import Scene
from ui.state import transcripts
from ui.state.keys import Key
from ui.state.transcripts import WHOLE, Choice
from ui.words import escape

V = TypeVar("V")
ON_SCREEN = "mask"
"""Also the query parameter: a link made for showing opens masked."""
KINDS, WORDS, IN_EXPORTS = "mask_kinds", "mask_words", "mask_exports"


def sidebar(whole: Session) -> Session:
    """Draw the choices that every page shares; the session, masked if it is to be shown so."""
    _take()
    with st.expander("Masking"):
        wanted = st.toggle(
            "Mask on screen", key=ON_SCREEN, persist_state="session",
            help="For showing it to others: secrets and personal data become placeholders in every view.",
        )  # fmt: skip
        st.multiselect(
            "What is masked", list(ALL), default=list(ALL), key=KINDS, persist_state="session",
            format_func=lambda kind: NOUNS[kind][1], placeholder="only your own words",
            help="On screen, in exports, and in what is sent to a remote model. Found by shape: a secret of an unknown "
            "shape is missed.",
        )  # fmt: skip
        st.text_area(
            "Words of your own", key=WORDS, persist_state="session", height=90, placeholder="one a line",
            help="A customer's name, a project, a host. Whole words, in any case; * stands for any letters and digits. "
            "Kept in this browser session's memory only.",
        )  # fmt: skip
        masking = chosen(tell=True)
    link.put(ON_SCREEN, wanted, False)
    if not wanted or not masking.on:
        return whole
    masked, counts = cached.masked(whole, whole.digest, masking.model_dump_json())
    told = found_words(counts) if any(counts.values()) else "nothing was found"
    st.caption(
        f"Masked on screen: {told}. Tokens are counted, and cuts decided, on the masked texts, so both may differ a "
        "little from the transcript's own."
    )
    return masked


def chosen(tell: bool = False) -> Masking:
    """The kinds and words that are chosen; with ``tell``, words that cannot be taken say why."""
    found: list[Kind] = st.session_state.get(KINDS, list(ALL))
    try:
        words = own_words(st.session_state.get(WORDS) or "")
    except CompactionError as error:
        words = ()
        if tell:
            st.error(escape(str(error)), icon=":material/error:")
    return Masking(kinds=tuple(kind for kind in ALL if kind in found), words=words)


def on() -> bool:
    """Whether what is shown is masked."""
    _take()
    return bool(st.session_state[ON_SCREEN]) and chosen().on


def _take() -> None:
    """What comes before the switch on the page is masked too, from the first run of a link on."""
    link.take(ON_SCREEN, False, lambda text: text == "true")


def shown(value: V, beside: Any = ()) -> V:
    """Texts that are not in the session of every page, as they may be shown; what is known from ``beside``, too.

    A file's name, an error, another session's words: whatever a page shows that did not come from ``scene()``.
    """
    return chosen().applied(value, beside)[0] if on() else value


def table(rows: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """A table of files or titles as it may be shown."""
    return rows.assign(**shown({name: rows[name].tolist() for name in columns})) if on() else rows


def session(other: Session) -> Session:
    """A session that is not the one of every page, as it may be shown."""
    return cached.masked(other, other.digest, chosen().model_dump_json())[0] if on() else other


def choice() -> Choice:
    """Which transcript of a visitor's file is shown, as it may be shown; empty for a bundled one."""
    kept = transcripts.own().get(st.session_state[Key.SESSION])
    found = kept.choice if kept is not None else WHOLE
    return found if found.member is None else replace(found, file=shown(found.file), member=shown(found.member))


def file(scene: Scene) -> str:
    """The session's file as a command names it, as it may be shown: a sample's name, else the file's own."""
    kept = transcripts.own().get(st.session_state[Key.SESSION])
    if scene.sample is not None or kept is None:
        return scene.sample or "YOUR_FILE"
    return shown(kept.choice.file or kept.name)


def exports(scene: Scene) -> Masking:
    """The switch beside the downloads, and what it finds in the session; what they are masked by."""
    wanted = st.toggle(
        "Mask secrets and personal data in exports", value=True, key=IN_EXPORTS, persist_state="session",
        help="Which kinds, and words of your own: Masking, in the sidebar.",
    )  # fmt: skip
    if st.session_state.get(ON_SCREEN):
        st.caption(
            "Masked on screen: the files hold what is shown, and digest and counts are those of the masked texts."
        )
        return chosen() if wanted else NO_MASKING
    if not wanted:
        st.caption("The files hold every text as it is.")
        return NO_MASKING
    masking = chosen()
    if not masking.on:
        st.caption("No kind is chosen under Masking, in the sidebar: the files hold every text as it is.")
        return NO_MASKING
    _, counts = cached.masked(scene.session, scene.session.digest, masking.model_dump_json())
    if not any(counts.values()):
        st.caption("Nothing to mask was found in this session.")
        return masking
    st.caption(
        f"Found in this session: {found_words(counts)}. Each file masks what it holds of them and says how many; token "
        "counts, message numbers and the digest stay those of the texts as they are."
    )
    return masking
