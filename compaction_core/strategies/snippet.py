"""The chosen settings as the system itself reads them: a file, a constructor, a request."""

import json
from collections.abc import Mapping
from typing import Any, Literal

from compaction_core.session import Record
from compaction_core.strategies.base import Parameters


class Snippet(Record):
    """Text to paste into a system's own settings."""

    language: Literal["json", "python", "toml", "yaml", "bash"]
    place: str
    """Where it goes, as a file name or a few words."""
    text: str


def changed(parameters: Parameters) -> dict[str, Any]:
    """The settings that differ from the release's defaults and that the release offers, by name."""
    found = {}
    for name, field in type(parameters).model_fields.items():
        extra = field.json_schema_extra
        released = not (isinstance(extra, dict) and extra.get("released") is False)
        value = getattr(parameters, name)
        if released and value != field.default:
            found[name] = value
    return found


def as_json(place: str, data: Mapping[str, Any]) -> Snippet:
    """A JSON file or request."""
    return Snippet(language="json", place=place, text=json.dumps(data, ensure_ascii=False, indent=2))


def as_toml(place: str, data: Mapping[str, str | int | float | bool]) -> Snippet:
    """Top-level keys of a TOML file."""
    # the scalars of JSON are those of TOML
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in data.items())
    return Snippet(language="toml", place=place, text="\n".join(lines))


def as_call(place: str, name: str, arguments: Mapping[str, Any], imports: str = "") -> Snippet:
    """A Python constructor with keyword arguments; values that start with ``raw:`` are names and stand as they are."""
    lines = [f"    {key}={_python(value)}," for key, value in arguments.items()]
    body = f"{name}(\n" + "\n".join(lines) + "\n)" if lines else f"{name}()"
    return Snippet(language="python", place=place, text=f"{imports}\n\n{body}" if imports else body)


def _python(value: Any) -> str:
    return value[4:] if isinstance(value, str) and value.startswith("raw:") else repr(value)
