"""Controls generated from a pydantic model: range, unit, default and description come from its fields."""

import math
from collections.abc import Callable
from typing import Any

import streamlit as st
from pydantic import BaseModel

from compaction_core.strategies.base import Parameters, Strategy
from compaction_core.strategies.planner import settle
from ui import link
from ui.state import setting


def parameters(strategy: Strategy, first: int = 2) -> Parameters:
    """Draw a strategy's controls, each in the link; the first at once, the rest folded. Raises BadParameter."""
    model = strategy.parameters
    names = list(model.model_fields)
    linked = [name for name, schema in model.model_json_schema()["properties"].items() if not _private(schema)]
    for name in linked:
        link.take(setting(name), model.model_fields[name].default, _reader(model, name))
    values = fields(model, names[:first], setting)
    if names[first:]:
        with st.expander("All settings"):
            values |= fields(model, names[first:], setting)
    for name in linked:
        link.put(setting(name), values[name], model.model_fields[name].default)
    return settle(strategy, values)


def _reader(model: type[BaseModel], name: str) -> Callable[[str], Any]:
    """Reads a setting from a link, within the model's own ranges."""

    def read(text: str) -> Any:
        value = getattr(model.model_validate({name: text}), name)  # a ValidationError is a ValueError
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(text)
        return value

    return read


def reset(strategy: Strategy) -> None:
    """Every setting back to the release's default."""
    for name, field in strategy.parameters.model_fields.items():
        st.session_state[setting(name)] = field.default


def fields(model: type[BaseModel], names: list[str], key_of: Callable[[str], str]) -> dict[str, Any]:
    """Draw one control per named field and return the values."""
    schemas = model.model_json_schema()["properties"]
    return {name: _control(name, schemas[name], key_of(name)) for name in names}


def _control(name: str, schema: dict[str, Any], key: str) -> Any:
    rules = _rules(schema)
    types = {kind.get("type") for kind in _kinds(schema)}
    label = schema.get("title", name) + ("" if schema.get("released", True) else " (not as released)")
    # the value stands in the state and not in the call: Streamlit wants it in one of them
    st.session_state.setdefault(key, schema.get("default"))
    common: dict[str, Any] = {"key": key, "help": schema.get("description"), "persist_state": "session"}
    if "enum" in rules:
        return st.selectbox(label, rules["enum"], **common)
    if "boolean" in types:
        return st.toggle(label, **common)
    if "number" in types:
        low, high, by = rules.get("minimum", 0.0), rules.get("maximum", 1.0), rules.get("step", 0.05)
        return st.slider(label, low, high, step=by, format="%.2f", **common)
    if "integer" in types:
        optional = "null" in types
        return st.number_input(
            label, min_value=rules.get("minimum", 0), max_value=rules.get("maximum"), step=1,
            placeholder="default" if schema.get("default") is None else "no limit",
            **({"value": None} if optional else {}), **common,
        )  # fmt: skip
    return st.text_area(label, placeholder="default", height=120, **common)


def _kinds(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The schema, and those of which it is any."""
    return [schema, *schema.get("anyOf", ())]


def _rules(schema: dict[str, Any]) -> dict[str, Any]:
    return {rule: value for kind in reversed(_kinds(schema)) for rule, value in kind.items()}


def _private(schema: dict[str, Any]) -> bool:
    """Free text may be private: it never goes into the link."""
    types = {kind.get("type") for kind in _kinds(schema)}
    return "enum" not in _rules(schema) and not types & {"boolean", "number", "integer"}
