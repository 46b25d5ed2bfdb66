"""Where a trajectory leaves the format, as the models of the ``atif`` package (1.8: ATIF 1.8) see it."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from compaction_core.session import Warning
from compaction_core.words import count

_MOST_TOLD = 12
_LONGEST_NAME, _LONGEST_PLACE = 40, 120
_ENTRY_IN_RULE = re.compile(r"(\w+)\[(\d+)\]")
_FIELD_IN_RULE = re.compile(r"`(\w+)`")
_KNOWN = (1, 8)
_LISTED = {"schema_version": "ATIF-v1.8", "agent": {"name": "", "version": ""}, "steps": []}
# What pydantic calls an error, in plain words. Its own sentences may quote the value.
_WORDS = {
    "missing": "is missing",
    "literal_error": "is none of the values that the format lists",
    "extra_forbidden": "is no field of the format",
    "greater_than_equal": "is below the smallest value allowed",
    "string_unicode": "is text that is no Unicode",
    "recursion_depth_exceeded": "lies too deep to be checked",
}
_ONLY_AGENT = "belongs on steps of the agent alone"
_NOT_NEXT = "does not go on from the step before; step numbers run 1, 2, 3 …"
_UNNAMED = "has no trajectory_id, which an embedded trajectory needs"
# The rules of the models, by the words that only they say.
_RULES = (
    ("must be ISO 8601", "is no ISO 8601 time"),
    ("is only valid on", _ONLY_AGENT),
    ("llm_call_count == 0", "has metrics or reasoning, and llm_call_count 0 says that no model was asked"),
    ("does not match any tool_call", "has a result for a call that the step does not make"),
    ("is not sequential", _NOT_NEXT),
    ("must set `trajectory_id`", _UNNAMED),
    ("Duplicate trajectory_id", "holds two trajectories of the same trajectory_id"),
    ("at least one of", "names neither trajectory_id nor trajectory_path"),
    ("ContentPart", "has other fields than its type asks for"),
)


class _Deviation(NamedTuple):
    place: tuple[str | int, ...]
    words: str
    unions: tuple[int, ...] = ()
    """How far along the place pydantic tried several types."""


class _Trajectory(NamedTuple):
    value: dict[str, Any]
    outer: "_Trajectory | None" = None
    number: int = 0

    @property
    def place(self) -> str:
        """The path to it from the top, empty for the whole file."""
        numbers, at = [], self
        while at.outer is not None:
            numbers.append(at.number)
            at = at.outer
        return "".join(f"subagent_trajectories.{number}." for number in reversed(numbers))


def deviations(document: dict[str, Any]) -> Iterator[Warning]:
    """A warning for each kind of deviation: how often, the first place (0-based, ``steps.3.timestamp``), what is wrong.

    Values are never quoted. Nothing is left out for a deviation: reading does not ask these models. Within one object
    the rules that compare its fields are checked only where the fields themselves are in order.
    """
    first: dict[tuple[bool, str, str], str] = {}
    often: Counter[tuple[bool, str, str]] = Counter()
    pending = [_Trajectory(document)]
    for trajectory in pending:
        inner = trajectory.value.get("subagent_trajectories")
        listed = enumerate(inner if isinstance(inner, list) else ())
        pending += [_Trajectory(value, trajectory, at) for at, value in listed if isinstance(value, dict)]
        for one in _unique([_deviation(error, trajectory.value) for error in _errors(trajectory)]):
            shape = ".".join(part for part in one.place if isinstance(part, str))
            kind = (trajectory.outer is not None, shape, one.words)
            often[kind] += 1
            if often[kind] == 1:
                first[kind] = (trajectory.place + _named(one.place)).removesuffix(".") or "the file"
    yield from _told([(place, kind[2], often[kind]) for kind, place in first.items()], document)


def _errors(trajectory: _Trajectory) -> list[Any]:
    """What pydantic finds, of the trajectories inside only how they are listed: their own turn comes.

    All at once it takes time and memory by the square of how deep they lie.
    """
    from atif import Trajectory
    from pydantic import ValidationError

    value = dict(trajectory.value)
    if trajectory.outer is not None:
        value.pop("trajectory_id", None)
    if isinstance(inner := value.get("subagent_trajectories"), list):
        value["subagent_trajectories"] = [
            _LISTED | {"trajectory_id": one.get("trajectory_id")} if isinstance(one, dict) else one for one in inner
        ]
    try:
        Trajectory.model_validate(value)
    except ValidationError as error:
        return error.errors(include_url=False, include_input=False)
    return []


def _told(kinds: list[tuple[str, str, int]], document: dict[str, Any]) -> Iterator[Warning]:
    later = _later(document.get("schema_version"))
    for place, words, number in kinds[:_MOST_TOLD]:
        often = "" if number == 1 else f" ({count(number, 'place')} in all, this is the first)"
        text = f"Not as the atif package's models have it: {_short(place)} {words}{often}.{later}"
        yield Warning(code="off_schema", text=text, count=number)
    rest = kinds[_MOST_TOLD:]
    if rest:
        places = sum(number for _, _, number in rest)
        text = (
            f"{count(len(rest), 'more kind')} of deviation from the atif package's models, "
            f"in {count(places, 'place')}; the first is at {_short(rest[0][0])}."
        )
        yield Warning(code="off_schema", text=text, count=places)


def _deviation(error: Any, document: dict[str, Any]) -> _Deviation:
    """An error of pydantic: where in the document, and what is wrong."""
    kind, said = error["type"], error["msg"]
    place, unions = _place(error["loc"], document, kind == "missing")
    if kind != "value_error":
        return _Deviation(place, _WORDS.get(kind, "has the wrong type"), unions)
    words = next((words for rule, words in _RULES if rule in said), "breaks a rule of the format")
    if words is _ONLY_AGENT and (named := _FIELD_IN_RULE.search(said)):
        place = (*place, named[1])
    elif words in (_NOT_NEXT, _UNNAMED) and (at := _ENTRY_IN_RULE.search(said)):
        place = (*place, at[1], int(at[2]), *(("step_id",) if words is _NOT_NEXT else ()))
    return _Deviation(place, words, unions)


def _place(
    location: tuple[str | int, ...], document: Any, is_missing: bool
) -> tuple[tuple[str | int, ...], tuple[int, ...]]:
    """The path in the document, and where in it pydantic names the type it tried, which is no part of the path."""
    value = document
    place: list[str | int] = []
    unions: list[int] = []
    last = len(location) - 1
    for number, part in enumerate(location):
        if isinstance(value, dict) and isinstance(part, str) and (part in value or (is_missing and number == last)):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            unions.append(len(place))
            continue
        place.append(part)
    return tuple(place), tuple(unions)


def _unique(found: list[_Deviation]) -> list[_Deviation]:
    """One deviation for each place. Of the types that were tried there, one that fits up to a place inside tells it."""
    fits = {one.place[:end] for one in found for end in one.unions if end < len(one.place)}
    first: dict[tuple[str | int, ...], _Deviation] = {}
    for one in found:
        if one.place not in fits:
            first.setdefault(one.place, one)
    return list(first.values())


def _named(place: tuple[str | int, ...]) -> str:
    parts = [str(part) if isinstance(part, int) or part.isidentifier() else repr(part) for part in place]
    return ".".join(part if len(part) <= _LONGEST_NAME else f"{part[:_LONGEST_NAME]}…" for part in parts)


def _short(place: str) -> str:
    return place if len(place) <= _LONGEST_PLACE else f"…{place[-_LONGEST_PLACE:]}"


def _later(version: Any) -> str:
    """What to say where the file follows a release that the models do not know."""
    numbers = re.match(r"ATIF-v(\d{1,4})\.(\d{1,4})", version) if isinstance(version, str) else None
    if numbers is None or (int(numbers[1]), int(numbers[2])) <= _KNOWN:
        return ""
    return " They know ATIF up to 1.8, and the file says it follows a later one."
