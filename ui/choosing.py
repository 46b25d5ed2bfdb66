"""A list to choose one from, in the dialog that loads a transcript."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

MANY = 12
"""From so many rows on there is a box to search in."""
ROW, LONGEST = 35, 360
"""Pixels of a row, and of the longest table."""


def found(rows: pd.DataFrame, query: str, columns: Sequence[str]) -> pd.DataFrame:
    """The rows that hold the query, in any case, in one of the columns; all of them for an empty one."""
    if not query:
        return rows
    hits = [rows[column].str.contains(query, case=False, regex=False) for column in columns]
    return rows[pd.concat(hits, axis=1).any(axis=1)]


def searched(rows: pd.DataFrame, label: str, columns: Sequence[str], key: str) -> pd.DataFrame:
    """The rows that a box above them leaves; the box is there from MANY rows on."""
    query = st.text_input(label, key=f"{key}_find").strip() if len(rows) > MANY else ""
    return found(rows, query, columns)


def ticked(rows: pd.DataFrame, columns: Mapping[str, Any], key: str) -> int | None:
    """The table; the label of the row that is ticked. A column without a value is left out."""
    empty = [name for name in ("started",) if rows[name].isna().all()]
    picked = st.dataframe(
        rows.drop(columns=empty), hide_index=True, height=min(LONGEST, 38 + ROW * max(1, len(rows))),
        # another key for other rows: a tick is a place in the table
        key=f"{key}_rows_{hash(tuple(rows.index))}", on_select="rerun", selection_mode="single-row",
        column_config={**columns, "started": st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm", help="UTC")},
    )  # fmt: skip
    places = [row for row in picked["selection"]["rows"] if row < len(rows)]
    return int(rows.index[places[0]]) if places else None


def opened(label: str, ready: bool, key: str) -> bool:
    """The button under the table; whether it was pressed."""
    return st.button(
        label, type="primary", icon=":material/input:", disabled=not ready, key=f"{key}_open",
        help="Tick a row first; a click on a column's name sorts.",
    )  # fmt: skip
