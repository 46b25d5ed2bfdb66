"""The menu of strategies."""

import streamlit as st

from compaction_core.strategies import Strategy, strategies
from compaction_core.strategies.base import Evidence, titled
from ui import controls
from ui.state.keys import Key

EVIDENCE: dict[Evidence, str] = {
    "vectors": "Checked against decisions recorded from the real code",
    "specification": "Built from its source code as read, not checked by running it",
    "documentation": "Built from its documentation; the code was not read",
    "article": "As an article describes it",
    "baseline": "A baseline that copies no system",
}


def strategy_chosen() -> Strategy:
    """The strategy that plans, and how we know what it does."""
    known = {strategy.name: strategy for strategy in sorted(strategies, key=_by_family)}
    chosen = st.selectbox(
        "Strategy", list(known), key=Key.STRATEGY, persist_state="session", on_change=own_settings,
        format_func=lambda name: described(known[name]),
        help="Grouped by the system it belongs to; type to search. It decides as that release does.",
    )  # fmt: skip
    st.caption(f"{EVIDENCE[known[chosen].evidence]}. As of {known[chosen].date}.")
    return known[chosen]


def own_settings() -> None:
    """Another strategy starts with its own defaults: some share a setting's name and mean something else by it."""
    controls.reset(strategies.get(st.session_state[Key.STRATEGY]))


def described(strategy: Strategy) -> str:
    """Family, label and release, as the menu shows them."""
    label = titled(strategy).removeprefix(f"{strategy.family}, ")
    return label if strategy.family == strategy.label else f"{strategy.family} · {label}"


def _by_family(strategy: Strategy) -> tuple[str, str, str]:
    return strategy.family.casefold(), strategy.label.casefold(), strategy.name
