"""The exhibit of the museum that is the session of every page: its setting, and the answers it comes with."""

from typing import Any, TypeVar

import streamlit as st

from compaction_core.museum import PREFIX, Exhibit, Setting, find_exhibit, mended, open_exhibit
from compaction_core.session import Session
from ui import masking
from ui.edits import Edits
from ui.state.keys import EXHIBITED, Key

AS_REPORTED, MENDED = EXHIBITED
Card = TypeVar("Card", bound=Setting)


def setting(exhibit: Exhibit, how: str) -> Setting:
    """The setting with or without the fix."""
    return mended(exhibit) if how == MENDED else exhibit.setting


def now() -> Setting | None:
    """The setting of the exhibit that is open; None for any other session, and where another strategy is tried on it.

    What the summarizer answered holds for the strategy that asked.
    """
    name = st.session_state.get(Key.SESSION, "")
    if not name.startswith(PREFIX):
        return None
    card = setting(find_exhibit(name), how())
    return shown(card, open_exhibit(name)) if card.strategy == st.session_state.get(Key.STRATEGY) else None


def how() -> str:
    """As reported, or mended."""
    found: str = st.session_state.get(Key.EXHIBIT, AS_REPORTED)
    return found


def given() -> Edits:
    """The summary and wrapper that the exhibit comes with, where one is the session of every page."""
    card = now()
    if card is None:
        return Edits()
    note = "" if card.summary is None else "the answer that the exhibit's card gives"
    return Edits(text=card.summary, note=note, stop_reason=card.stop_reason, **card.wrapper)


def shown(card: Card, session: Session) -> Card:
    """A setting with its answers as they may be shown beside their session."""
    if not masking.on():
        return card
    texts = [card.summary, [each.summary for each in card.rounds], card.wrapper.get("template")]
    summary, rounds, template = masking.shown(texts, beside=session)
    made: dict[str, Any] = {
        "summary": summary,
        "rounds": tuple(
            one.model_copy(update={"summary": said}) for one, said in zip(card.rounds, rounds, strict=True)
        ),
        "wrapper": card.wrapper if template is None else {**card.wrapper, "template": template},
    }
    # a fix changes only what is set in it
    return card.model_copy(update={name: made[name] for name in made if name in card.model_fields_set})
