"""Checks: will it break, and why."""

import streamlit as st

from compaction_core.figures.marks import marks
from ui import checks, messages, parts
from ui.checks import judged, limits, more, passes
from ui.scene import scene
from ui.words import escape

now = scene()
headline, picture = st.container(), st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    providers = judged.providers(now)
    given = limits.chosen()
    result = judged.judge(now, providers, given)
    left = checks.shown(result.found)
with headline:
    st.subheader(checks.sentence(now, result.found, providers))
with picture:
    parts.chart(
        marks(now.measured, now.plan, checks.marked(left), session=now.session, selected=now.selected, dark=now.dark),
        key="checks_strip",
        alt="The planned messages as blocks, their width their tokens, with a mark over each that a finding is about",
    )
    st.caption(checks.legend(now, result.card))
if given.told:
    st.caption(escape(given.told))
passes.several(result.passes)
checks.advice(left)
st.markdown("##### Every finding")
checks.table(left)
if now.selected is not None:
    messages.detail(now, now.selected)
more.draw(now, result, providers)
