"""One control for a plain field of a record: its kind, range, unit and words come from the field."""

from typing import Any

import streamlit as st

from compaction_core.strategies.composed.axes.base import Axis
from compaction_core.summarizers.prompts import prompt_names
from compaction_core.tokens import counters
from ui.schemas import fields_of

LONG = ("template", "own", "placeholder")
"""Texts of several lines."""


def field(record: type[Axis], name: str, value: Any, key: str) -> Any:
    """Draw it and return its value."""
    schema = fields_of(record)[name]
    kinds = [schema, *schema.get("anyOf", ())]
    rules: dict[str, Any] = {rule: found for kind in reversed(kinds) for rule, found in kind.items()}
    types = {kind.get("type") for kind in kinds}
    common = {"key": key, "help": schema.get("description")}
    unit = schema.get("unit")
    label = schema.get("title", name) + (f" ({unit})" if unit and unit not in ("share",) else "")
    if "choices" in schema:
        names = counters.names() if schema["choices"] == "counters" else prompt_names()
        return st.selectbox(label, names, index=names.index(value), **common)
    if "enum" in rules:
        options = rules["enum"]
        return st.selectbox(label, options, index=options.index(value), format_func=spaced, **common)
    if "boolean" in types:
        return st.toggle(label, value=value, **common)
    if "array" in types:
        lines = st.text_area(f"{label}, one a line", value="\n".join(value), height=100, **common)
        return tuple(line for line in (lines or "").splitlines() if line)
    if "number" in types:
        return _share(label, value, rules, optional="null" in types, common=common)
    if "integer" in types:
        return st.number_input(
            label, min_value=rules.get("minimum", 0), max_value=rules.get("maximum"), value=value, step=1,
            placeholder="none", **common,
        )  # fmt: skip
    text = st.text_area(label, value=value or "", height=100, **common) if name in LONG else _line(label, value, common)
    return None if "null" in types and not text else text or ""


def _line(label: str, value: str | None, common: dict[str, Any]) -> str | None:
    text: str | None = st.text_input(label, value=value or "", **common)
    return text


def _share(label: str, value: float | None, rules: dict[str, Any], optional: bool, common: dict[str, Any]) -> Any:
    """A share; one that may be left out, or lies between the marks of a slider, is typed."""
    low, high, by = rules.get("minimum", 0.0), rules.get("maximum", 1.0), rules.get("step", 0.05)
    marks = value is not None and abs(value / by - round(value / by)) < 1e-9 and low <= value <= high
    if marks and not optional:
        found: float | None = st.slider(label, low, high, value, by, format="%.2f", **common)
    else:
        least = 0.001 if "exclusiveMinimum" in rules else 0.0
        found = st.number_input(
            label, min_value=least, max_value=1.0, value=value, step=0.01, format="%.3f", placeholder="none", **common
        )
    return None if found is None else round(found, 6)


def spaced(word: str) -> str:
    """A word of the file as the screen shows it.

    >>> spaced("tail_tokens")
    'tail tokens'
    """
    return word.replace("_", " ")
