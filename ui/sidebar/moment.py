"""What is planned: in which window, at which moment, and what someone protected."""

from functools import lru_cache

import streamlit as st

from compaction_core.models import models
from compaction_core.session import Session
from ui.state import choices, protected, sessions
from ui.state.keys import Key


def window() -> int | None:
    """Tokens of the context window; None: unknown."""
    typed = st.number_input(
        "Context window (tokens)", min_value=1, max_value=sessions.LARGEST_WINDOW, value=None, step=1000,
        key=Key.WINDOW, persist_state="session", placeholder="unknown",
        help="What the model can take in one request. Type any number, or take a model's; empty: unknown.",
    )  # fmt: skip
    first = sessions.first_window(st.session_state.get(Key.SESSION))
    if typed == first.tokens:
        st.caption(first.source)
    with st.popover("Window of a model", icon=":material/straighten:", width="stretch"):
        known = models()
        st.selectbox(
            "Model (from LiteLLM's bundled list)", list(known), index=None, key="model_window", on_change=_take_window,
            format_func=_labels().__getitem__,
        )  # fmt: skip
    return None if typed is None else int(typed)


@lru_cache(maxsize=1)
def _labels() -> dict[str, str]:
    """Each model as the menu names it: thousands, which every run would write anew."""
    return {name: f"{name} · {found.context_window:,}" for name, found in models().items()}


def _take_window() -> None:
    chosen = st.session_state.get("model_window")
    if chosen:
        sessions.set_window(models()[chosen].context_window)


def after(session: Session) -> int | None:
    """The last message in the list when compacting; None: when the trigger first fires."""
    last = max(0, len(session.messages) - 1)
    choices.at_most(Key.AFTER, last)
    return st.number_input(
        "Compact after message #", min_value=0, max_value=last, value=None, step=1, key=Key.AFTER,
        persist_state="session", placeholder="when the trigger first fires",
        help="Empty: the moment the strategy's own trigger first fires. A number: compact there, as /compact would.",
    )  # fmt: skip


def pins(session: Session) -> tuple[int, ...]:
    """The messages that are protected by hand."""
    size, held = len(session.messages), protected.numbers()
    with st.expander("Protected messages"):
        st.multiselect(
            "Stay word for word", [str(number) for number in held], key=Key.PINS, accept_new_options=True,
            persist_state="session", on_change=protected.typed, args=(size,),
            placeholder="none; type a message number",
            help="With the calls and results that belong to them. No release has this: a plan with protected messages "
            "is not as released.",
        )  # fmt: skip
    here = tuple(number for number in held if number < size)
    if here:
        st.caption(f"Protected by hand: {', '.join(f'#{number}' for number in here)}. Not as released.")
    return here
