"""The cut search, step by step."""

import streamlit as st

from ui import search_parts
from ui.player import step_player
from ui.scene import scene
from ui.state import choices
from ui.state.keys import Key
from ui.state.step import PLAYER, step
from ui.words import escape

now = scene()
last = len(now.plan.steps) - 1
choices.at_most(Key.STEP, last)
st.subheader(escape(now.plan.steps[-1].text))
# where the user moved it, state.later has taken up before any page runs
step_player(now.session, now.measured, now.plan, now.strategy, step=min(step() or 0, last), key=PLAYER)
search_parts.quirks(now)
st.markdown("##### Every step")
search_parts.step_table(now)
st.markdown("##### Rejected candidates")
search_parts.rejected(now)
search_parts.by_hand(now)
