"""The race: every strategy's steps as films that run side by side on one scrubber, in the browser alone.

``race`` mounts it; ``data.payload`` turns the records into what it draws. Only the JSON payload depends on a
transcript, and the script writes it as text, never as markup.
"""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from compaction_core.comparison import Outcome
from compaction_core.session import Session
from compaction_core.tokens import Measured
from ui.race.data import payload

__all__ = ["payload", "race"]

_HERE = Path(__file__).parent
_PLAYER = _HERE.parent / "player"

_mount = st.components.v2.component(
    "compaction_race",
    html=(_HERE / "race.html").read_text(encoding="utf-8"),
    css=(_HERE / "race.css").read_text(encoding="utf-8"),
    js="\n".join(
        path.read_text(encoding="utf-8")
        for path in (_PLAYER / "shapes.js", _PLAYER / "clock.js", _HERE / "lane.js", _HERE / "race.js")
    ),
)


def race(session: Session, measured: Measured, outcomes: Sequence[Outcome], *, key: str) -> None:
    """Show the plans of ``outcomes`` step by step on one axis; ``measured`` gives the widths (the display count)."""
    _mount(key=key, data=payload(session, measured, outcomes), height="content")
