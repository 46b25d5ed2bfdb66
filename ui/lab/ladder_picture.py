"""A fallback ladder as it is planned, as it runs, and as it ended: drawn, and as a table."""

import pandas as pd
import streamlit as st

from compaction_core.figures.ladder import ladder
from compaction_core.figures.ladder_rows import told, words
from compaction_core.summarizers.ladder import Attempt, Ladder

QUIET = {"displayModeBar": False}


def picture(plan: Ladder, attempts: tuple[Attempt, ...], running: bool, dark: bool, name: str) -> None:
    """A ladder as it stands, small."""
    drawn, alt = ladder(plan, attempts, running, dark=dark), told(plan, attempts, running)
    st.plotly_chart(drawn, key=f"lab_ladder_picture_{name}", config=QUIET, alt=alt)


def table(attempts: tuple[Attempt, ...], plan: Ladder) -> None:
    """What was tried, with all numbers."""
    rows = [
        {
            "#": one.index,
            "rung": "first request" if one.rung is None else f"{one.rung} · {words(plan.rungs[one.rung])}",
            "came to": (one.verdict or "running") + ("" if one.origin == "live" else f", {one.origin}"),
            "s": round(one.seconds, 2),
            "characters": one.chars,
            "tokens": one.tokens,
            "said": one.error or "",
        }
        for one in attempts
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", row_height=28, column_config=_COLUMNS)


_COLUMNS = {
    "#": st.column_config.NumberColumn(width=30),
    "came to": st.column_config.TextColumn(width=130),
    "s": st.column_config.NumberColumn(format="%.2f", width=50),
    "characters": st.column_config.NumberColumn(format="localized"),
    "tokens": st.column_config.NumberColumn(format="localized"),
    "said": st.column_config.TextColumn(width="large"),
}
