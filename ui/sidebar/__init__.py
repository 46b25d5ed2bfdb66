"""The sidebar every page shares: session, strategy, window, settings, selected message."""

import streamlit as st

from compaction_core.strategies import Strategy
from ui import controls, following, masking
from ui.scene import Scene
from ui.sidebar import counting, menu, moment, opening
from ui.state import choices, sessions, transcripts
from ui.state.keys import Key


def draw() -> Scene | None:
    """Draw the shared controls and return the scene; None while a link's own file is not loaded."""
    with st.sidebar:
        opening.open_argument()
        name, session = opening.session_shown()
        if session is None:
            opening.ask_for_file(name)
            return None
        followed = following.toggle(name, transcripts.own().get(name))
        session = masking.sidebar(session)
        st.divider()
        strategy = menu.strategy_chosen()
        window = moment.window()
        settings = controls.parameters(strategy)
        after = moment.after(session)
        pins = moment.pins(session)
        with st.expander("Counting"):
            overhead = counting.overhead(session)
            counter, estimator = counting.counter(), counting.estimator(strategy, settings)
        last = max(0, len(session.messages) - 1)
        choices.at_most(Key.MESSAGE, last)
        message = st.number_input(
            "Selected message #", min_value=0, max_value=last, value=None, step=1, key=Key.MESSAGE,
            persist_state="session", placeholder="click one anywhere, or type a number",
        )  # fmt: skip
        st.button(
            "Reset to defaults", icon=":material/restart_alt:", width="stretch", on_click=_reset, args=(strategy,)
        )
    bundled = name in sessions.bundled() or sessions.is_exhibit(name)
    scene = Scene(
        session=session,
        sample=name if bundled else None,
        strategy=strategy,
        settings=settings,
        window=window,
        counter=counter,
        estimator=estimator,
        after=after,
        overhead=overhead,
        message=message,
        dark=st.context.theme.type == "dark",
        pins=pins,
    )
    if followed:
        following.status(scene)
    return scene


def _reset(strategy: Strategy) -> None:
    controls.reset(strategy)
    choices.reset()
    menu.own_settings()
