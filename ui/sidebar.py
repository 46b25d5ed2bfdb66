"""The sidebar every page shares: session, strategy, window, settings, selected message."""

import sys

import streamlit as st

from compaction_core.errors import CompactionError
from compaction_core.models import models
from compaction_core.session import Session
from compaction_core.strategies import strategies
from compaction_core.tokens import counters
from ui import cached, controls, loading, state
from ui.scene import Scene
from ui.state import Key
from ui.words import escape


def draw() -> Scene | None:
    """Draw the shared controls and return the scene; None while a link's own file is not loaded."""
    _open_argument()
    with st.sidebar:
        name, session = _session()
        if session is None:
            _ask_for_file(name)
            return None
        st.divider()
        names = strategies.names()
        strategy = strategies.get(
            st.selectbox(
                "Strategy",
                names,
                key=Key.STRATEGY,
                format_func=lambda n: f"{strategies.get(n).label} {strategies.get(n).version}",
                help="Decides exactly as this release does.",
            )
        )
        window = _window(name)
        settings = controls.parameters(strategy)
        after, overhead, counter = _moment(session), _overhead(), _counter()
        message = st.number_input(
            "Selected message #", min_value=0, max_value=max(0, len(session.messages) - 1), value=None, step=1,
            key=Key.MESSAGE, bind="query-params", placeholder="click one anywhere, or type a number",
        )  # fmt: skip
    mine = state.own()
    sample = state.bundled().get(name)
    return Scene(
        session=session,
        name=sample.title if sample else mine.names.get(name, "your transcript"),
        sample=name if sample else None,
        strategy=strategy,
        settings=settings,
        window=window,
        counter=counter,
        after=after,
        overhead=overhead,
        message=message,
        dark=st.context.theme.type == "dark",
    )


def _open_argument() -> None:
    """``compaction-explorer app FILE`` opens that file for everyone on this computer."""
    if len(sys.argv) > 1 and "argument" not in st.session_state:
        st.session_state["argument"] = sys.argv[1]
        try:
            loading.open_path(sys.argv[1])
        except CompactionError as error:
            st.sidebar.error(escape(str(error)))


def _session() -> tuple[str, Session | None]:
    bundled, mine = state.bundled(), state.own()
    options = [*mine.sessions, *bundled]
    wanted = st.session_state[Key.SESSION]
    if wanted not in options:
        options.append(wanted)  # a link to a file that is not here
    labels = {name: sample.title for name, sample in bundled.items()} | mine.names
    name = st.selectbox(
        "Session", options, key=Key.SESSION,
        format_func=lambda n: labels.get(n, f"not loaded: {n}"), on_change=state.start_over,
    )  # fmt: skip
    if st.button("Load your own", icon=":material/upload_file:", width="stretch"):
        loading.dialog()
    if mine.sessions:
        st.button(
            "Forget my transcripts", icon=":material/delete:", width="stretch", on_click=_forget,
        help="Drops your transcripts, and everything computed from them, from this computer's memory.",
    )  # fmt: skip
    if name in mine.sessions:
        return name, mine.sessions[name]
    return name, cached.sample(name) if name in bundled else None


def _forget() -> None:
    st.session_state.pop("own", None)
    for function in (
        cached.measured,
        cached.watched,
        cached.planned,
        cached.requested,
        cached.summarized,
        cached.table,
    ):
        function.clear()
    for key in ("upload", "paste", "local_file"):
        st.session_state.pop(key, None)
    state.choose(state.BUNDLED_FIRST)


def _ask_for_file(digest: str) -> None:
    st.warning(
        f"This link shows a transcript that is not here (digest {digest}). Load that file to see the same view.",
        icon=":material/link:",
    )


def _window(name: str) -> int | None:
    default = state.window_default(name)
    window = st.number_input(
        "Context window (tokens)", min_value=1, max_value=100_000_000, value=default, step=1000, key=Key.WINDOW,
        bind="query-params", help="What the model can take in one request. Type any number, or take a model's.",
    )  # fmt: skip
    with st.popover("Window of a model", icon=":material/straighten:", width="stretch"):
        known = models()
        st.selectbox(
            "Model (from LiteLLM's bundled list)", list(known), index=None, key="model_window", on_change=_take_window,
            format_func=lambda n: f"{n} · {known[n].context_window:,}",
        )  # fmt: skip
    return int(window) if window is not None else None


def _take_window() -> None:
    chosen = st.session_state.get("model_window")
    if chosen:
        st.session_state[Key.WINDOW] = models()[chosen].context_window


def _moment(session: Session) -> int | None:
    return st.number_input(
        "Compact after message #", min_value=0, max_value=max(0, len(session.messages) - 1), value=None, step=1,
        key=Key.AFTER, bind="query-params", placeholder="when the trigger first fires",
        help="Empty: the moment the strategy's own trigger first fires. A number: compact there, as /compact would.",
    )  # fmt: skip


def _overhead() -> int | None:
    with st.expander("Counting"):
        return st.number_input(
            "System prompt and tools (tokens)", min_value=0, value=None, step=500, key=Key.OVERHEAD,
            bind="query-params", placeholder="as found in the file",
            help="Many transcripts hold neither. Type what your agent sends with every request.",
        )  # fmt: skip


def _counter() -> str:
    names = counters.names()
    chosen: str = st.selectbox(
        "Counter for pictures and ledgers", names, key=Key.COUNTER,
        format_func=lambda n: f"{counters.get(n).label} ({counters.get(n).basis})",
        help="The strategy decides with its own system's estimator whatever is chosen here.",
    )  # fmt: skip
    return chosen
