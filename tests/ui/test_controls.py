"""Every setting of every strategy goes into the link and comes back as it was."""

import math
from typing import Any

import pytest

from compaction_core.strategies import Strategy, strategies
from ui import controls, link


def _values(schema: dict[str, Any]) -> list[Any]:
    """Both ends of a control's range and steps between them, every choice, and None where a field may be empty."""
    rules, types = controls._rules(schema), controls._types(schema)
    if "enum" in rules:
        return list(rules["enum"])
    if "boolean" in types:
        return [True, False]
    low, high = controls._range(schema)
    if "number" in types:
        return [low, high, *(low + (high - low) * part / 7 for part in range(1, 7))]
    return [low, low + 1, high, *([None] if "null" in types else [])]


@pytest.mark.parametrize("strategy", tuple(strategies), ids=lambda strategy: strategy.name)
def test_what_a_control_can_say_comes_back_from_the_link(strategy: Strategy) -> None:
    for name, schema in strategy.parameters.model_json_schema()["properties"].items():
        if controls._private(schema):
            continue
        read = controls._reader(strategy.parameters.model_fields[name].annotation, schema)
        for value in _values(schema):
            back = read(link.written(value))
            assert back == value and type(back) is type(value), f"{name}={value!r}"


@pytest.mark.parametrize("text", ["nan", "inf", "-1", "0.99", "0.01", "x", ""])
def test_what_no_control_can_say_is_refused(text: str) -> None:
    """OpenHands takes a scaling of 0.99; its slider goes from 0.1 to 0.95, and Streamlit raises beyond that."""
    parameters = strategies.get("openhands").parameters
    name = "hard_context_reset_context_scaling"
    assert math.isclose(parameters(**{name: 0.99}).model_dump()[name], 0.99)
    schema = parameters.model_json_schema()["properties"][name]
    with pytest.raises(ValueError, match=text or "number"):
        controls._reader(parameters.model_fields[name].annotation, schema)(text)


def test_a_number_that_no_browser_has_is_refused() -> None:
    parameters = strategies.get("codex").parameters
    name = "compact_user_message_max_tokens"
    schema = parameters.model_json_schema()["properties"][name]
    with pytest.raises(ValueError, match=str(2**53)):
        controls._reader(parameters.model_fields[name].annotation, schema)(str(2**53))
