"""The step player: a plan's steps as a film that runs in the browser, without the server.

``step_player`` mounts it; ``data.payload`` turns the records into what it draws. HTML, CSS and JS stand in their
own files beside this one and are passed inline. Only the JSON payload depends on a transcript, and the script
writes it as text, never as markup.

How player and page stay in step: every move of the user carries a number that only grows. Python sends back the
last one it has seen, so the browser can tell a page that moved the step from a page that has not heard yet.
"""

from pathlib import Path

import streamlit as st

from compaction_core.session import Session
from compaction_core.strategies.base import Strategy
from compaction_core.strategies.plans import Plan
from compaction_core.tokens import Measured
from ui.player.data import payload
from ui.player.moves import last_move

__all__ = ["payload", "step_player"]

_HERE = Path(__file__).parent
_SCRIPTS = ("shapes", "blocks", "strip", "goal", "listing", "words", "clock", "post", "player")


def _read(*names: str) -> str:
    return "\n".join((_HERE / name).read_text(encoding="utf-8") for name in names)


_mount = st.components.v2.component(
    "compaction_step_player",
    html=_read("player.html"),
    css=_read("player.css"),
    js=_read(*(f"{name}.js" for name in _SCRIPTS)),
)


def step_player(
    session: Session,
    measured: Measured,
    plan: Plan,
    strategy: Strategy,
    *,
    step: int,
    key: str,
    height: int | None = None,
) -> int | None:
    """Show the plan's steps at ``step`` and return the step the user went to, None if they did not.

    The user's step comes back once: on pause, on a step by hand and at the end, not while playing. The page keeps
    it and passes it next time; passing another step moves the player. ``measured`` gives the widths of the blocks
    (the display counter); the goal is counted by the plan's own counter. ``height`` in pixels makes the player
    scroll; by default it is as tall as it needs. Uses ``st.session_state[key]`` and ``[f"{key}-seen"]``.
    """
    data = payload(session, measured, plan, strategy, step)
    seen: int = st.session_state.get(f"{key}-seen", 0)
    number, moved = last_move(st.session_state.get(key), data["plan"], seen)
    if moved is not None:
        data["step"] = moved = min(moved, len(plan.steps) - 1)
    data["ack"] = max(seen, number)
    _mount(key=key, data=data, height=height or "content", on_step_change=lambda: None)
    # Only now: a run that is stopped while mounting must not swallow the user's move.
    st.session_state[f"{key}-seen"] = data["ack"]
    return None if moved == step else moved
