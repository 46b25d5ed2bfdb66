"""Claims: what articles say about compaction, and what the released code does."""

import pandas as pd
import streamlit as st

from compaction_core.claims import VERDICTS, articles, claims
from compaction_core.words import count
from ui.compare import open_pair
from ui.scene import scene

now = scene()
every = claims()
right = sum(claim.verdict == "right" for claim in every)
st.subheader(
    f"{count(len(every), 'claim')} from {count(len(articles()), 'widely read article')}: {right} hold, "
    f"{len(every) - right} do not, or no longer."
)
chosen = st.segmented_control(
    "Verdict", VERDICTS, selection_mode="multi", default=None, key="claims_verdict", label_visibility="collapsed"
)
for article in articles():
    st.markdown(f"##### {article.title}")
    rows = [c for c in every if c.article == article.name and (not chosen or c.verdict in chosen)]
    st.dataframe(
        pd.DataFrame(
            {
                "verdict": [c.verdict for c in rows],
                "the article says": [c.said for c in rows],
                "the release does": [c.does for c in rows],
                "evidence": [c.evidence for c in rows],
            }
        ),
        hide_index=True, row_height=78, height="content",
        column_config={
            "verdict": st.column_config.TextColumn(width=90),
            "the article says": st.column_config.TextColumn(width=330),
            "the release does": st.column_config.TextColumn(width=330),
            "evidence": st.column_config.TextColumn(width=230),
        },
    )  # fmt: skip
    if article.described:
        open_pair(article.described, article.released, "See both on this session")
