"""Transcripts of this computer, while the app listens to it alone: the list, and where a file came from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from compaction_core.discovery import Found
from compaction_core.words import count
from ui import cached
from ui.words import escape

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_AGES = ((60, "min"), (60 * 60, "h"), (24 * 60 * 60, "day"))
_TOLD = {True: "yes", False: "no", None: "unknown"}


@dataclass(frozen=True)
class Origin:
    """Where a transcript of this computer came from, so that it can be read again."""

    path: Path
    beside: tuple[Path, ...] = ()
    conversation: int = 0
    """Its number in the file, from 0."""
    member: str | None = None
    """Its path inside the file, where that is a zip file with several transcripts."""


def is_local() -> bool:
    """Whether the app listens to this computer alone; only then are local transcripts offered."""
    return st.get_option("server.address") in LOOPBACK


def choose(mask: Callable[[pd.DataFrame, Sequence[str]], pd.DataFrame]) -> Found | None:
    """The list with its filter, its names as ``mask`` shows them; the chosen file once its button is pressed."""
    transcripts = cached.listed()
    if not transcripts:
        st.info("No transcripts found in the folders where coding agents keep theirs. Upload the file instead.")
        return None
    tools = sorted({item.tool for item in transcripts}, key=str.casefold)
    wanted = st.pills("Tools", tools, selection_mode="multi", key="local_tools") if len(tools) > 1 else []
    shown = [item for item in transcripts if not wanted or item.tool in wanted]
    picked = st.dataframe(
        mask(table(shown), ("project", "file")), hide_index=True, height=320,
        key=f"local_rows_{'_'.join(wanted)}", on_select="rerun", selection_mode="single-row",
        column_config={
            "changed": st.column_config.DatetimeColumn(format="distance"),
            "size": st.column_config.NumberColumn(format="bytes"),
            "compacted": st.column_config.TextColumn(help="Whether the tool left its own mark of a compaction in it."),
        },
    )  # fmt: skip
    rows = [row for row in picked["selection"]["rows"] if row < len(shown)]
    chosen = shown[rows[0]] if rows else None
    hint = f"{count(len(shown), 'session')}, newest first. Tick one to open it."
    place = pd.DataFrame({"path": [str(chosen.path)]}) if chosen else None
    st.caption(hint if place is None else escape(mask(place, ("path",))["path"][0]))
    pressed = st.button("Open it", type="primary", icon=":material/folder_open:", disabled=chosen is None)
    return chosen if pressed else None


def table(items: list[Found]) -> pd.DataFrame:
    """What the list shows of each session; times are UTC, which the browser turns into "2 hours ago"."""
    return pd.DataFrame(
        {
            "tool": [item.tool for item in items],
            "project": [item.project for item in items],
            "changed": pd.to_datetime([item.modified for item in items], unit="s", utc=True),
            "size": [item.size for item in items],
            "compacted": [_TOLD[item.compacted] for item in items],
            "file": [named(item.path) for item in items],
        }
    )


def named(path: Path) -> str:
    """A file's name as it can be shown, whatever bytes it is made of."""
    return path.name.encode("utf-8", "replace").decode()


def age(seconds: float) -> str:
    """How long ago, in the largest unit that fits.

    >>> age(30), age(90), age(3 * 60 * 60), age(24 * 60 * 60), age(50 * 60 * 60)
    ('just now', '1 min ago', '3 h ago', '1 day ago', '2 days ago')
    """
    words = "just now"
    for length, unit in _AGES:
        if seconds >= length:
            number = int(seconds // length)
            words = f"{number:,} {unit}{'s' if unit == 'day' and number > 1 else ''} ago"
    return words
