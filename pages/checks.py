"""Checks: will it break, and why."""

import streamlit as st

from compaction_core.figures.marks import marks
from ui import checks, parts
from ui.checks import blocking, counting, looks
from ui.scene import scene

now = scene()
headline, picture = st.container(), st.container()
whose, which = st.columns([3, 2])
with whose:
    providers = checks.chosen(now)
found = checks.look(now, providers)
with headline:
    st.subheader(checks.sentence(now, found, providers))
with which:
    left = checks.shown(found)
with picture:
    parts.chart(
        marks(now.measured, now.plan, checks.marked(left), session=now.session, selected=now.selected, dark=now.dark),
        key="checks_strip",
        alt="The planned messages as blocks, their width their tokens, with a mark over each that a finding is about",
    )
    st.caption(
        "An octagon is an error, a triangle a warning, a dot a note. Judged: the list before, the list after with an "
        f"offline summary, the summarizer's request, and the settings. Widths are tokens, {now.counted}."
    )
checks.advice(left)
st.markdown("##### Every finding")
checks.table(left)
blocking.section(now, found, providers)
looks.section(now)
counting.section(now)
if now.selected is not None:
    parts.detail(now, now.selected)
