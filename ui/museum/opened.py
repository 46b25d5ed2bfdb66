"""An exhibit as the session that every page looks at, in the state of its report or mended."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from compaction_core.museum import Exhibit, open_exhibit
from compaction_core.strategies import strategies
from ui import controls, link
from ui.checks import judged, limits
from ui.exhibit import AS_REPORTED, setting
from ui.state import sessions
from ui.state.keys import AS_RELEASED, Key
from ui.state.keys import setting as of_strategy


def take(exhibit: Exhibit, how: str) -> None:
    """Make it the session of every page, with its setting; before any widget is drawn."""
    strategy = setting(exhibit, how).strategy
    st.session_state[Key.SESSION] = exhibit.session_name
    sessions.start_over()
    st.session_state[Key.STRATEGY] = strategy
    controls.reset(strategies.get(strategy))
    for key, value in _choices(exhibit, how):
        st.session_state[key] = value
    provider = setting(exhibit, how).provider
    if provider is not None:
        judged.give([provider])
    else:
        st.session_state.pop(judged.CHOSEN, None)


def query(exhibit: Exhibit, how: str) -> str:
    """What stands behind a page's address to open it there."""
    asked = {str(Key.SESSION): exhibit.session_name, str(Key.STRATEGY): setting(exhibit, how).strategy}
    usual = {Key.EXHIBIT: AS_REPORTED, Key.COUNTER: "o200k_base", Key.ESTIMATOR: AS_RELEASED}
    asked |= {str(key): link.written(value) for key, value in _choices(exhibit, how) if value != usual.get(key)}
    provider = setting(exhibit, how).provider
    if provider is not None:
        asked[judged.PARAMETER] = provider
    return urlencode(asked, safe="/,")


def _choices(exhibit: Exhibit, how: str) -> Iterator[tuple[str, Any]]:
    """Every choice of the setting that a page has a field for."""
    chosen, session = setting(exhibit, how), open_exhibit(exhibit.name)
    yield Key.EXHIBIT, how
    yield Key.WINDOW, chosen.window or session.context_window
    yield Key.COUNTER, chosen.counter
    yield Key.ESTIMATOR, chosen.estimator or AS_RELEASED
    if chosen.at is not None:
        yield Key.AFTER, chosen.at - 1
    if chosen.overhead is not None:
        yield Key.OVERHEAD, chosen.overhead
    if chosen.protect:
        yield Key.PINS, [str(number) for number in chosen.protect]
    yield limits.OUTPUT, chosen.output
    yield limits.SUMMARIZER_WINDOW, chosen.summarizer_window
    for name, value in chosen.parameters.items():
        yield of_strategy(name), value
