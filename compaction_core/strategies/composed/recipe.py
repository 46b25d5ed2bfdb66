"""A recipe: one setting for each of the thirteen axes, as a record and as a YAML file."""

from typing import Any

from pydantic import Field, JsonValue, ValidationError

from compaction_core.errors import BadParameter
from compaction_core.strategies.composed import files
from compaction_core.strategies.composed.axes.after import Check, Fallback, Placement
from compaction_core.strategies.composed.axes.base import Axis, choices, kind_of
from compaction_core.strategies.composed.axes.cutting import Anchors, Legality, Range
from compaction_core.strategies.composed.axes.passes import Passes
from compaction_core.strategies.composed.axes.selectors import Selector, TailTokens
from compaction_core.strategies.composed.axes.summary import Asked, InHistory, Previous, Transcript, View
from compaction_core.strategies.composed.axes.trigger import Estimator, Trigger


class Recipe(Axis):
    """A strategy as data. ``read`` and ``write`` are its YAML; every field left out has its default."""

    name: str = Field(default="my strategy", max_length=200, title="Name", description="What it is called.")
    about: str = Field(default="", max_length=2_000, title="About", description="What it is for, in a sentence.")
    same_as: str | None = Field(
        default=None,
        max_length=200,
        title="Same as",
        description="A strategy that decides the same, which a test holds; empty: none.",
    )
    settings: dict[str, JsonValue] = Field(
        default={}, title="With settings", description="That strategy's settings, where they are not its defaults."
    )
    trigger: Trigger = Field(default=Trigger(), title="Trigger", description="When does it act?")
    estimator: Estimator = Field(default=Estimator(), title="Estimator", description="How does it count?")
    passes: Passes = Field(default=Passes(), title="Pre-passes", description="What is done first, without a model?")
    range: Range = Field(default=Range(), title="Range", description="Which messages may go at all?")
    selector: Selector = Field(default=TailTokens(), title="Selector", description="Where should the cut be?")
    legality: Legality = Field(default=Legality(), title="Legality", description="Where may the cut be?")
    anchors: Anchors = Field(default=Anchors(), title="Anchors", description="What stays in any case?")
    view: View = Field(default=Transcript(), title="Summarizer's view", description="What does the summarizer read?")
    prompt: Asked = Field(default=Asked(), title="Prompt", description="What is it asked for?")
    previous: Previous = Field(
        default=InHistory(), title="Previous summary", description="What becomes of an earlier summary?"
    )
    placement: Placement = Field(default=Placement(), title="Placement", description="Where does the summary stand?")
    check: Check = Field(default=Check(), title="Post-check", description="What is checked afterwards?")
    fallback: Fallback = Field(default=Fallback(), title="Fallback", description="What if something fails?")


ABOUT: tuple[str, ...] = ("name", "about", "same_as", "settings")
"""Fields of a recipe that are no axis."""
AXES: tuple[str, ...] = tuple(name for name in Recipe.model_fields if name not in ABOUT)
"""The thirteen, in order."""


def read(text: str) -> Recipe:
    """A recipe from YAML. Raises BadParameter that names the field, the reason, and what there is."""
    data = files.parsed(text)
    data = {} if data is None else data  # an empty file: every axis as usual
    if not isinstance(data, dict):
        raise BadParameter(f"A recipe is a list of axes with their settings, as in `name: mine`. {_there(Recipe)}")
    return made(data)


def made(data: dict[str, Any]) -> Recipe:
    """A recipe from plain values. Raises BadParameter that names the field, the reason, and what there is."""
    try:
        return Recipe.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadParameter(f"The recipe does not accept {_told(first)}. {_there(_record_at(first['loc']))}") from error


def write(recipe: Recipe) -> str:
    """The recipe as YAML that ``read`` reads back equal: what differs from the defaults, an axis a paragraph."""
    plain = plainly(recipe)
    head = {name: plain[name] for name in ABOUT if name in plain}
    paragraphs = [files.written(head)] if head else []
    for number, name in enumerate(AXES, 1):
        field = Recipe.model_fields[name]
        body = files.written({name: plain[name]}) if name in plain else f"# {name}: as usual\n"
        paragraphs.append(f"# {number}. {field.title}: {field.description}\n{body}")
    return "\n".join(paragraphs)


def plainly(record: Axis) -> dict[str, Any]:
    """The fields of a record that differ from their defaults, as plain values; the kind of a choice always stands."""
    found: dict[str, Any] = {}
    for name, field in type(record).model_fields.items():
        value = getattr(record, name)
        if name == "kind" or value != field.default:
            found[name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Axis):
        return plainly(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _told(error: Any) -> str:
    path = ".".join(map(str, _fields(error["loc"]))) or "this"
    value = error["input"]
    shown = repr(value) if isinstance(value, str | int | float | bool | None) else f"a {type(value).__name__}"
    return f"{path} = {shown[:80]}: {error['msg'].removeprefix('Value error, ')}"


def _fields(loc: tuple[int | str, ...]) -> list[int | str]:
    """The path as the file has it: pydantic names the kind of a choice in between."""
    found: list[int | str] = []
    record: tuple[type[Axis], ...] = (Recipe,)
    for step in loc:
        kinds = {kind_of(each): each for each in record}
        if step in kinds and len(record) > 1:
            record = (kinds[str(step)],)
            continue
        found.append(step)
        if isinstance(step, str) and len(record) == 1 and step in record[0].model_fields:
            record = choices(record[0].model_fields[step].annotation) or record
    return found


def _record_at(loc: tuple[int | str, ...]) -> type[Axis]:
    """The record whose field a path names."""
    record: tuple[type[Axis], ...] = (Recipe,)
    last: type[Axis] = Recipe
    for step in loc:
        kinds = {kind_of(each): each for each in record}
        if step in kinds and len(record) > 1:
            record = (kinds[str(step)],)
        if len(record) == 1:
            last = record[0]
            field = last.model_fields.get(str(step))
            record = record if field is None else choices(field.annotation) or record
    return last


def _there(record: type[Axis]) -> str:
    return f"There is: {', '.join(record.model_fields)}."
