"""Before and after: what the model sees next, and what became of every message."""

import streamlit as st

from compaction_core.figures import before_after
from ui import parts, take_along, view_parts
from ui.scene import scene

found = view_parts.passes(scene())
headline = st.container()
now, result = view_parts.shown_pass(found)
with headline:
    st.subheader(view_parts.sentence(now, result))
view_parts.notes(now, result, found)
parts.ledger(result.ledger)
parts.chart(
    before_after(now.measured, result, selected=now.selected, dark=now.dark),
    key="before_after_chart",
    alt="The messages before and the list after, with ribbons into the summary",
    select=now.before is None,
)
view_parts.summary_card(now, result)
view_parts.lists(now, result)
take_along.summarizer_input(result)
view_parts.exports(found)
