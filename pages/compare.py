"""Compare: several strategies on the same messages, one axis."""

import streamlit as st

from compaction_core.figures import matrix, stack
from ui import compare, parts
from ui.race import race
from ui.scene import scene

now = scene()
headline = st.container()
chosen = compare.chosen()
found = compare.outcomes(now, compare.with_own(now, chosen))
with headline:
    st.subheader(compare.sentence(now, found))
parts.chart(
    stack(now.measured, found, session=now.session, selected=now.selected, dark=now.dark),
    key="compare_stack",
    alt="The planned messages once per strategy, their width their tokens; patterns show what becomes of them",
)
compare.table(now, found)
if found:
    st.markdown("##### All at once, step by step")
    race(now.session, now.measured, found, key="race")
compare.difference(found, first=len(found) - len(chosen) if len(chosen) > 1 else 0)
st.markdown("##### Who keeps which message")
parts.chart(matrix(found, dark=now.dark), key="compare_matrix", alt="Strategies down, messages across, one mark a fate")
