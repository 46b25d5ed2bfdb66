"""Before and after, message by message: two aligned lists that share one scroll area.

``aligned_lists`` mounts them; ``data.payload`` turns the records into what they draw. HTML, CSS and JS stand in
their own files beside this one and are passed inline. Only the JSON payload depends on a transcript, and the
script writes it as text, never as markup.

How lists and page stay in step: every move of the user carries a number that only grows. Python sends back the
last one it has seen, so the browser can tell a page that selected another message from one that has not heard yet.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from compaction_core.compaction import Compaction
from compaction_core.session import Session
from compaction_core.tokens import Measured
from ui.lists.align import MOST_LINES, Aligned, align, around, window
from ui.lists.data import draw, identity, payload

__all__ = ["aligned_lists", "payload"]

_HERE = Path(__file__).parent
_SCRIPTS = ("rows.js", "lists.js")


def _read(*names: str) -> str:
    return "\n".join((_HERE / name).read_text(encoding="utf-8") for name in names)


_mount = st.components.v2.component(
    "compaction_aligned_lists", html=_read("lists.html"), css=_read("lists.css"), js=_read(*_SCRIPTS)
)


@dataclass(frozen=True)
class _Held:
    """What the last run drew: the lists, the first line, the selection, and the last move it had seen."""

    list: str = ""
    first: int | None = None
    selected: int | None = None
    seen: int = 0


def aligned_lists(
    session: Session,
    measured: Measured,
    compaction: Compaction,
    *,
    selected: int | None,
    key: str,
    on_select: Callable[[int], None] | None = None,
    on_pin: Callable[[int], None] | None = None,
) -> int | None:
    """Show the messages before and after and return the number of the message the user chose, None if they did not.

    A choice comes back once; the page keeps it and passes it as ``selected`` next time. ``on_select`` hears of it
    before the script runs, where widgets may still be set; then nothing comes back. Another ``selected`` scrolls
    the lists to it. ``on_pin`` hears, before the script runs too, which message to protect, or no longer; without it
    the lists offer no such control. ``measured`` is the display count. Uses ``st.session_state[key]`` and
    ``[f"{key}-held"]``.
    """
    held: _Held = st.session_state.get(f"{key}-held", _Held())
    aligned = align(compaction.plan, compaction.view)
    name = identity(session, compaction)
    first = held.first if held.list == name else None
    state = st.session_state.get(key)
    seen, chosen = _event(state, "message", name, held.seen)
    moved, where = _event(state, "window", name, held.seen)
    pinned, _ = _event(state, "pin", name, held.seen)
    chosen = chosen if isinstance(chosen, int) and 0 <= chosen < len(session.messages) else None
    shown = selected if chosen is None else chosen
    if isinstance(where, str):
        first = _first(aligned, where, shown, first)
    elif shown != held.selected and not _sent(aligned, shown, first):
        first = None
    data = draw(session, measured, compaction, aligned, shown, first)
    data["seen"] = max(held.seen, seen, moved, pinned)
    data["pinnable"] = on_pin is not None
    _mount(
        key=key, data=data, height="content", on_window_change=lambda: None,
        on_message_change=lambda: _tell(key, "message", on_select),
        on_pin_change=lambda: _tell(key, "pin", on_pin),
    )  # fmt: skip
    # Only now: a run that is stopped while mounting must not swallow the user's move.
    st.session_state[f"{key}-held"] = _Held(name, data["first"], shown, data["seen"])
    return None if chosen == selected else chosen


def _tell(key: str, kind: str, hear: Callable[[int], None] | None) -> None:
    """Tell the page of a choice as soon as the browser reports it."""
    held: _Held = st.session_state.get(f"{key}-held", _Held())
    _, chosen = _event(st.session_state.get(key), kind, held.list, held.seen)
    if hear is not None and isinstance(chosen, int) and chosen >= 0:
        hear(chosen)


def _event(state: Any, kind: str, name: str, seen: int) -> tuple[int, Any]:
    """The number of the browser's last move of a kind, and its value if it is new and about these lists."""
    event = (state or {}).get(kind)
    if not isinstance(event, dict) or not isinstance(event.get("number"), int):
        return 0, None
    fresh = event["number"] > seen and event.get("list") == name
    return event["number"], event.get("value") if fresh else None


def _first(aligned: Aligned, where: str, selected: int | None, first: int | None) -> int:
    """The first line to send after a jump beyond the lines that were sent."""
    size, now = len(aligned.lines), window(aligned, selected, first)[0]
    match where:
        case "cut":
            return around(aligned.cut or 0, size)
        case "selected":
            return around(aligned.line_of(selected) or 0, size)
        case "earlier":
            return max(0, now - MOST_LINES // 2)
        case "later":
            return now + MOST_LINES // 2
    return 0


def _sent(aligned: Aligned, selected: int | None, first: int | None) -> bool:
    line = aligned.line_of(selected)
    if line is None or first is None:
        return line is None
    return first <= line < first + MOST_LINES
