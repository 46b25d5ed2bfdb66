"""The model picker: LiteLLM's bundled list, with window, price, and whether the request fits."""

import streamlit as st

from compaction_core.models import Model, models

PREFERRED = ("openai", "anthropic", "gemini")


def providers() -> list[str]:
    """Providers of the list, the best known first."""
    found = sorted({model.provider for model in models().values() if model.provider})
    return [*(name for name in PREFERRED if name in found), *(name for name in found if name not in PREFERRED)]


def picker(number: int, target: str, size: int) -> None:
    """Choose from the list; the name goes into the widget ``target``."""
    row = st.columns([1, 2])
    provider = row[0].selectbox("Provider", providers(), key=f"lab_provider_{number}", persist_state="session")
    offered = {name: model for name, model in models().items() if model.provider == provider}
    widget = f"lab_listed_{number}"
    row[1].selectbox(
        "From LiteLLM's list", list(offered), index=None, key=widget, placeholder=f"{len(offered):,} models",
        format_func=lambda name: described(offered[name], size) if name in offered else name,
        on_change=_take, args=(widget, target, provider),
    )  # fmt: skip


def _take(widget: str, target: str, provider: str) -> None:
    chosen = st.session_state.get(widget)
    if chosen:
        plain = "/" not in chosen and provider in PREFERRED
        st.session_state[target] = f"{provider}/{chosen}" if plain else chosen


def described(model: Model, size: int) -> str:
    """One line: name, window, price per million tokens in and out, fit."""
    fits = "fits" if size <= model.context_window else "too small"
    price = "price unknown"
    prices = model.prices_at(0)
    if prices.input is not None and prices.output is not None:
        price = f"${prices.input * 1e6:,.2f} in, ${prices.output * 1e6:,.2f} out per M"
    return f"{model.name} · {model.context_window:,} · {fits} · {price}"
