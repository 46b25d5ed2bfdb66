"""The bug museum: failures to run, see and mend."""

import streamlit as st

from ui import museum
from ui.museum import cards
from ui.scene import scene

now = scene()
exhibit = museum.picked()
headline = st.container()
chosen = museum.how()
seen = cards.visit(exhibit, chosen)
with headline:
    st.subheader(museum.sentence(exhibit, seen))
    museum.story(exhibit)
st.caption(museum.facts(seen))
museum.picture(exhibit, seen, now.dark)
museum.verdict(exhibit, seen)
museum.answers(exhibit)
museum.others(seen, exhibit)
museum.doors(exhibit, chosen)
st.markdown("##### All exhibits")
museum.every()
