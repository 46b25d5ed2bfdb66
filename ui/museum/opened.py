"""An exhibit as the session that every page looks at, in the state of its report or mended."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from compaction_core.museum import PREFIX, Exhibit, Setting, find_exhibit, mended, open_exhibit
from compaction_core.strategies import strategies
from ui import checks, controls, link, state
from ui.edits import Edits
from ui.state import Key, setting

AS_REPORTED, MENDED = state.EXHIBITED


def shown(exhibit: Exhibit, how: str) -> Setting:
    """The setting with or without the fix."""
    return mended(exhibit) if how == MENDED else exhibit.setting


def take(exhibit: Exhibit, how: str) -> None:
    """Make it the session of every page, with its setting; before any widget is drawn."""
    strategy = shown(exhibit, how).strategy
    st.session_state[Key.SESSION] = exhibit.session_name
    state.start_over()
    st.session_state[Key.STRATEGY] = strategy
    controls.reset(strategies.get(strategy))
    for key, value in _choices(exhibit, how):
        st.session_state[key] = value
    provider = shown(exhibit, how).provider
    if provider is not None:
        st.session_state[checks.CHOSEN] = [provider]
    else:
        st.session_state.pop(checks.CHOSEN, None)


def query(exhibit: Exhibit, how: str) -> str:
    """What stands behind a page's address to open it there."""
    asked = {str(Key.SESSION): exhibit.session_name, str(Key.STRATEGY): shown(exhibit, how).strategy}
    usual = {Key.EXHIBIT: AS_REPORTED, Key.COUNTER: "o200k_base", Key.ESTIMATOR: state.AS_RELEASED}
    asked |= {str(key): link.written(value) for key, value in _choices(exhibit, how) if value != usual.get(key)}
    provider = shown(exhibit, how).provider
    if provider is not None:
        asked[checks.PARAMETER] = provider
    return urlencode(asked, safe="/,")


def _choices(exhibit: Exhibit, how: str) -> Iterator[tuple[str, Any]]:
    """Every choice of the setting that a page has a field for."""
    chosen, session = shown(exhibit, how), open_exhibit(exhibit.name)
    yield Key.EXHIBIT, how
    yield Key.WINDOW, chosen.window or session.context_window
    yield Key.COUNTER, chosen.counter
    yield Key.ESTIMATOR, chosen.estimator or state.AS_RELEASED
    if chosen.at is not None:
        yield Key.AFTER, chosen.at - 1
    if chosen.overhead is not None:
        yield Key.OVERHEAD, chosen.overhead
    if chosen.protect:
        yield Key.PINS, [str(number) for number in chosen.protect]
    for name, value in chosen.parameters.items():
        yield setting(name), value


def given() -> Edits:
    """The summary and wrapper that the exhibit comes with, where one is the session of every page."""
    name = st.session_state.get(Key.SESSION, "")
    if not name.startswith(PREFIX):
        return Edits()
    chosen = shown(find_exhibit(name), st.session_state.get(Key.EXHIBIT, AS_REPORTED))
    note = "" if chosen.summary is None else "the answer that the exhibit's card gives"
    return Edits(text=chosen.summary, note=note, stop_reason=chosen.stop_reason, **chosen.wrapper)
