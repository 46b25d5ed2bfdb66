"""A file with several conversations: the list to choose one from."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from compaction_core.report.words import visible
from compaction_core.session import Part, Session
from compaction_core.words import count
from ui import choosing, masking


def table(sessions: Sequence[Session]) -> pd.DataFrame:
    """What is shown of each conversation; the size is bytes of UTF-8, dates are UTC."""
    started = [next((m.timestamp for m in s.messages if m.timestamp is not None), None) for s in sessions]
    return pd.DataFrame(
        {
            "#": range(len(sessions)),
            "title": [visible(session.title) or "(no title)" for session in sessions],
            "messages": [len(session.messages) for session in sessions],
            "size of text": [text_bytes(session) for session in sessions],
            "started": pd.to_datetime(pd.Series(started, dtype="float64"), unit="s", utc=True),
        }
    )


def text_bytes(session: Session) -> int:
    """Bytes of all that is text in a session: what was said, thought, called with and given back."""
    return sum(len(_text(part).encode("utf-8", "replace")) for message in session.messages for part in message.parts)


def choose(rows: pd.DataFrame) -> int | None:
    """The list; the number of the chosen conversation once its button is pressed."""
    rows = masking.table(rows, ("title",))
    shown = choosing.searched(rows, "Find a conversation by its title", ["title"], "conversation")
    few = count(len(rows), "conversation")
    st.caption(f"This file holds {few if len(shown) == len(rows) else f'{few}, {len(shown):,} of them shown'}.")
    columns = {
        "#": st.column_config.NumberColumn(width=50, format="%d"),
        "title": st.column_config.TextColumn(width="large"),
        "messages": st.column_config.NumberColumn(format="localized"),
        "size of text": st.column_config.NumberColumn(format="bytes", help="In UTF-8, without images"),
    }
    chosen = choosing.ticked(shown, columns, "conversation")
    label = "Open this one" if chosen is None else f"Open #{chosen}"
    return chosen if choosing.opened(label, chosen is not None, "conversation") else None


def _text(part: Part) -> str:
    match part.kind:
        case "image":
            return ""
        case "tool_call":
            return part.name + part.arguments
        case "opaque":
            return part.raw
        case _:
            return part.text or ""
