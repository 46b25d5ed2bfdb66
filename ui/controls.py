"""Controls generated from a strategy's pydantic model: range, unit, default and description come from its fields."""

from typing import Any

import streamlit as st

from compaction_core.strategies.base import Parameters, Strategy
from compaction_core.strategies.planner import settle
from ui.state import setting


def parameters(strategy: Strategy, first: int = 2) -> Parameters:
    """Draw the controls; the first ones at once, the rest in an expander. Raises BadParameter."""
    fields = list(strategy.parameters.model_json_schema()["properties"].items())
    values = {name: _control(name, schema) for name, schema in fields[:first]}
    if fields[first:]:
        with st.expander("All settings"):
            values |= {name: _control(name, schema) for name, schema in fields[first:]}
            st.button("Reset to release defaults", on_click=reset, args=(strategy,), icon=":material/restart_alt:")
    return settle(strategy, values)


def reset(strategy: Strategy) -> None:
    """Every setting back to the release's default."""
    for name, field in strategy.parameters.model_fields.items():
        st.session_state[setting(name)] = field.default


def _control(name: str, schema: dict[str, Any]) -> Any:
    kinds = [schema, *schema.get("anyOf", ())]
    label = schema.get("title", name) + ("" if schema.get("released", True) else " (not as released)")
    common: dict[str, Any] = {"key": setting(name), "help": schema.get("description")}
    default = schema.get("default")
    options = next((kind["enum"] for kind in kinds if "enum" in kind), None)
    types = {kind.get("type") for kind in kinds}
    if options:
        return st.selectbox(label, options, index=options.index(default), bind="query-params", **common)
    if "number" in types:
        low, high, by = schema.get("minimum", 0.0), schema.get("maximum", 1.0), schema.get("step", 0.01)
        return st.slider(label, low, high, default, by, format="%.2f", bind="query-params", **common)
    if "integer" in types:
        empty = "as released" if default is None else "no limit"
        return st.number_input(
            label, min_value=0, value=default, step=1, placeholder=empty, bind="query-params", **common
        )
    # Free text may be private: it never goes into the URL.
    return st.text_area(label, value=default, placeholder="as released", height=120, **common)
