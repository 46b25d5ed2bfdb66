"""Before and after: what the model sees next, and what became of every message."""

import streamlit as st

from compaction_core.figures import before_after
from ui import parts, view_parts
from ui.scene import scene

now = scene()
result = view_parts.compaction(now)
st.subheader(view_parts.sentence(now, result))
view_parts.still_full(now, result)
parts.ledger(result.ledger)
parts.chart(
    before_after(now.measured, result, selected=now.selected, dark=now.dark),
    key="before_after_chart",
    alt="The messages before and the list after, with ribbons into the summary",
)
view_parts.summary_card(now, result)
view_parts.lists(now, result)
view_parts.summarizer_input(result)
view_parts.exports(now, result)
