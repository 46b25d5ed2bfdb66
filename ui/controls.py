"""Controls generated from a pydantic model: range, unit, default and description come from its fields."""

from collections.abc import Callable, Collection
from typing import Any

import streamlit as st
from pydantic import BaseModel, TypeAdapter

from compaction_core.strategies.base import Parameters, Strategy
from compaction_core.strategies.planner import settle
from ui import link
from ui.schemas import fields_of
from ui.state.keys import setting

LARGEST = (1 << 53) - 1
"""The largest whole number that a browser has."""


def parameters(strategy: Strategy, first: int = 2) -> Parameters:
    """Draw a strategy's controls, each in the link; the first at once, the rest folded. Raises BadParameter."""
    model = strategy.parameters
    names = list(model.model_fields)
    linked = {name: each for name, each in fields_of(model).items() if not _private(each)}
    _unknown(strategy, linked)
    for name, schema in linked.items():
        link.take(setting(name), model.model_fields[name].default, _reader(model.model_fields[name].annotation, schema))
    values = fields(model, names[:first], setting)
    if names[first:]:
        with st.expander("All settings"):
            values |= fields(model, names[first:], setting)
    link.drop(setting(""), {setting(name) for name in linked})  # those of the strategy before
    for name in linked:
        link.put(setting(name), values[name], model.model_fields[name].default)
    return settle(strategy, values)


def _unknown(strategy: Strategy, linked: Collection[str]) -> None:
    """Complain of a link's settings that this strategy does not have; those of the strategy before are known here."""
    for key in link.named(setting("")):
        name = key.removeprefix(setting(""))
        if name in linked or key in st.session_state:
            continue
        private = name in strategy.parameters.model_fields
        link.refused(
            key, "a text is never taken from a link" if private else f"{strategy.label} has no setting of that name"
        )


def _reader(kind: Any, schema: dict[str, Any]) -> Callable[[str], Any]:
    """Reads one setting from a link, within the range of its control; all of them together are judged by ``settle``."""
    adapter: TypeAdapter[Any] = TypeAdapter(kind)

    def read(text: str) -> Any:
        if not text and "null" in _types(schema):
            return None
        value = adapter.validate_python(text)  # a ValidationError is a ValueError
        if isinstance(value, int | float) and not isinstance(value, bool):
            low, high = _range(schema)
            if not low <= value <= high:  # NaN neither
                raise ValueError(text)
        return value

    return read


def reset(strategy: Strategy) -> None:
    """Every setting back to the release's default."""
    for name, field in strategy.parameters.model_fields.items():
        st.session_state[setting(name)] = field.default


def fields(model: type[BaseModel], names: list[str], key_of: Callable[[str], str]) -> dict[str, Any]:
    """Draw one control per named field and return the values."""
    schemas = fields_of(model)
    return {name: _control(name, schemas[name], key_of(name)) for name in names}


def _control(name: str, schema: dict[str, Any], key: str) -> Any:
    rules, types = _rules(schema), _types(schema)
    label = schema.get("title", name) + ("" if schema.get("released", True) else " (not as released)")
    # the value stands in the state and not in the call: Streamlit wants it in one of them
    st.session_state.setdefault(key, schema.get("default"))
    common: dict[str, Any] = {"key": key, "help": schema.get("description"), "persist_state": "session"}
    if "enum" in rules:
        return st.selectbox(label, rules["enum"], **common)
    if "boolean" in types:
        return st.toggle(label, **common)
    if "number" in types:
        return st.slider(label, *_range(schema), step=rules.get("step", 0.05), format="%.2f", **common)
    if "integer" in types:
        low, high = _range(schema)
        optional = "null" in types
        return st.number_input(
            label, min_value=low, max_value=high, step=1,
            placeholder="default" if schema.get("default") is None else "no limit",
            **({"value": None} if optional else {}), **common,
        )  # fmt: skip
    return st.text_area(label, placeholder="default", height=120, **common)


def _kinds(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The schema, and those of which it is any."""
    return [schema, *schema.get("anyOf", ())]


def _rules(schema: dict[str, Any]) -> dict[str, Any]:
    return {rule: value for kind in reversed(_kinds(schema)) for rule, value in kind.items()}


def _types(schema: dict[str, Any]) -> set[str | None]:
    return {kind.get("type") for kind in _kinds(schema)}


def _range(schema: dict[str, Any]) -> tuple[Any, Any]:
    """The smallest and the largest value of a number's control."""
    low, high = (0.0, 1.0) if "number" in _types(schema) else (0, LARGEST)
    rules = _rules(schema)
    return rules.get("minimum", low), rules.get("maximum", high)


def _private(schema: dict[str, Any]) -> bool:
    """Free text may be private: it never goes into the link."""
    return "enum" not in _rules(schema) and not _types(schema) & {"boolean", "number", "integer"}
