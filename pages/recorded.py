"""What happened: the compactions and clears the file records, and what a strategy would have done there."""

import streamlit as st

from compaction_core.figures.recorded import recorded as picture
from compaction_core.recorded import Beside, told
from ui import parts, recorded
from ui.scene import Scene, scene
from ui.words import escape


def draw(shown: Scene, found: Beside, select: bool = True) -> None:
    parts.chart(
        picture(found, shown.measured, session=shown.session, selected=shown.selected, dark=shown.dark),
        key="recorded_strips",
        alt="The messages before the recorded moment, twice: as recorded, and as the strategy would have done it",
        select=select,
    )
    recorded.legend(shown)


now = scene()
every = recorded.events(now)
if every:
    headline = st.container()
    nth = recorded.chosen(now, every)
    one = recorded.beside(now, every[nth])
    with headline:
        st.subheader(escape(told(one)))
    draw(now, one)
    recorded.every(now, every)
    recorded.unplaced(now)
    recorded.agreement(now, one)
    recorded.summaries(now, one)
else:
    recorded.nothing(now)
    other = recorded.example(now)
    st.markdown("##### What a record looks like")
    one = recorded.beside(other, recorded.events(other)[0])
    st.markdown(escape(told(one)))
    draw(other, one, select=False)
