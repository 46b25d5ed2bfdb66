"""The sidebar every page shares: session, strategy, window, settings, selected message."""

import sys

import streamlit as st

from compaction_core.errors import CompactionError
from compaction_core.models import models
from compaction_core.museum import find_exhibit
from compaction_core.session import Session
from compaction_core.strategies import Strategy, strategies
from compaction_core.strategies.base import Evidence, Parameters
from compaction_core.tokens import counters
from ui import cached, controls, following, loading, masking, parts, reported, state
from ui.scene import Scene
from ui.state import AS_RELEASED, Key


def draw() -> Scene | None:
    """Draw the shared controls and return the scene; None while a link's own file is not loaded."""
    with st.sidebar:
        _open_argument()
        name, session = _session()
        if session is None:
            _ask_for_file(name)
            return None
        followed = following.toggle(name, state.own().get(name))
        session = masking.sidebar(session)
        st.divider()
        strategy = _strategy()
        window = _window()
        settings = controls.parameters(strategy)
        after = _moment(session)
        pins = _pins(session)
        with st.expander("Counting"):
            overhead, counter, estimator = _overhead(session), _counter(), _estimator(strategy, settings)
        last = max(0, len(session.messages) - 1)
        state.at_most(Key.MESSAGE, last)
        message = st.number_input(
            "Selected message #", min_value=0, max_value=last, value=None, step=1, key=Key.MESSAGE,
            persist_state="session", placeholder="click one anywhere, or type a number",
        )  # fmt: skip
        st.button(
            "Reset to defaults", icon=":material/restart_alt:", width="stretch", on_click=_reset, args=(strategy,)
        )
    bundled = name in state.bundled() or state.is_exhibit(name)
    scene = Scene(
        session=session,
        sample=name if bundled else None,
        strategy=strategy,
        settings=settings,
        window=window,
        counter=counter,
        estimator=estimator,
        after=after,
        overhead=overhead,
        message=message,
        dark=st.context.theme.type == "dark",
        pins=pins,
    )
    if followed:
        following.status(scene)
    return scene


def _open_argument() -> None:
    """``compaction-explorer app FILE`` opens that file for everyone on this computer."""
    if len(sys.argv) > 1 and "argument" not in st.session_state:
        st.session_state["argument"] = sys.argv[1]
        try:
            loading.open_path(sys.argv[1])
        except CompactionError as error:
            parts.error_box(error)


def _session() -> tuple[str, Session | None]:
    bundled, mine = state.bundled(), state.own()
    options = [*mine, *bundled]
    wanted = st.session_state[Key.SESSION]
    if wanted not in options:
        options.append(wanted)  # a link to a file that is not here
    labels = {name: sample.title for name, sample in bundled.items()}
    if state.is_exhibit(wanted):
        labels[wanted] = f"Museum: {find_exhibit(wanted).title}"
    labels |= {digest: masking.name(kept.name) for digest, kept in mine.items()}
    name = st.selectbox(
        "Session", options, key=Key.SESSION, persist_state="session", on_change=state.start_over,
        format_func=lambda n: labels.get(n, f"not loaded: {n}"),
    )  # fmt: skip
    if st.button("Load your own", icon=":material/upload_file:", width="stretch"):
        loading.dialog()
    if name not in mine:
        return name, cached.sample(name) if name in bundled or state.is_exhibit(name) else None
    st.button(
        "Forget this transcript", icon=":material/delete:", width="stretch", on_click=_forget, args=(name,),
        help="Drops it, and everything computed from it, from the memory of the app.",
    )  # fmt: skip
    return name, mine[name].session


def _forget(digest: str) -> None:
    cached.forget()
    state.forget(digest)


def _ask_for_file(digest: str) -> None:
    st.warning(
        f"This link shows a transcript that is not here (digest {digest}). Load that file to see the same view.",
        icon=":material/link:",
    )


def _strategy() -> Strategy:
    known = {strategy.name: strategy for strategy in sorted(strategies, key=_by_family)}
    chosen = st.selectbox(
        "Strategy", list(known), key=Key.STRATEGY, persist_state="session", on_change=_own_settings,
        format_func=lambda name: described(known[name]),
        help="Grouped by the system it belongs to; type to search. It decides as that release does.",
    )  # fmt: skip
    st.caption(f"{EVIDENCE[known[chosen].evidence]}. As of {known[chosen].date}.")
    return known[chosen]


def _own_settings() -> None:
    """Another strategy starts with its own defaults: some share a setting's name and mean something else by it."""
    controls.reset(strategies.get(st.session_state[Key.STRATEGY]))


def _by_family(strategy: Strategy) -> tuple[str, str, str]:
    return strategy.family.casefold(), strategy.label.casefold(), strategy.name


def described(strategy: Strategy) -> str:
    """Family, label and release, as the menu shows them."""
    label = f"{strategy.label.removeprefix(f'{strategy.family}, ')} {strategy.version}".strip()
    return label if strategy.family == strategy.label else f"{strategy.family} · {label}"


EVIDENCE: dict[Evidence, str] = {
    "vectors": "Checked against decisions recorded from the real code",
    "specification": "Built from its source code as read, not checked by running it",
    "documentation": "Built from its documentation; the code was not read",
    "article": "As an article describes it",
    "baseline": "A baseline that copies no system",
}


def _pins(session: Session) -> tuple[int, ...]:
    size, held = len(session.messages), state.pins()
    with st.expander("Protected messages"):
        st.multiselect(
            "Stay word for word", [str(number) for number in held], key=Key.PINS, accept_new_options=True,
            persist_state="session", on_change=state.pins_typed, args=(size,),
            placeholder="none; type a message number",
            help="With the calls and results that belong to them. No release has this: a plan with protected messages "
            "is not as released.",
        )  # fmt: skip
    here = tuple(number for number in held if number < size)
    if here:
        st.caption(f"Protected by hand: {', '.join(f'#{number}' for number in here)}. Not as released.")
    return here


def _window() -> int | None:
    window = st.number_input(
        "Context window (tokens)", min_value=1, max_value=state.LARGEST_WINDOW, value=None, step=1000, key=Key.WINDOW,
        persist_state="session", placeholder="unknown",
        help="What the model can take in one request. Type any number, or take a model's; empty: unknown.",
    )  # fmt: skip
    with st.popover("Window of a model", icon=":material/straighten:", width="stretch"):
        known = models()
        st.selectbox(
            "Model (from LiteLLM's bundled list)", list(known), index=None, key="model_window", on_change=_take_window,
            format_func=lambda n: f"{n} · {known[n].context_window:,}",
        )  # fmt: skip
    return None if window is None else int(window)


def _take_window() -> None:
    chosen = st.session_state.get("model_window")
    if chosen:
        state.set_window(models()[chosen].context_window)


def _moment(session: Session) -> int | None:
    last = max(0, len(session.messages) - 1)
    state.at_most(Key.AFTER, last)
    return st.number_input(
        "Compact after message #", min_value=0, max_value=last, value=None, step=1, key=Key.AFTER,
        persist_state="session", placeholder="when the trigger first fires",
        help="Empty: the moment the strategy's own trigger first fires. A number: compact there, as /compact would.",
    )  # fmt: skip


def _overhead(session: Session) -> int | None:
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


def _counter() -> str:
    chosen: str = st.selectbox(
        "Counter for pictures and ledgers", counters.names(), key=Key.COUNTER, persist_state="session",
        format_func=_described,
        help="What the pictures, the ledger and the lists are counted with.",
    )  # fmt: skip
    return chosen


def _estimator(strategy: Strategy, settings: Parameters) -> str:
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
    counter = counters.get(name)
    return counter.label if counter.basis in counter.label else f"{counter.label}, {counter.basis}"


def _reset(strategy: Strategy) -> None:
    controls.reset(strategy)
    state.reset()
    _own_settings()
