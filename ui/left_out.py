"""What of the messages does not reach the summarizer: characters cut, images left out."""

import pandas as pd
import streamlit as st

from compaction_core.summarizers.base import SummaryRequest
from compaction_core.words import count


def left_out(request: SummaryRequest) -> None:
    """The messages of a request that are not whole in it."""
    changed = [line for line in request.lines if line.dropped_chars or line.omitted_images]
    if not changed:
        st.caption("Nothing was cut and no image left out.")
        return
    with st.expander(f"Cut or left out in {count(len(changed), 'message')}"):
        columns = {
            "message #": [line.index for line in changed],
            "role": [line.role for line in changed],
            "characters cut": [line.dropped_chars for line in changed],
            "images left out": [line.omitted_images for line in changed],
        }
        st.dataframe(pd.DataFrame(columns), hide_index=True)
