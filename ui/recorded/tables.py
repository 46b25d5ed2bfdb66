"""The tables: everything the file records, and who keeps which messages."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from compaction_core.recorded import GONE, Beside, Happened
from compaction_core.turns import runs
from compaction_core.words import span
from ui.scene import Scene
from ui.words import escape

SHOWN = 12
"""Ranges of messages that a cell names."""
COUNT = st.column_config.NumberColumn(format="localized", width=80)
WIDTHS = {
    "event": 48, "kind": 86, "before #": 64, "trigger": 62, "time (UTC)": 122, "hid": 42, "kept": 45, "blanked": 62,
}  # fmt: skip
"""Pixels: with the four sizes they fit beside the sidebar on a screen of 1,400, unless a trigger's word is long."""
MOST_WIDE = 190
"""Pixels of the longest word of a trigger."""


def every(scene: Scene, found: Sequence[Happened]) -> None:
    """All recorded events, what the file says of their tokens beside what is measured."""
    st.markdown("##### Everything the file records")
    rows = [
        {
            "event": record.nth,
            "kind": "compaction" if record.event.kind == "compact" else "clear",
            "before #": record.event.index,
            "trigger": record.event.trigger,
            "time (UTC)": _time(record.event.timestamp),
            "before, recorded": record.event.tokens_before,
            "after, recorded": record.event.tokens_after,
            "before, measured": record.before,
            "after, measured": record.after,
            "hid": len(record.of(*GONE)),
            "kept": len(record.of("keep")),
            "blanked": len(record.of("clear")),
        }
        for record in found
    ]
    numbers = [name for name in rows[0] if "recorded" in name or "measured" in name]
    table = pd.DataFrame(rows).astype(dict.fromkeys(numbers, "Int64"))
    if not table["blanked"].any():
        del table["blanked"]
    longest = max(len(record.event.trigger or "") for record in found)
    wide = WIDTHS | {"trigger": min(MOST_WIDE, max(WIDTHS["trigger"], 22 + 7 * longest))}
    widths = {name: st.column_config.Column(width=width) for name, width in wide.items() if name in table}
    sizes = dict.fromkeys(numbers, st.column_config.NumberColumn(format="localized", width=112))
    st.dataframe(table, hide_index=True, placeholder="–", column_config=widths | sizes)
    st.caption(
        "Recorded: tokens as the file states them, usually of the whole request. Measured: the messages in the file, "
        f"{scene.counted}, without tool schemas; after a clear it is unknown, and before a compaction what "
        "a clear blanked counts as nothing. Hid, kept and blanked are messages, "
        "system prompts left out."
    )


def agreement(scene: Scene, found: Beside) -> None:
    """Who keeps which message word for word."""
    st.markdown("##### Who keeps which message")
    groups = {
        "kept by both": found.both,
        "only in the record": found.record_only,
        f"only by {found.label}": found.strategy_only,
        "by neither": found.neither,
    }
    counts = scene.measured.counts
    rows = [
        {"": name, "messages": len(n), "tokens": sum(counts[i] for i in n), "which": _which(n)}
        for name, n in groups.items()
    ]
    st.dataframe(
        pd.DataFrame(rows), hide_index=True,
        column_config={"messages": COUNT, "tokens": COUNT, "which": st.column_config.TextColumn(width="large")},
    )  # fmt: skip
    st.caption(
        f"{escape(found.plan.steps[-1].text)} Planned as at that moment, whether or not its own trigger fires there."
    )


def _which(numbers: Sequence[int]) -> str:
    found = runs(numbers)
    named = ", ".join(span(start, stop) for start, stop in found[:SHOWN])
    return named if len(found) <= SHOWN else f"{named} and {len(found) - SHOWN:,} more ranges"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "not recorded"
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"
    except (OverflowError, OSError, ValueError):
        return f"{seconds:g} s since 1970"
