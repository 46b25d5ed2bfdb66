"""A zip file or folder with several transcripts: the list to choose one from."""

from pathlib import PurePosixPath

import pandas as pd
import streamlit as st

from compaction_core.importers import Listing, Member
from compaction_core.report.words import one_line, visible
from compaction_core.words import count
from ui import choosing, masking
from ui.words import escape

_LONGEST_NAME = 40


def table(listing: Listing) -> pd.DataFrame:
    """What is shown of each transcript; dates are UTC, and empty is what was not read."""
    members = listing.members
    return pd.DataFrame(
        {
            "file": [visible(member.path) for member in members],
            "format": [member.label for member in members],
            "title": [visible(member.title) for member in members],
            "conversations": pd.array([member.conversations for member in members], dtype="Int64"),
            "messages": pd.array([member.messages for member in members], dtype="Int64"),
            "size": [member.size for member in members],
            "started": pd.to_datetime(
                pd.Series([member.started for member in members], dtype="float64"), unit="s", utc=True
            ),
        }
    )


def said(listing: Listing, shown: int) -> str:
    """How many transcripts there are, how many of them are shown, and why some numbers are missing."""
    number = count(len(listing.members), "transcript")
    some = f", {shown:,} of them shown" if shown < len(listing.members) else ""
    unread = sum(member.messages is None for member in listing.members)
    large = f" {count(unread, 'large file')} of them {'is' if unread == 1 else 'are'} not read yet." if unread else ""
    return f"This {listing.kind} holds {number}{some}.{large}"


def choose(listing: Listing, rows: pd.DataFrame) -> Member | None:
    """The list; the chosen transcript once its button is pressed. What is not in it stands below."""
    rows = masking.table(rows, ("file", "title"))
    shown = choosing.searched(rows, "Find a transcript by its file or title", ["file", "title"], "member")
    st.caption(said(listing, len(shown)))
    columns = {
        "file": st.column_config.TextColumn(width=280),
        "format": st.column_config.TextColumn(width=150),
        "title": st.column_config.TextColumn(width="medium", help="Of the first conversation"),
        "conversations": st.column_config.NumberColumn(format="localized"),
        "messages": st.column_config.NumberColumn(format="localized", help="In all conversations"),
        "size": st.column_config.NumberColumn(format="bytes", help="Of the file, unpacked"),
    }
    place = choosing.ticked(shown, columns, "member")
    chosen = None if place is None else listing.members[place]
    name = escape(masking.shown(one_line(PurePosixPath(chosen.path).name, _LONGEST_NAME))) if chosen else "this one"
    pressed = choosing.opened(f"Open {name}", chosen is not None, "member")
    _left_out(listing)
    return chosen if pressed else None


def _left_out(listing: Listing) -> None:
    if listing.unreadable:
        with st.expander(f"{count(len(listing.unreadable), 'file')} could not be read"):
            why = [one_line(file.reason, 300) for file in listing.unreadable]
            unread = pd.DataFrame({"file": [visible(file.path) for file in listing.unreadable], "why": why})
            st.dataframe(
                masking.table(unread, ("file", "why")), hide_index=True,
                column_config={"why": st.column_config.TextColumn(width="large")},
            )  # fmt: skip
    if listing.not_looked_at:
        st.caption(escape(masking.shown(listing.limits)))
