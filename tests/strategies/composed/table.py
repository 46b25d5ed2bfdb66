"""``python -m tests.strategies.composed.table``: write the table of axes into the README of the recipes."""

from collections.abc import Iterator
from typing import Any

from compaction_core.strategies.composed import presets
from compaction_core.strategies.composed.axes.base import Axis
from compaction_core.strategies.composed.recipe import AXES, Recipe

README = presets.FOLDER / "README.md"
BEGIN, END = "<!-- axes: python -m tests.strategies.composed.table -->", "<!-- /axes -->"


def values(record: Axis, path: str = "") -> Iterator[str]:
    """What a record sets: kinds, switches and choices with their value, numbers and texts by name alone."""
    for name, field in type(record).model_fields.items():
        value: Any = getattr(record, name)
        here = f"{path}.{name}" if path else name
        if name == "kind":
            yield f"{path} = {value}" if path else str(value)
        elif isinstance(value, Axis):
            yield from values(value, here)
        elif isinstance(value, tuple) and value and isinstance(value[0], Axis):
            for entry in value:
                yield from values(entry, here)
        elif value != field.default:
            choice = isinstance(value, bool) or "Literal" in str(field.annotation)
            yield f"{here} = {str(value).lower() if isinstance(value, bool) else value}" if choice else here


def rows() -> Iterator[str]:
    """The lines of the table."""
    yield "| axis | value | recipes |"
    yield "|---|---|---|"
    for number, axis in enumerate(AXES, 1):
        found: dict[str, list[str]] = {}
        for name in presets.names():
            for value in dict.fromkeys(values(getattr(presets.preset(name), axis))):
                found.setdefault(value, []).append(name)
        title = f"{number}. {Recipe.model_fields[axis].title}"
        for value, names in sorted(found.items()):
            yield f"| {title} | `{value}` | {', '.join(names)} |"
            title = ""


def written(text: str) -> str:
    """The README with the table made anew."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n" + "\n".join(rows()) + f"\n{END}{tail}"


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
