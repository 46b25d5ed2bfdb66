"""What tokens are counted with, by the screen and by the strategy, and what the file does not hold."""

import streamlit as st

from compaction_core.session import Session
from compaction_core.strategies import Strategy
from compaction_core.strategies.base import Parameters
from compaction_core.tokens import counters
from ui import cached, reported
from ui.state.keys import AS_RELEASED, Key


def overhead(session: Session) -> int | None:
    """Tokens of system prompt and tools that someone typed in; None: as the file says."""
    counted = cached.counted(session, session.digest, st.session_state[Key.COUNTER])
    prompts = sum(counted.columns.get("system", ()))
    found = prompts + counted.tools
    typed = st.number_input(
        "System prompt and tools (tokens)", min_value=0, value=None, step=500, key=Key.OVERHEAD,
        persist_state="session",
        placeholder=f"{found:,}, as found in the file" if found else "unknown: not in the file",
        help="Many transcripts hold neither. Type what your agent sends with every request.",
    )  # fmt: skip
    if typed is not None and typed < prompts:
        st.caption(f"The system prompt in the file alone has {prompts:,} tokens, so the pictures use those.")
    measured = reported.origin(session, st.session_state[Key.COUNTER], typed)
    if measured is not None:
        st.caption(measured)
    return typed


def counter() -> str:
    """The counter of all that is shown."""
    chosen: str = st.selectbox(
        "Counter for pictures and ledgers", counters.names(), key=Key.COUNTER, persist_state="session",
        format_func=_described,
        help="What the pictures, the ledger and the lists are counted with.",
    )  # fmt: skip
    return chosen


def estimator(strategy: Strategy, settings: Parameters) -> str:
    """The counter the strategy decides by."""
    own = strategy.estimator(settings)
    chosen: str = st.selectbox(
        "Counter the strategy decides by", [AS_RELEASED, *counters.names()], key=Key.ESTIMATOR,
        persist_state="session",
        # a label that changed with the strategy would be taken for another choice
        format_func=lambda n: "its own" if n == AS_RELEASED else _described(n),
        help="Any other than its own is not as released.",
    )  # fmt: skip
    st.caption(f"Its own: {_described(own)}.")
    return own if chosen == AS_RELEASED else chosen


def _described(name: str) -> str:
    found = counters.get(name)
    return found.label if found.basis in found.label else f"{found.label}, {found.basis}"
