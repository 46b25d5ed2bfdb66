"""Home: the whole story of a session in one sentence and one picture."""

from pathlib import Path

import streamlit as st

from compaction_core.figures import categories, growth, strip
from compaction_core.figures.blocks import shown as drawn
from compaction_core.report.story import story, why
from ui import integrity, loading, messages, parts, reported
from ui.scene import scene
from ui.state.keys import GROWTHS, Key
from ui.words import escape

now = scene()
st.subheader(escape(story(now.session, now.measured, now.plan, now.watch, now.strategy.label)))
st.markdown(escape(why(now.plan)))

parts.lost_lines(now)
parts.quiet_window(now)

shown = st.segmented_control(
    "Show", GROWTHS, required=True, key=Key.GROWTH, persist_state="session", label_visibility="collapsed",
)  # fmt: skip
parts.chart(
    growth(
        now.session, now.measured, now.lines, now.watch, now.plan, after=now.passes()[-1][1].ledger.context_after,
        selected=now.selected,
        per_message=shown == "per message", strategy=now.strategy.label, dark=now.dark,
    ),
    key="growth_chart",
    alt="Context tokens after each message, by category, with window, trigger and goal",
)  # fmt: skip
parts.chart(
    strip(now.measured, now.plan, session=now.session, selected=now.selected, dark=now.dark),
    key="strip_chart",
    alt="The planned messages as blocks, their width their tokens; hatched ones are summarized",
)
here = Path(__file__).parent
doors = st.columns(3, vertical_alignment="center")
doors[0].page_link(here / "cut_search.py", label="Step through the search", icon=":material/content_cut:")
doors[1].page_link(here / "before_after.py", label="See before and after", icon=":material/compare_arrows:")
if doors[2].button("Load your own", icon=":material/upload_file:", type="tertiary", key="door_load"):
    loading.dialog()

st.markdown("##### What fills the window")
st.caption(f"Messages in context at the moment of the plan. Tokens, {now.counted}.")
parts.chart(
    categories(now.measured.picked(drawn(now.measured, now.plan).numbers), dark=now.dark),
    key="categories_chart", alt="Tokens by category", select=False,
)  # fmt: skip
st.markdown("##### What was read")
integrity.draw(now)
reported.draw(now)
st.markdown("##### Messages")
messages.table(now)
