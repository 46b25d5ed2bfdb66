"""Controls generated from a pydantic model: range, unit, default and description come from its fields."""

from typing import Any

import streamlit as st
from pydantic import BaseModel

from compaction_core.strategies.base import Parameters, Strategy
from compaction_core.strategies.planner import settle
from ui.state import setting


def parameters(strategy: Strategy, first: int = 2) -> Parameters:
    """Draw a strategy's controls, bound to the URL; the first at once, the rest folded. Raises BadParameter."""
    names = list(strategy.parameters.model_fields)
    values = fields(strategy.parameters, names[:first], setting, "query-params")
    if names[first:]:
        with st.expander("All settings"):
            values |= fields(strategy.parameters, names[first:], setting, "query-params")
    return settle(strategy, values)


def reset(strategy: Strategy) -> None:
    """Every setting back to the release's default."""
    for name, field in strategy.parameters.model_fields.items():
        st.session_state[setting(name)] = field.default


def fields(model: type[BaseModel], names: list[str], key_of: Any, bind: Any = None) -> dict[str, Any]:
    """Draw one control per named field and return the values."""
    schemas = model.model_json_schema()["properties"]
    return {name: _control(name, schemas[name], key_of(name), bind) for name in names}


def _control(name: str, schema: dict[str, Any], key: str, bind: Any) -> Any:
    kinds = [schema, *schema.get("anyOf", ())]
    rules: dict[str, Any] = {rule: value for kind in reversed(kinds) for rule, value in kind.items()}
    types = {kind.get("type") for kind in kinds}
    label = schema.get("title", name) + ("" if schema.get("released", True) else " (not as released)")
    default, common = schema.get("default"), {"key": key, "help": schema.get("description")}
    if "enum" in rules:
        return st.selectbox(label, rules["enum"], index=rules["enum"].index(default), bind=bind, **common)
    if "boolean" in types:
        return st.toggle(label, value=default, bind=bind, **common)
    if "number" in types:
        low, high, by = rules.get("minimum", 0.0), rules.get("maximum", 1.0), rules.get("step", 0.05)
        return st.slider(label, low, high, default, by, format="%.2f", bind=bind, **common)
    if "integer" in types:
        return st.number_input(
            label, min_value=rules.get("minimum", 0), max_value=rules.get("maximum"), value=default, step=1,
            placeholder="default" if default is None else "no limit", bind=bind, **common,
        )  # fmt: skip
    # Free text may be private: it never goes into the URL.
    return st.text_area(label, value=default, placeholder="default", height=120, **common)
