"""This visitor's own transcripts: in this browser session's memory and nowhere else."""

import time
from dataclasses import dataclass, replace

import streamlit as st

from compaction_core.session import Session
from ui.local_files import Origin
from ui.state.keys import Key

MOST_OWN, MOST_BYTES, KEPT_SECONDS = 5, 400_000_000, 2 * 60 * 60
"""Transcripts kept per visitor, their files' bytes in all, and how long after they were last shown."""


@dataclass(frozen=True)
class Choice:
    """Which transcript it is of the file that the visitor gave, as ``load`` takes it."""

    file: str = ""
    """The file's own name; empty where nothing was to be chosen."""
    member: str | None = None
    conversation: int = 0


WHOLE = Choice()
"""Of a file that is one transcript."""


@dataclass(frozen=True)
class Kept:
    """One transcript of a visitor."""

    session: Session
    name: str
    size: int
    """Bytes of the file."""
    used: float
    """When it was last shown, on the monotonic clock."""
    origin: Origin | None = None
    """The file of this computer that it was read from, if it was."""
    choice: Choice = WHOLE


def own() -> dict[str, Kept]:
    """This visitor's transcripts by digest, oldest first.

    Those not shown for KEPT_SECONDS are dropped, and the oldest beyond MOST_OWN or MOST_BYTES.
    """
    mine: dict[str, Kept] = st.session_state.setdefault("own", {})
    shown, now = st.session_state.get(Key.SESSION), time.monotonic()
    if shown in mine:
        mine[shown] = replace(mine[shown], used=now)
    for digest in [digest for digest, kept in mine.items() if now - kept.used > KEPT_SECONDS]:
        del mine[digest]
    while len(mine) > 1 and (len(mine) > MOST_OWN or sum(kept.size for kept in mine.values()) > MOST_BYTES):
        del mine[next(iter(mine))]
    return mine


def keep(session: Session, name: str, size: int, origin: Origin | None = None, choice: Choice = WHOLE) -> None:
    """Take in a loaded transcript of ``size`` bytes."""
    mine = own()
    mine.pop(session.digest, None)
    mine[session.digest] = Kept(session, name, size, time.monotonic(), origin, choice)


def grow(digest: str, grown: Kept) -> None:
    """What a followed file holds now takes the old one's place; where it is shown, with every choice as it stands."""
    mine = own()
    if mine.pop(digest, None) is None:  # forgotten in the meantime
        return
    mine[grown.session.digest] = replace(grown, used=time.monotonic())
    if st.session_state.get(Key.SESSION) == digest:
        st.session_state[Key.SESSION] = grown.session.digest
        for key in (Key.AFTER, Key.MESSAGE, Key.OVERHEAD):
            # their fields are new ones, since a longer session allows larger numbers: hand their values over
            st.session_state[key] = st.session_state.get(key)
