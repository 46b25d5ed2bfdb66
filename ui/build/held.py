"""What the page holds: the last recipe that could be read, the text as it stands in its field, and what is wrong.

The controls start from ``base``. Whatever comes from elsewhere (the text, a preset, a file, a button) makes a new base
and with it new controls; what comes from the controls changes recipe and text alone.
"""

from dataclasses import dataclass, replace

import streamlit as st

from compaction_core.errors import BadParameter
from compaction_core.strategies.composed import presets
from compaction_core.strategies.composed.recipe import Recipe, read, write
from ui.state.keys import Key, setting

HELD, TEXT = "build_held", "build_yaml"


@dataclass(frozen=True)
class Held:
    """One state of the page."""

    recipe: Recipe
    text: str
    base: Recipe
    round: int = 0
    """Counts the bases; part of every control's key."""
    error: str = ""


def opened() -> Held:
    """What is held; on the first visit the sidebar's own recipe, else ours. Coming back makes new controls."""
    held: Held | None = st.session_state.get(HELD)
    if held is None:
        text = _sidebars() or presets.text(presets.FIRST)
        recipe = read(text)
        held = Held(recipe, text, recipe)
    elif TEXT not in st.session_state:  # the page was left, and its widgets with it
        held = replace(held, base=held.recipe, round=held.round + 1)
    st.session_state[HELD] = held
    st.session_state.setdefault(TEXT, held.text)
    return held


def _sidebars() -> str:
    """The recipe in the sidebar, where it can be read."""
    text = st.session_state.get(setting("recipe")) if st.session_state.get(Key.STRATEGY) == "composed" else None
    try:
        return text if isinstance(text, str) and read(text) else ""
    except BadParameter:
        return ""


def now() -> Held:
    """What is held by now, the controls taken in."""
    held: Held = st.session_state[HELD]
    return held


def taken(recipe: Recipe) -> None:
    """Take in what the controls say. A text with an error stays as it was typed."""
    held: Held = st.session_state[HELD]
    if recipe != held.recipe:
        text = held.text if held.error else write(recipe)
        st.session_state[HELD], st.session_state[TEXT] = replace(held, recipe=recipe, text=text), text


def typed() -> None:
    """The text was changed by hand."""
    put(st.session_state[TEXT])


def put(text: str) -> None:
    """Take in a text; one that cannot be read changes nothing but the text."""
    held: Held = st.session_state[HELD]
    st.session_state[TEXT] = text
    try:
        recipe = read(text)
    except BadParameter as error:
        st.session_state[HELD] = replace(held, text=text, error=str(error))
        return
    st.session_state[HELD] = Held(recipe, text, recipe, held.round + 1)


def change(recipe: Recipe) -> None:
    """Take in a recipe that a button made."""
    held: Held = st.session_state[HELD]
    text = write(recipe)
    st.session_state[HELD], st.session_state[TEXT] = Held(recipe, text, recipe, held.round + 1), text
